import { type CodeHost, type HostAddress, isRefName, openCodeHost } from '../code-hosts/index.ts';
import { assertValid, type FieldMessages, invalid, Refusal } from '../platform/errors.ts';
import { canReadTicket, getTicketFor, ticketKey } from '../tickets/index.ts';
import type { Scope } from '../users/index.ts';
import type { DocsDesk } from './docs-generation-context.ts';
import type { GenerateDocs, GeneratedAnswer } from './docs-schemas.ts';
import type { TicketLink } from './drafts/draft-context.ts';
import { hostsFor } from './project-hosts/project-hosts.ts';
import { newQueues } from './publish/keyed-queue.ts';
import { publishDocs } from './publish/publish-docs.ts';
import { startWorkflow } from './publish/start-workflow.ts';
import { assertMayUse, findHost, parseRepository } from './repository-access.ts';
import type { Progress } from './worker-thread/progress.ts';
import type { GeneratedDocs } from './worker-thread/thread-messages.ts';

const ticketsAtOnce = 20;

/** Drafts of documentation from what head has and base lacks, and a pull request with them if that is wished. */
export async function generateDocs(
  scope: Scope,
  desk: DocsDesk,
  wish: GenerateDocs,
  report: (progress: Progress) => void = () => {},
): Promise<GeneratedAnswer> {
  const { settings, threads, outbound } = desk;
  const { repo, host, signal } = await assertGenerable(scope, desk, wish);
  const made = await threads.run(
    {
      kind: 'generate',
      host,
      repo,
      base: wish.base,
      head: wish.head,
      audience: wish.audience ?? 'both',
      ticket: await findTicketLink(scope, settings.baseUrl, wish.ticketId),
      pullNumber: wish.prNumber,
      limits: settings.limits,
      model: settings.model,
    },
    {
      timeoutMs: settings.timeoutMs,
      report,
      findTickets: (keys) => findTicketLinks(scope, settings.baseUrl, keys),
    },
  );
  if (!wish.openPr) return { summary: made.summary, docs: made.docs };
  report({ step: 'publishing', done: 0, total: 0 });
  // Two of the same requests at once are served one after the other: the second finds what the first made.
  return publishing.run(`${wish.repo} ${made.docs[0]?.path}`, async () =>
    publish(scope, await openCodeHost(host, outbound), settings, wish, made, signal),
  );
}

const publishing = newQueues();

async function publish(
  scope: Scope,
  host: CodeHost,
  settings: DocsDesk['settings'],
  wish: GenerateDocs,
  made: GeneratedDocs,
  signal: AbortSignal,
): Promise<GeneratedAnswer> {
  const repo = parseRepository(wish.repo);
  const published = await publishDocs(host, repo, wish, made, signal);
  const { pull, branch, did } = published;
  if (wish.labels && wish.labels.length > 0)
    await host.pulls?.addLabels(repo, pull.number, wish.labels, signal);
  const workflow = wish.triggerWorkflow
    ? await startWorkflow(
        scope,
        host,
        repo,
        wish,
        published,
        wish.workflowIdOrFile ?? settings.workflow,
        signal,
      )
    : undefined;
  const said =
    did === 'nothing'
      ? `Pull request #${pull.number} already has these drafts.`
      : `Pull request #${pull.number} was ${did}.`;
  return {
    summary: `${made.summary} ${said}`,
    pr: { url: pull.url, number: pull.number, branch },
    ...(workflow && { workflow: { url: workflow.url, id: workflow.id } }),
  };
}

/** All that can be known to be wrong before the work begins. */
export async function assertGenerable(scope: Scope, desk: DocsDesk, wish: GenerateDocs) {
  const { settings, outbound } = desk;
  const repo = parseRepository(wish.repo);
  assertRefs(wish);
  const projectIds = await assertMayUse(scope, settings, repo, wish.openPr ? 'write' : 'read');
  const signal = AbortSignal.timeout(settings.timeoutMs);
  const host = await findHost(await hostsFor(scope, desk, projectIds), outbound, repo, signal);
  assertPullsPossible(host, wish);
  return { repo, host, signal };
}

export function assertRefs(
  wish: Pick<GenerateDocs, 'base' | 'head' | 'workflowRef' | 'workflowIdOrFile'>,
): void {
  const problems: FieldMessages = {};
  for (const field of ['base', 'head', 'workflowRef'] as const) {
    const ref = wish[field];
    if (ref !== undefined && !isRefName(ref)) {
      const name = field === 'workflowRef' ? 'Workflow ref' : field === 'base' ? 'Base' : 'Head';
      problems[field] = [`${name} must be a branch, a tag or a commit`];
    }
  }
  if (wish.workflowIdOrFile !== undefined && !/^[\w.-]+$/.test(wish.workflowIdOrFile))
    problems.workflowIdOrFile = ['Workflow id or file must be a file name or an id'];
  assertValid(problems);
}

function assertPullsPossible({ kind }: HostAddress, { openPr }: GenerateDocs): void {
  if (openPr && kind === 'local')
    throw invalid({
      openPr: [
        'A local repository has no pull requests. Ask without openPr and take the drafts from the answer',
      ],
    });
}

/** As the caller named it; with more, where it is a ticket that they may see. */
async function findTicketLink(
  scope: Scope,
  baseUrl: string,
  ref: string | undefined,
): Promise<TicketLink | undefined> {
  const name = ref?.trim();
  if (name === undefined || name === '') return undefined;
  return (await findOne(scope, baseUrl, name)) ?? { key: name, title: undefined, url: undefined };
}

async function findTicketLinks(scope: Scope, baseUrl: string, keys: string[]) {
  const links: Record<string, TicketLink> = {};
  for (let at = 0; at < keys.length; at += ticketsAtOnce) {
    const some = keys.slice(at, at + ticketsAtOnce);
    const found = await Promise.all(some.map((key) => findOne(scope, baseUrl, key)));
    for (const [index, link] of found.entries()) if (link) links[some[index] as string] = link;
  }
  return links;
}

async function findOne({ db, actor }: Scope, baseUrl: string, ref: string): Promise<TicketLink | undefined> {
  try {
    const ticket = await getTicketFor(db.reads, actor, ref, canReadTicket);
    const key = ticketKey(ticket.projectKey, ticket.number) ?? ticket.id;
    return { key, title: ticket.title, url: `${baseUrl}/tickets/${encodeURIComponent(key)}` };
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
