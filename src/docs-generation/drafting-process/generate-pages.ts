import { hash } from 'node:crypto';
import {
  type CodeHost,
  formatRepositoryName,
  openCodeHost,
  type RepositoryFacts,
  type RepositoryName,
  type Revision,
} from '../../code-hosts/index.ts';
import type { OutboundClients } from '../../platform/outbound-http/index.ts';
import { analyzeChange, type ChangeAnalysis } from '../analysis/analyze-change.ts';
import { extractTicketKeys } from '../analysis/commit-message.ts';
import { type DraftContext, placeholder, type TicketLink } from '../drafts/draft-context.ts';
import { draftDocs } from '../drafts/draft-docs.ts';
import { writeMdx } from '../drafts/mdx.ts';
import { summarise } from '../drafts/summary.ts';
import { rewordPages } from '../rewording/reword-pages.ts';
import type { GeneratedDocs, GenerateTask } from './process-messages.ts';
import type { Progress } from './progress.ts';

const ticketKeysMax = 500;

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

async function generatePagesFrom(
  host: CodeHost,
  task: GenerateTask,
  signal: AbortSignal,
  report: (progress: Progress) => void,
  findTickets: (keys: string[]) => Promise<Record<string, TicketLink>>,
): Promise<GeneratedDocs> {
  const { context, head, facts } = await readDraftContext(host, task, signal, report, findTickets);
  const { change } = context;
  const pages = draftDocs(context, task.audience);
  const plain = pages.map(({ path, page }) => ({ path, content: writeMdx(page) }));
  const reworded = task.model ? await rewordPages(pages, task.model, signal) : undefined;
  return {
    summary: [summarise(context), reworded?.note].filter(Boolean).join(' '),
    docs: reworded ? reworded.pages.map(({ path, page }) => ({ path, content: writeMdx(page) })) : plain,
    digest: hash('sha256', JSON.stringify(plain), 'hex'),
    isEmpty: change.commitsCount === 0 && change.files.length === 0,
    head,
    facts,
  };
}

/** Compares the refs of a task and gathers what the drafts need. */
export async function readDraftContext(
  host: CodeHost,
  task: Pick<GenerateTask, 'repo' | 'base' | 'head' | 'limits' | 'ticket' | 'pullNumber'>,
  signal: AbortSignal,
  report: (progress: Progress) => void,
  findTickets: (keys: string[]) => Promise<Record<string, TicketLink>>,
): Promise<{ context: DraftContext; head: Revision; facts: RepositoryFacts }> {
  const { repo, limits, pullNumber } = task;
  report({ step: 'resolving', done: 0, total: 0 });
  const facts = await host.findRepository(repo, signal);
  const [base, head] = await Promise.all([
    host.resolve(repo, task.base, signal),
    host.resolve(repo, task.head, signal),
  ]);
  const refs = { base: task.base, head: task.head };
  const change = await analyzeChange(host, repo, { base, head, refs }, limits, signal, report);
  const found = pullNumber === undefined ? undefined : await host.pulls?.find(repo, pullNumber, signal);
  report({ step: 'drafting', done: 0, total: 0 });
  const context: DraftContext = {
    repo: formatRepositoryName(repo),
    // The merge base: commits added to the base branch since then do not change the drafts.
    base: { ref: task.base, sha: change.mergeBase ?? base.sha },
    head: { ref: task.head, ...head },
    change,
    ticket: task.ticket,
    pull:
      pullNumber === undefined
        ? undefined
        : { number: pullNumber, title: found?.title, url: host.links.pull(repo, facts, pullNumber) },
    tickets: await findTickets(findTicketKeys(change, found && `${found.title}\n${found.body}`)),
    links: linksOf(host, repo, facts),
  };
  return { context, head, facts };
}

function findTicketKeys({ commits }: ChangeAnalysis, pullText: string | undefined): string[] {
  const keys = new Set([
    ...commits.flatMap(({ ticketKeys }) => ticketKeys),
    ...extractTicketKeys(pullText ?? ''),
  ]);
  return [...keys].slice(0, ticketKeysMax);
}

/** URL patterns with a placeholder for the number or id. */
function linksOf(host: CodeHost, repo: RepositoryName, facts: RepositoryFacts): DraftContext['links'] {
  const pattern = (address: string | undefined, sample: string) =>
    address?.replace(new RegExp(`${sample}$`), placeholder);
  return {
    issue: pattern(host.links.issue(repo, facts, 1), '1'),
    pull: pattern(host.links.pull(repo, facts, 1), '1'),
    commit: pattern(host.links.commit(repo, facts, '1'), '1'),
  };
}
