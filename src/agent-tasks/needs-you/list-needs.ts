import { dayMs } from '../../platform/clock.ts';
import type { Queries } from '../../platform/db/index.ts';
import {
  findVisibleHomes,
  listOpenBlockers,
  listTicketRowsById,
  listTicketsAtOrBelow,
  reviews,
  watchers,
} from '../../tickets/index.ts';
import { type Actor, canManageInstance, keyAllowsProject, type Scope } from '../../users/index.ts';
import { canAnswer, canReadTask, canUnholdTask } from '../agent-task-access.ts';
import type { TaskForActor } from '../agent-task-store.ts';
import type { Collision } from '../collisions/read-collisions.ts';
import { readBlockers, type TaskBlocker } from '../holds/read-blockers.ts';
import type { BranchConflict } from '../live-branches/read-merge-conflicts.ts';
import type { QuestionForm } from '../questions/question-form.ts';
import { expectedMinutes, type Freed, freedTicketsFinder, type NeedKind, orderNeeds } from './need.ts';
import * as store from './need-store.ts';

type Ticket = Awaited<ReturnType<typeof listTicketRowsById>>[number];

/** Something that waits for a person. Without a task it is a review that they are asked for, or their own ticket. */
export interface Need {
  id: string;
  kind: NeedKind;
  task?: TaskForActor & {
    blockers: TaskBlocker[];
    collisions: Collision[];
    mergeConflicts: BranchConflict[];
  };
  ticket: Ticket | null;
  since: number;
  frees: Freed;
  minutes: number;
}

type Homes = Awaited<ReturnType<typeof findVisibleHomes>>;
type Found = Omit<Need, 'frees' | 'ticket' | 'task'> & { ticketId: string | null; task?: TaskForActor };

const itemsPerKind = 200;
const itemsShown = 100;
const shownDays = 30;
const ticketsReached = 2_000;
const paceDays = 28;

/** Lists what waits for the person, in the order that lets most work go on soonest. Agents are told nothing. */
export async function listNeeds(scope: Scope): Promise<Need[]> {
  const { db, actor } = scope;
  if (actor.agent) return [];
  const homes = await findVisibleHomes(db.reads, actor);
  const ofTasks = await withoutReviewed(scope, await listTaskNeeds(scope, homes));
  const asked = await listAskedReviews(scope, ofTasks);
  const found = [...ofTasks, ...asked, ...(await listOwnTickets(scope))];
  const freedBy = await computeFreed(db.reads, found, homes.whole, scope.clock.now());
  const ordered = orderNeeds(
    found
      .map((need) => ({ ...need, frees: freedBy(need) }))
      // An own ticket is listed only if agents wait for it.
      .filter(({ task, kind, frees }) => task !== undefined || kind === 'review' || frees.agents > 0),
  ).slice(0, itemsShown);
  const rows = await listTicketRowsById(
    db.reads,
    ordered.flatMap(({ ticketId }) => ticketId ?? []),
  );
  const ticketOf = new Map(rows.map((row) => [row.id, row]));
  const blockers = await readBlockers(
    db.reads,
    actor,
    ordered.flatMap(({ task }) => task ?? []),
  );
  return ordered.map(({ ticketId, task, ...need }) => ({
    ...need,
    ...(task && {
      task: {
        ...task,
        blockers: blockers.get(task.ticketId ?? '') ?? [],
        collisions: [],
        mergeConflicts: [],
      },
    }),
    ticket: ticketOf.get(ticketId ?? '') ?? null,
  }));
}

async function listTaskNeeds({ db, actor, clock }: Scope, { whole, guest }: Homes): Promise<Found[]> {
  const place = {
    projectIds: whole,
    homeIds: [...whole, ...guest],
    seesInstance: Number(canManageInstance(actor)),
    limit: itemsPerKind,
  };
  const since = clock.now() - shownDays * dayMs;
  const [asking, failed, reviewed, held] = await Promise.all([
    store.listTasksWithQuestion(db.reads, place),
    store.listFailedTasks(db.reads, { ...place, since }),
    store.listTasksToReview(db.reads, { ...place, since }),
    store.listHeldTasks(db.reads, place),
  ]);
  const ids = [...asking, ...failed, ...reviewed, ...held];
  if (ids.length === 0) return [];
  const tasks = await store.listTasksForActor(db.reads, { ids, userId: actor.userId });
  const concerns = await readConcerns(db.reads, actor, tasks);
  return tasks.flatMap((task) => {
    if (task.projectStatus === 'deleted' || !canReadTask(actor, task)) return [];
    const kind = findKind(actor, task, concerns(task));
    return kind ? [describeNeed(kind, task)] : [];
  });
}

