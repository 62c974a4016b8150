import { hash } from 'node:crypto';
import {
  draftDocs,
  listEntryIds,
  readDraftContext,
  readVerdict,
  summarise,
  writeMdx,
} from '../../../packages/docs-drafts/draft.ts';
import type { Progress, TicketLink } from '../../../packages/docs-drafts/index.ts';
import { type CodeHost, newSourceRepository, openCodeHost } from '../../code-hosts/index.ts';
import type { OutboundClients } from '../../platform/outbound-http/index.ts';
import { rewordPages } from '../rewording/reword-pages.ts';
import { findFalseNow } from './find-false-now.ts';
import type { GeneratedDocs, GenerateTask } from './process-messages.ts';

const notSearched = { falseNow: [], mayBeFalse: [], leftOut: undefined };

/** Compares two refs of a repository and writes the pages from the difference. */
export async function generatePages(
  task: GenerateTask,
  outbound: OutboundClients,
  signal: AbortSignal,
  report: (progress: Progress) => void,
  findTickets: (keys: string[]) => Promise<Record<string, TicketLink>>,
): Promise<GeneratedDocs> {
  const host = await openCodeHost(task.host, outbound);
  try {
    return await generatePagesFrom(host, task, signal, report, findTickets);
  } finally {
    await host.close();
  }
}

export async function generatePagesFrom(
  host: CodeHost,
  task: GenerateTask,
  signal: AbortSignal,
  report: (progress: Progress) => void,
  findTickets: (keys: string[]) => Promise<Record<string, TicketLink>>,
): Promise<GeneratedDocs> {
  const startedAt = performance.now();
  report({ step: 'resolving', done: 0, total: 0 });
  const facts = await host.findRepository(task.repo, signal);
  const repository = newSourceRepository(host, task.repo, facts, signal);
  const context = await readDraftContext(repository, task, report, findTickets);
  const { change, head } = context;
  const { verdict } = await readVerdict(repository, context, task);
  // Part of the time that is left, so that the rest suffices for the pages and a model.
  const timeoutMs = (task.timeoutMs - (performance.now() - startedAt)) / 3;
  const { repo, host: address } = task;
  const search = { hostKind: address.kind, repo, facts, timeoutMs, head, change };
  const { falseNow, mayBeFalse, leftOut } = task.skipsSentences
    ? notSearched
    : await findFalseNow(host, search, signal);
  const pages = draftDocs(context, task.audience);
  const plain = pages.map(({ path, page }) => ({ path, content: writeMdx(page) }));
  // Before rewording, so that the words of a model are in no id.
  const entries = pages.map(({ kind, page }) => listEntryIds(kind, page));
  const reworded = task.model ? await rewordPages(pages, task.model, signal) : undefined;
  return {
    summary: [summarise(context), leftOut, reworded?.note].filter(Boolean).join(' '),
    docs: (reworded?.pages ?? pages).map(({ path, page }, index) => ({
      path,
      content: writeMdx(page),
      entries: entries[index] ?? [],
    })),
    verdict,
    falseNow,
    mayBeFalse,
    digest: hash('sha256', JSON.stringify(plain), 'hex'),
    isEmpty: change.commitsCount === 0 && change.files.length === 0,
    head: { sha: head.sha, committedAt: head.committedAt },
    facts,
  };
}
