import type { EntryPage, Progress, TicketLink } from '../../packages/docs-drafts/index.ts';
import {
  type HostAddress,
  isRefName,
  type RepositoryName,
  type Revision,
  type WorkflowRun,
} from '../code-hosts/index.ts';
import { assertValid, type FieldMessages, invalid, Refusal } from '../platform/errors.ts';
import { canWriteInProject } from '../projects/index.ts';
import { canReadTicket, getGroup, getTicketFor, ticketKey } from '../tickets/index.ts';
import type { Scope } from '../users/index.ts';
import { correctDrafts } from './corrections/correct-drafts.ts';
import { publishCorrected } from './corrections/publish-corrected.ts';
import type { DocsGenerationContext } from './docs-generation-context.ts';
import type { GenerateDocs, GeneratedDocsResponse } from './docs-schemas.ts';
import type { DocsSession } from './drafting-process/docs-process-pool.ts';
import type { GeneratedDocs, HostCall } from './drafting-process/process-messages.ts';
import type { Published } from './publish/published.ts';
import { startWorkflow, type WorkflowHost } from './publish/start-workflow.ts';
import { getHostFor, parseRepository } from './repository-access.ts';

const ticketsPerBatch = 20;

/** Drafts documentation from what head has and base lacks; with `openPr`, publishes the drafts as a pull request. */
export const generateDocs = async (
  scope: Scope,
  context: DocsGenerationContext,
  request: GenerateDocs,
  report: (progress: Progress) => void = () => {},
): Promise<GeneratedDocsResponse> => (await draftAndPublish(scope, context, request, report)).response;

/** `drafted` are the pages before the corrections of people, if those changed any. */
export async function draftAndPublish(
  scope: Scope,
  context: DocsGenerationContext,
  request: GenerateDocs,
  report: (progress: Progress) => void,
): Promise<{ response: GeneratedDocsResponse; drafted?: EntryPage[] | undefined }> {
  const { settings, processes } = context;
  const { baseUrl, limits, breakBeforeOne, model, timeoutMs } = settings;
  const { base, head, audience = 'both', prNumber: pullNumber } = request;
  const { repo, host, signal, links } = await prepareGeneration(scope, context, request);
  const ticket = await findTicketLink(scope, baseUrl, request.ticketId);
  const options = {
    timeoutMs,
    report,
    findTickets: (keys: string[]) => findTicketLinks(scope, baseUrl, keys, request.groupBy === 'milestone'),
  };
  return processes.use(options, async (session) => {
    const drafts = await session.run({
      ...{ kind: 'generate', host, repo, base, head, audience },
      ...{ ticket, pullNumber, limits, breakBeforeOne, model, timeoutMs },
    });
    const { verdict, falseNow, mayBeFalse } = drafts;
    const judged = { verdict, falseNow, mayBeFalse };
    const toCorrect = {
      ...{ host, repo, links, made: drafts },
      learnsIn: links.filter((link) => canWriteInProject(scope.actor, link)),
      isAcceptedOnly: request.acceptedOnly === true,
    };
    if (!request.openPr) {
      const { made, drafted } = await correctDrafts(scope, session, toCorrect);
      return { response: { summary: made.summary, docs: made.docs, ...judged }, drafted };
    }
    report({ step: 'publishing', done: 0, total: 0 });
    const { made, published } = await publishCorrected(scope, session, toCorrect, request);
    const run = request.triggerWorkflow
      ? await startWorkflow(
          scope,
          newWorkflowHost(session, host, repo),
          repo,
          request,
          published,
          request.workflowIdOrFile ?? settings.workflow,
          signal,
        )
      : undefined;
    return { response: presentPublished(made, published, run) };
  });
}