/** Undefined if the task needs nothing of this person. */
function findKind(actor: Actor, task: TaskForActor, isConcerned: boolean): NeedKind | undefined {
  if (task.state === 'queued') return canUnholdTask(actor, task) ? 'held' : undefined;
  if (!isConcerned || !canAnswer(actor, task)) return undefined;
  if (task.state === 'waiting_for_user') return task.questionKind ?? 'question';
  return task.state === 'completed' ? 'review' : 'failure';
}

function describeNeed(kind: NeedKind, task: TaskForActor): Found {
  const since = task.state === 'queued' ? task.createdAt : (task.completedAt ?? task.updatedAt);
  // A task keeps its ticket’s id when the ticket has moved away; then it has no title.
  const ticketId = task.ticketTitle === null ? null : task.ticketId;
  return { id: task.id, kind, task, ticketId, since, minutes: estimateMinutes(kind, task) };
}

function estimateMinutes(kind: NeedKind, { questionForm }: TaskForActor): number {
  if (kind !== 'question') return expectedMinutes[kind];
  if (questionForm === null) return expectedMinutes.text;
  const fields = Object.values((JSON.parse(questionForm) as QuestionForm).properties);
  const [field] = fields.length === 1 ? fields : [];
  return field?.enum || field?.oneOf || field?.type === 'boolean'
    ? expectedMinutes.choice
    : expectedMinutes.form;
}

/**
 * Who is concerned by a task: who asked for it, the owner of its agent, and the watchers of its ticket, as for
 * notifications. A task that has none of these concerns everybody who may answer it.
 */
async function readConcerns(queries: Queries, actor: Actor, tasks: TaskForActor[]) {
  const owners = await store.listAgentOwners(queries, { ids: tasks.map(({ id }) => id) });
  const ticketIds = [...new Set(tasks.flatMap(({ ticketId }) => ticketId ?? []))];
  const watching = await watchers.listWatchersOf(queries, { ids: ticketIds });
  return ({ id, ticketId, createdBy }: TaskForActor) => {
    const people = [
      ...(createdBy === null ? [] : [createdBy]),
      ...owners.filter(({ taskId }) => taskId === id).map(({ ownerId }) => ownerId),
      ...watching.filter((watcher) => watcher.ticketId === ticketId).map((watcher) => watcher.id),
    ];
    return people.length === 0 || people.includes(actor.userId);
  };
}

/** A completed task needs no review of somebody who has reviewed its ticket since. */
async function withoutReviewed({ db, actor }: Scope, found: Found[]): Promise<Found[]> {
  const ticketIds = found.flatMap(({ kind, ticketId }) => (kind === 'review' ? (ticketId ?? []) : []));
  if (ticketIds.length === 0) return found;
  const times = await reviews.listOwnReviewTimes(db.reads, { userId: actor.userId, ticketIds });
  const reviewedAt = new Map(times.map(({ ticketId, at }) => [ticketId, at]));
  return found.filter(
    ({ kind, ticketId, since }) => kind !== 'review' || (reviewedAt.get(ticketId ?? '') ?? 0) < since,
  );
}

/** The reviews that the person is asked for, except of tickets that a task lists already. */
async function listAskedReviews({ db, actor }: Scope, listed: readonly Found[]): Promise<Found[]> {
  const asked = await reviews.listReviewsAskedOf(db.reads, { userId: actor.userId, limit: itemsPerKind });
  if (asked.length === 0) return [];
  const ids = asked.map(({ ticketId }) => ticketId);
  const readable = await watchers.filterReadable(db.reads, ids, actor.userId);
  const isListed = (id: string) => listed.some(({ kind, ticketId }) => kind === 'review' && ticketId === id);
  return asked
    .filter(
      ({ ticketId, projectId }) =>
        readable.has(ticketId) && keyAllowsProject(actor, projectId) && !isListed(ticketId),
    )
    .map(({ ticketId, askedAt }) => ({
      id: ticketId,
      kind: 'review',
      ticketId,
      since: askedAt,
      minutes: expectedMinutes.review,
    }));
}

