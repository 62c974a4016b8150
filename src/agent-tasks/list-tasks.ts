import { recordAdminRead } from '../audit/index.ts';
import { quoteNames } from '../platform/error-texts.ts';
import { invalid, whenNotFound } from '../platform/errors.ts';
import type { Page } from '../platform/paging.ts';
import { findAnyProject, findProject } from '../projects/index.ts';
import { canReadTicket, findVisibleHomes, getTicketFor } from '../tickets/index.ts';
import { canManageInstance, keyProjectLimit, type Scope } from '../users/index.ts';
import type { AgentTaskRow } from './agent-task.ts';
import { isSeenAsAdmin } from './agent-task-access.ts';
import { type Activity, findNewestActivities } from './agent-task-reports-store.ts';
import { type Collision, readCollisions } from './collisions/read-collisions.ts';
import { readBlockers, type TaskBlocker } from './holds/read-blockers.ts';
import { listTaskRows, type TaskFilter } from './list-store.ts';
import { type BranchConflict, readMergeConflicts } from './live-branches/read-merge-conflicts.ts';

export interface TaskListFilter
  extends Pick<TaskFilter, 'states' | 'kinds' | 'priorities' | 'agentIds' | 'workerIds' | 'held'> {
  /** Ids or keys. */
  projects?: string[] | undefined;
  /** Id or key. */
  ticket?: string | undefined;
  ready?: boolean | undefined;
  order?: 'asc' | 'desc' | undefined;
}

export async function listTasks(
  scope: Scope,
  { projects, ticket, ready, order = 'desc', ...filter }: TaskListFilter,
  page: Page,
) {
  const { db, actor, clock } = scope;
  const { whole } = await findVisibleHomes(db.reads, actor);
  const missing = invalid({ ticket: ['Ticket does not exist'] });
  const ticketId =
    ticket && (await getTicketFor(db.reads, actor, ticket, canReadTicket).catch(whenNotFound(missing))).id;
  const listed = await listTaskRows(
    db.workerReads,
    {
      ...filter,
      userId: actor.userId,
      ownerId: actor.agent?.ownerId,
      homes: whole,
      canManageInstance: canManageInstance(actor),
      keyProjects: keyProjectLimit(actor),
      projectIds: projects && (await resolveProjectIds(scope, projects)),
      ticketIds: ticketId ? [ticketId] : undefined,
      agentIds: filter.agentIds?.map((id) => (id === 'me' ? actor.userId : id)),
      ready: ready === undefined ? undefined : { is: ready, at: clock.now() },
    },
    order,
    page,
  );
  if (listed.rows.some((task) => isSeenAsAdmin(actor, task)))
    await recordAdminRead(scope, 'agent_tasks.read');
  const newest = await findNewestActivities(
    db.reads,
    listed.rows.map(({ id }) => id),
  );
  const blockers = await readBlockers(db.reads, actor, listed.rows);
  const collisions = await readCollisions(db.reads, actor, listed.rows);
  const mergeConflicts = await readMergeConflicts(db.reads, actor, listed.rows);
  const rows = listed.rows.map(
    (task): ListedTask => ({
      ...task,
      lastActivity: newest.get(task.id) ?? null,
      blockers: blockers.get(task.ticketId ?? '') ?? [],
      collisions: collisions.get(task.id) ?? [],
      mergeConflicts: mergeConflicts.get(task.id) ?? [],
    }),
  );
  return { ...listed, rows };
}

/** A task with its newest activity, what blocks it and what it conflicts with. */
export type ListedTask = AgentTaskRow & {
  lastActivity: Activity | null;
  blockers: TaskBlocker[];
  collisions: Collision[];
  mergeConflicts: BranchConflict[];
};

export async function listTasksOfTicket(scope: Scope, ref: string, page: Page) {
  const { id } = await getTicketFor(scope.db.reads, scope.actor, ref, canReadTicket);
  return listTasks(scope, { ticket: id }, page);
}

async function resolveProjectIds({ db, actor }: Scope, refs: string[]): Promise<string[]> {
  const find = (ref: string) =>
    canManageInstance(actor) ? findAnyProject(db.reads, ref) : findProject(db.reads, ref, actor);
  const found = await Promise.all(refs.map(find));
  const unknown = refs.filter((_, index) => (found[index]?.status ?? 'deleted') === 'deleted');
  if (unknown.length > 0) throw invalid({ project: [`Project does not exist: ${quoteNames(unknown)}`] });
  return found.flatMap((project) => project?.id ?? []);
}