function presentPublished(
  { summary, verdict, falseNow, mayBeFalse }: GeneratedDocs,
  { pull: { url, number }, branch, action }: Published,
  run: { id: string; url: string } | undefined,
): GeneratedDocsResponse {
  const outcome =
    action === 'none'
      ? `Pull request #${number} already has these drafts.`
      : `Pull request #${number} was ${action}.`;
  return {
    summary: `${summary} ${outcome}`,
    pr: { url, number, branch },
    ...(run && { workflow: { url: run.url, id: run.id } }),
    ...{ verdict, falseNow, mayBeFalse },
  };
}

/** Sends each request from the process of the session, where the answers are parsed. */
function newWorkflowHost(session: DocsSession, host: HostAddress, repo: RepositoryName): WorkflowHost {
  const call = (request: HostCall) => session.run({ kind: 'call', host, repo, call: request });
  return {
    kind: host.kind,
    resolve: async (ref) => (await call({ name: 'resolve', ref })) as Revision,
    findRun: async (start) => (await call({ name: 'findRun', start })) as WorkflowRun | undefined,
    startWorkflow: async (start) => (await call({ name: 'startWorkflow', start })) as WorkflowRun,
  };
}

/** Validates and authorizes the request, and finds its code host, before any work begins. */
export async function prepareGeneration(scope: Scope, context: DocsGenerationContext, request: GenerateDocs) {
  const requested = parseRepository(request.repo);
  validateRefs(request);
  const found = await getHostFor(scope, context, requested, request.openPr ? 'write' : 'read');
  validatePullRequestSupport(found.host, request);
  return found;
}

export function validateRefs(
  request: Pick<GenerateDocs, 'base' | 'head' | 'workflowRef' | 'workflowIdOrFile'>,
): void {
  const problems: FieldMessages = {};
  for (const field of ['base', 'head', 'workflowRef'] as const) {
    const ref = request[field];
    if (ref !== undefined && !isRefName(ref)) {
      const name = field === 'workflowRef' ? 'Workflow ref' : field === 'base' ? 'Base' : 'Head';
      problems[field] = [`${name} must be a branch, a tag or a commit`];
    }
  }
  if (request.workflowIdOrFile !== undefined && !/^[\w.-]+$/.test(request.workflowIdOrFile))
    problems.workflowIdOrFile = ['Workflow id or file must be a file name or an id'];
  assertValid(problems);
}

function validatePullRequestSupport({ kind }: HostAddress, { openPr }: GenerateDocs): void {
  if (openPr && kind === 'local')
    throw invalid({
      openPr: ['A local repository has no pull requests. Omit openPr to receive the drafts in the response'],
    });
}

/** The ticket with its title and link if the caller may see it; otherwise only the text that they sent. */
async function findTicketLink(
  scope: Scope,
  baseUrl: string,
  ref: string | undefined,
): Promise<TicketLink | undefined> {
  const name = ref?.trim();
  if (name === undefined || name === '') return undefined;
  return (await findTicket(scope, baseUrl, name)) ?? { key: name, title: undefined, url: undefined };
}

async function findTicketLinks(scope: Scope, baseUrl: string, keys: string[], withMilestones: boolean) {
  const links: Record<string, TicketLink> = {};
  for (let at = 0; at < keys.length; at += ticketsPerBatch) {
    const batch = keys.slice(at, at + ticketsPerBatch);
    const found = await Promise.all(batch.map((key) => findTicket(scope, baseUrl, key, withMilestones)));
    for (const [index, link] of found.entries()) if (link) links[batch[index] as string] = link;
  }
  return links;
}

async function findTicket(
  scope: Scope,
  baseUrl: string,
  ref: string,
  withMilestone = false,
): Promise<TicketLink | undefined> {
  try {
    const ticket = await getTicketFor(scope.db.reads, scope.actor, ref, canReadTicket);
    const key = ticketKey(ticket.projectKey, ticket.number) ?? ticket.id;
    const link = { key, title: ticket.title, url: `${baseUrl}/tickets/${encodeURIComponent(key)}` };
    if (!withMilestone || ticket.milestoneId === null) return link;
    return { ...link, milestone: (await getGroup(scope, ticket.milestoneId)).name };
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