async function listOwnTickets({ db, actor }: Scope): Promise<Found[]> {
  const tickets = await store.listOpenTicketsOf(db.reads, { userId: actor.userId, limit: itemsPerKind });
  return tickets
    .filter(({ projectId }) => keyAllowsProject(actor, projectId))
    .map(({ id, updatedAt }) => ({
      id,
      kind: 'held',
      ticketId: id,
      since: updatedAt,
      minutes: expectedMinutes.ownTicket,
    }));
}

/**
 * Reads all that the tickets of the items block, and returns what each item frees. Tickets elsewhere than in the visible homes
 * do not count: the numbers would tell how many there are.
 */
async function computeFreed(
  queries: Queries,
  found: readonly Found[],
  visibleHomes: readonly string[],
  now: number,
) {
  const roots = [...new Set(found.flatMap(({ ticketId }) => ticketId ?? []))];
  const reached = await reachBlocked(queries, roots);
  const [blockers, homes, waiting] = await Promise.all([
    listOpenBlockers(queries, reached),
    store.listOpenHomes(queries, { ids: [...roots, ...reached] }),
    store.listWaitingAgents(queries, { ticketIds: [...roots, ...reached] }),
  ]);
  const isVisible = new Set([...visibleHomes, ...roots]);
  const homeOf = new Map(
    homes.flatMap(({ id, homeId }) => (isVisible.has(homeId) || isVisible.has(id) ? [[id, homeId]] : [])),
  );
  const blockersOf = new Map<string, string[]>();
  for (const { ticketId, id } of blockers)
    if (homeOf.has(ticketId)) blockersOf.set(ticketId, [...(blockersOf.get(ticketId) ?? []), id]);
  const findFreed = freedTicketsFinder(blockersOf);
  const pace = await readPace(queries, [...new Set(homeOf.values())], now);
  return ({ ticketId, task, kind }: Found): Freed => {
    if (ticketId === null) return { agents: 1, tickets: 0, days: 0 };
    const tickets = [...findFreed(ticketId)].filter((id) => homeOf.has(id));
    const isFreed = new Set(tickets);
    // The work on a person’s own ticket is the person’s: only those that wait for it are freed.
    if (task === undefined && kind !== 'review') isFreed.delete(ticketId);
    const agents = new Set(
      waiting.flatMap(({ ticketId: id, agentId, kind }) =>
        id !== null && isFreed.has(id) ? [agentId ?? kind] : [],
      ),
    );
    const days = tickets.reduce((sum, id) => sum + pace(homeOf.get(id) as string), 0);
    return { agents: agents.size, tickets: isFreed.size, days: Math.round(days * 10) / 10 };
  };
}

/** The tickets that the roots block, directly or through others, at most `ticketsReached`. */
async function reachBlocked(queries: Queries, roots: string[]): Promise<string[]> {
  const reached = new Set<string>();
  for (let frontier = roots; frontier.length > 0 && reached.size < ticketsReached; ) {
    const blocked = await listTicketsAtOrBelow(queries, { ticketIds: [], blockerIds: frontier });
    frontier = blocked.filter((id) => !reached.has(id)).slice(0, ticketsReached - reached.size);
    for (const id of frontier) reached.add(id);
  }
  return [...reached];
}

/** How many days a home needs for a ticket, by what it completed lately; without completions, one day. */
async function readPace(queries: Queries, homeIds: string[], now: number) {
  const since = now - paceDays * dayMs;
  const rows = homeIds.length === 0 ? [] : await store.countCompleted(queries, { homeIds, since });
  const completed = new Map(rows.map((row) => [row.homeId, row.completed]));
  return (homeId: string) => Math.min(paceDays / (completed.get(homeId) ?? paceDays), paceDays);
}
