import { getAutomation, listKeysOf } from '../projects/index.ts';
import {
  type Attached,
  attachLink,
  type CodeActor,
  type CodeThing,
  listLinkedTickets,
  lockTicketOf,
  moveTicketByCode,
} from '../tickets/index.ts';
import type { CodeEvent, Commit, PullRequest } from './code-event.ts';
import { rememberPullRequest } from './code-store.ts';
import { findWriter } from './find-writer.ts';
import { lineOf } from './payload.ts';
import { actorOf, authorFields, keyOfTicket, type ReadingScope } from './reading-scope.ts';
import { findTicketKeys, type NamedTicket } from './ticket-keys.ts';

type Ticket = NonNullable<Awaited<ReturnType<typeof lockTicketOf>>>;

/** The first ticket of each project that an event names: what a task for that project is about. */
export type TicketsByProject = Map<string, string>;

/** A thing on the code host, and the tickets it names. */
interface Naming {
  thing: CodeThing;
  named: NamedTicket[];
  actor: CodeActor;
  asOf: number;
}

// A push may hold thousands of commits; an answer must not take longer for that.
const linksMax = 200;

export async function linkPush(
  scope: ReadingScope,
  { branch, commits }: Extract<CodeEvent, { kind: 'push' }>,
): Promise<TicketsByProject> {
  const keys = await keysOf(scope);
  if (keys.length === 0) return new Map();
  const namings = commits.map((commit) => nameByCommit(scope, commit, keys));
  if (branch !== undefined) namings.unshift(nameByBranch(scope, branch, keys));
  return attachAll(scope, namings);
}

export async function linkBranch(
  scope: ReadingScope,
  { kind, branch }: { kind: 'branch_created' | 'branch_deleted'; branch: string },
): Promise<void> {
  const keys = await keysOf(scope);
  if (keys.length === 0) return;
  const naming = nameByBranch(scope, branch, keys);
  if (kind === 'branch_created') {
    await attachAll(scope, [naming]);
    return;
  }
  const thing: CodeThing = { ...naming.thing, state: 'deleted' };
  await attachAll(scope, [{ ...naming, thing, named: await alreadyNamed(scope, thing) }]);
}

export async function linkPullRequest(
  scope: ReadingScope,
  { action, pullRequest }: Extract<CodeEvent, { kind: 'pull_request' }>,
): Promise<TicketsByProject> {
  if (scope.repository !== '')
    await rememberPullRequest(scope.tx, scope.provider, scope.repository, pullRequest, scope.now);
  const keys = await keysOf(scope);
  if (keys.length === 0) return new Map();
  const thing = pullRequestThing(scope, pullRequest);
  const { title, body, branch } = pullRequest;
  const named = [
    ...findTicketKeys(`${title}\n\n${body}`, keys),
    ...findTicketKeys(branch, keys).map(onlyNamed),
  ];
  const naming: Naming = {
    thing,
    named: [...named, ...(await alreadyNamed(scope, thing))],
    actor: actorOf(scope, action === 'opened' ? pullRequest.author : scope.sender),
    asOf: Math.min(pullRequest.asOf ?? scope.now, scope.now),
  };
  return attachAll(scope, [naming], (ticket, attached) =>
    moveOn(scope, naming.actor, ticket, action, pullRequest, attached),
  );
}

/** A branch named after a ticket works on it; that it closes it must be said. */
const onlyNamed = ({ key }: NamedTicket): NamedTicket => ({ key, closes: false });

/** Tickets that the thing is linked to although it does not name them any more: what becomes of it shows there too. */
const alreadyNamed = async ({ tx }: ReadingScope, thing: CodeThing): Promise<NamedTicket[]> =>
  (await listLinkedTickets(tx, thing)).map((id) => ({ key: id, closes: false }));

async function moveOn(
  scope: ReadingScope,
  actor: CodeActor,
  ticket: Ticket,
  action: Extract<CodeEvent, { kind: 'pull_request' }>['action'],
  { state, isFromFork, author }: PullRequest,
  attached: Attached,
): Promise<void> {
  const status = action === 'merged' ? 'done' : 'in_review';
  const isForReview = state === 'open' && (action !== 'changed' || attached !== 'known');
  if (status === 'in_review' && !isForReview) return;
  const projectId = ticket.projectId as string;
  // Whoever merges was asked by the code host; from a fork anybody may open one, and then nobody was.
  if (status === 'in_review' && isFromFork && !(await findWriter(scope, author, projectId))) return;
  if (!(await getAutomation(scope.tx, projectId)).moveTickets) return;
  if (!(await moveTicketByCode(scope.tx, actor, ticket, status, scope.now))) return;
  scope.effects.push({
    type: 'moved',
    projectId,
    ticketId: ticket.id,
    ticketKey: keyOfTicket(ticket),
    status,
  });
}

