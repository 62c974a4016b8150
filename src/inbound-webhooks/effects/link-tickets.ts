import { getAutomation, listProjectKeys } from '../../projects/index.ts';
import { addPushedFiles, type HeadMove, moveHead } from '../../proof/index.ts';
import { codeLinks } from '../../tickets/index.ts';
import { type CodeEvent, type Commit, listTouchedFiles, type PullRequest } from '../code-event.ts';
import { toSingleLine } from '../payload.ts';
import { upsertPullRequest } from './code-activity-store.ts';
import {
  type DeliveryContext,
  formatTicketKey,
  isDefaultBranch,
  pullRequestScope,
  toCodeActor,
  toLink,
} from './delivery-context.ts';
import { findWriter } from './find-writer.ts';
import { findTicketMentions, type TicketMention } from './ticket-mentions.ts';

type Ticket = NonNullable<Awaited<ReturnType<typeof codeLinks.lockTicketInProjects>>>;

/** Project id → the first ticket of that project that the event mentions; the project's task is about it. */
export type TicketsByProject = Map<string, string>;

/** A commit, branch or pull request, and the tickets that it mentions. */
interface CodeReference {
  link: codeLinks.LinkTarget;
  mentions: TicketMention[];
  actor: codeLinks.CodeActor;
  asOf: number;
  /** The newest commit of the tickets that it mentions. */
  head?: HeadMove;
  /** What it touched. */
  files?: string[] | undefined;
  mayMoveHead?: (ticket: Ticket) => Promise<boolean>;
}

// A push may hold thousands of commits; this bounds the time that its delivery takes.
const linksMax = 200;

export async function linkPush(
  context: DeliveryContext,
  push: Extract<CodeEvent, { kind: 'push' }>,
): Promise<TicketsByProject> {
  const { branch, before, after, commits } = push;
  const keys = await listTrustedKeys(context);
  if (keys.length === 0) return new Map();
  const references: CodeReference[] = commits.map((commit) => referenceOfCommit(context, commit, keys));
  if (branch !== undefined) {
    const reference = referenceOfBranch(context, branch, keys);
    // The default branch has the work of all tickets.
    const files = listTouchedFiles(push) ?? [];
    const heads = isDefaultBranch(context, branch) ? {} : { head: { before, after }, files };
    references.unshift({ ...reference, ...heads });
  }
  return linkReferences(context, references);
}

export async function linkBranch(
  context: DeliveryContext,
  { kind, branch }: { kind: 'branch_created' | 'branch_deleted'; branch: string },
): Promise<void> {
  const keys = await listTrustedKeys(context);
  if (keys.length === 0) return;
  const reference = referenceOfBranch(context, branch, keys);
  if (kind === 'branch_created') {
    await linkReferences(context, [reference]);
    return;
  }
  const link: codeLinks.LinkTarget = { ...reference.link, state: 'deleted' };
  await linkReferences(context, [{ ...reference, link, mentions: await listLinkedMentions(context, link) }]);
}

export async function linkPullRequest(
  context: DeliveryContext,
  { action, pullRequest }: Extract<CodeEvent, { kind: 'pull_request' }>,
): Promise<TicketsByProject> {
  // Deliveries can arrive in another order.
  const isNewest =
    context.repository !== '' &&
    (await upsertPullRequest(
      context.tx,
      context.provider,
      pullRequestScope(context),
      pullRequest,
      context.now,
    )) > 0;
  const keys = await listTrustedKeys(context);
  if (keys.length === 0) return new Map();
  const { number, title, body, branch, url, state, author } = pullRequest;
  const link = toLink(context, {
    kind: 'pull_request',
    reference: String(number),
    title,
    url,
    state,
    author,
  });
  const mentions = [
    ...findTicketMentions(`${title}\n\n${body}`, keys),
    ...findTicketMentions(branch, keys).map(withoutClosing),
  ];
  const reference: CodeReference = {
    link,
    mentions: [...mentions, ...(await listLinkedMentions(context, link))],
    actor: toCodeActor(context, action === 'opened' ? author : context.sender),
    asOf: Math.min(pullRequest.asOf ?? context.now, context.now),
  };
  const { sha, isFromFork } = pullRequest;
  const head = isNewest && state !== 'closed' && sha !== undefined ? { after: sha } : undefined;
  // Anybody may open a pull request from a fork; its commits are those of the ticket only if a writer does.
  const mayMoveHead = async ({ projectId }: Ticket) =>
    !isFromFork || (await findWriter(context, author, projectId as string)) !== undefined;
  const linked = await linkReferences(
    context,
    [{ ...reference, ...(head && { head }), mayMoveHead }],
    (ticket, attached) => moveTicket(context, reference.actor, ticket, action, pullRequest, attached),
  );
  const mergeSha = pullRequest.mergeSha?.toLowerCase() ?? '';
  if (state === 'merged' && /^[0-9a-f]{7,64}$/.test(mergeSha))
    await codeLinks.setMergeCommit(context.tx, { ...link, sha: mergeSha });
  return linked;
}

/** A branch name mentions a ticket, but never closes it. */
const withoutClosing = ({ key }: TicketMention): TicketMention => ({ key, closes: false });