async function keysOf({ tx, projects }: ReadingScope): Promise<string[]> {
  return projects.length === 0
    ? []
    : listKeysOf(
        tx,
        projects.map(({ id }) => id),
      );
}

async function attachAll(
  scope: ReadingScope,
  namings: Naming[],
  onClosing?: (ticket: Ticket, attached: Attached) => Promise<void>,
): Promise<TicketsByProject> {
  const tickets = await lockNamed(scope, namings);
  const firsts: TicketsByProject = new Map();
  let links = 0;
  for (const { thing, named, actor, asOf } of namings) {
    for (const [ticket, closes] of ticketsOf(named, tickets)) {
      if (++links > linksMax) return firsts;
      const attached = await attachLink(scope.tx, actor, ticket, { ...thing, closes, asOf }, scope.now);
      if (attached === 'new') scope.effects.push(linkedEffect(ticket, thing));
      if (closes) await onClosing?.(ticket, attached);
      const projectId = ticket.projectId as string;
      if (!firsts.has(projectId)) firsts.set(projectId, ticket.id);
    }
  }
  return firsts;
}

/** All at once and in one order: pushes that name the same tickets wait for each other, never in a circle. */
async function lockNamed({ tx, projects }: ReadingScope, namings: Naming[]): Promise<Map<string, Ticket>> {
  const projectIds = projects.map(({ id }) => id);
  const keys = [...new Set(namings.flatMap(({ named }) => named.map(({ key }) => key)))].sort();
  const tickets = new Map<string, Ticket>();
  for (const key of keys.slice(0, linksMax)) {
    const ticket = await lockTicketOf(tx, projectIds, key);
    if (ticket) tickets.set(key, ticket);
  }
  return tickets;
}

/** A ticket once, however often and by whatever key it is named. */
function ticketsOf(named: NamedTicket[], tickets: Map<string, Ticket>): Iterable<[Ticket, boolean]> {
  const byId = new Map<string, [Ticket, boolean]>();
  for (const { key, closes } of named) {
    const ticket = tickets.get(key);
    if (!ticket) continue;
    const known = byId.get(ticket.id);
    if (known) known[1] ||= closes;
    else byId.set(ticket.id, [ticket, closes]);
  }
  return byId.values();
}

const linkedEffect = (ticket: Ticket, { kind, reference }: CodeThing) =>
  ({
    type: 'linked',
    projectId: ticket.projectId as string,
    ticketId: ticket.id,
    ticketKey: keyOfTicket(ticket),
    what: `${kind} ${reference}`,
  }) as const;

function nameByCommit(scope: ReadingScope, commit: Commit, keys: string[]): Naming {
  const [firstLine = ''] = commit.message.split('\n', 1);
  return {
    thing: {
      ...placeOf(scope),
      kind: 'commit',
      reference: lineOf(commit.sha, 255) || 'unknown',
      title: lineOf(firstLine, 500),
      url: commit.url ?? null,
      state: null,
      ...authorFields(scope, commit.author),
    },
    named: findTicketKeys(commit.message, keys),
    actor: actorOf(scope, commit.author),
    asOf: scope.now,
  };
}

function nameByBranch(scope: ReadingScope, branch: string, keys: string[]): Naming {
  return {
    thing: {
      ...placeOf(scope),
      kind: 'branch',
      reference: lineOf(branch, 255),
      title: lineOf(branch, 500),
      url: null,
      state: 'open',
      ...authorFields(scope, scope.sender),
    },
    named: findTicketKeys(branch, keys).map(onlyNamed),
    actor: actorOf(scope, scope.sender),
    asOf: scope.now,
  };
}

const pullRequestThing = (
  scope: ReadingScope,
  { number, title, url, state, author }: PullRequest,
): CodeThing => ({
  ...placeOf(scope),
  kind: 'pull_request',
  reference: String(number),
  title: lineOf(title, 500),
  url: url ?? null,
  state,
  ...authorFields(scope, author),
});

const placeOf = ({ provider, repository }: ReadingScope) => ({
  provider,
  repository: repository.slice(0, 200),
});