/** Tickets that are already linked but no longer mentioned; their links get the new state too. */
const listLinkedMentions = async (
  { tx }: DeliveryContext,
  link: codeLinks.LinkTarget,
): Promise<TicketMention[]> =>
  (await codeLinks.listLinkedTickets(tx, link)).map((id) => ({ key: id, closes: false }));

async function moveTicket(
  context: DeliveryContext,
  actor: codeLinks.CodeActor,
  ticket: Ticket,
  action: Extract<CodeEvent, { kind: 'pull_request' }>['action'],
  { state, isFromFork, author }: PullRequest,
  attached: codeLinks.LinkOutcome,
): Promise<void> {
  const status = action === 'merged' ? 'done' : 'in_review';
  const isForReview = state === 'open' && (action !== 'changed' || attached !== 'known');
  if (status === 'in_review' && !isForReview) return;
  const projectId = ticket.projectId as string;
  // The code host authorized the person who merges. Anybody may open a pull request from a fork, so its author must
  // be a writer.
  if (status === 'in_review' && isFromFork && !(await findWriter(context, author, projectId))) return;
  if (!(await getAutomation(context.tx, projectId)).moveTickets) return;
  const outcome = await codeLinks.moveTicketByCode(context.tx, actor, ticket, status, context.now);
  if (outcome === 'unchanged') return;
  context.effects.push({
    type: outcome === 'moved' ? 'moved' : 'not_moved',
    projectId,
    ticketId: ticket.id,
    ticketKey: formatTicketKey(ticket),
    status,
  });
}

async function listTrustedKeys({ tx, projects }: DeliveryContext): Promise<string[]> {
  const projectIds = projects.map(({ id }) => id);
  return projectIds.length === 0 ? [] : listProjectKeys(tx, { projectIds });
}

async function linkReferences(
  context: DeliveryContext,
  references: CodeReference[],
  onClosing?: (ticket: Ticket, attached: codeLinks.LinkOutcome) => Promise<void>,
): Promise<TicketsByProject> {
  const tickets = await lockMentionedTickets(context, references);
  const firsts: TicketsByProject = new Map();
  let links = 0;
  for (const { link, mentions, actor, asOf, head, files, mayMoveHead } of references) {
    for (const [ticket, closes] of mentionedTickets(mentions, tickets)) {
      if (++links > linksMax) return firsts;
      const attached = await codeLinks.attachLink(
        context.tx,
        actor,
        ticket,
        { ...link, closes, asOf },
        context.now,
      );
      if (attached === 'new') context.effects.push(linkedEffect(ticket, link));
      if (head && ((await mayMoveHead?.(ticket)) ?? true))
        await moveHead(context.tx, actor, ticket, head, context.now);
      if (files && files.length > 0) await addPushedFiles(context.tx, ticket.id, files);
      if (closes) await onClosing?.(ticket, attached);
      const projectId = ticket.projectId as string;
      if (!firsts.has(projectId)) firsts.set(projectId, ticket.id);
    }
  }
  return firsts;
}

/** Locks the tickets in the order of their keys, so that concurrent pushes that mention the same tickets cannot deadlock. */
async function lockMentionedTickets(
  { tx, projects }: DeliveryContext,
  references: CodeReference[],
): Promise<Map<string, Ticket>> {
  const projectIds = projects.map(({ id }) => id);
  const keys = [...new Set(references.flatMap(({ mentions }) => mentions.map(({ key }) => key)))].sort();
  const tickets = new Map<string, Ticket>();
  for (const key of keys.slice(0, linksMax)) {
    const ticket = await codeLinks.lockTicketInProjects(tx, projectIds, key);
    if (ticket) tickets.set(key, ticket);
  }
  return tickets;
}

/** Each ticket once, even if it is mentioned several times or by several keys. */
function mentionedTickets(
  mentions: TicketMention[],
  tickets: Map<string, Ticket>,
): Iterable<[Ticket, boolean]> {
  const byId = new Map<string, [Ticket, boolean]>();
  for (const { key, closes } of mentions) {
    const ticket = tickets.get(key);
    if (!ticket) continue;
    const known = byId.get(ticket.id);
    if (known) known[1] ||= closes;
    else byId.set(ticket.id, [ticket, closes]);
  }
  return byId.values();
}

const linkedEffect = (ticket: Ticket, { kind, reference }: codeLinks.LinkTarget) =>
  ({
    type: 'linked',
    projectId: ticket.projectId as string,
    ticketId: ticket.id,
    ticketKey: formatTicketKey(ticket),
    what: `${kind} ${reference}`,
  }) as const;

function referenceOfCommit(context: DeliveryContext, commit: Commit, keys: string[]): CodeReference {
  const { sha, message, url, author } = commit;
  const [title = ''] = message.split('\n', 1);
  const reference = toSingleLine(sha, 255) || 'unknown';
  return {
    link: toLink(context, { kind: 'commit', reference, title, url, state: null, author }),
    mentions: findTicketMentions(message, keys),
    actor: toCodeActor(context, author),
    asOf: context.now,
    files: commit.files,
  };
}

function referenceOfBranch(context: DeliveryContext, branch: string, keys: string[]): CodeReference {
  const { sender: author, now: asOf } = context;
  const reference = toSingleLine(branch, 255);
  return {
    link: toLink(context, { kind: 'branch', reference, title: branch, state: 'open', author }),
    mentions: findTicketMentions(branch, keys).map(withoutClosing),
    actor: toCodeActor(context, author),
    asOf,
  };
}
