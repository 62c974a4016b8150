import { recordAdminRead } from '../audit/index.ts';
import type { Queries } from '../platform/db/index.ts';
import { forbiddenBecause, notFound } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import type { Actor, Scope } from '../users/index.ts';
import { canReadTask, isSeenAsAdmin, type TaskAccessContext } from './agent-task-access.ts';
import {
  type Activity,
  type Artifact,
  listArtifacts,
  listFiles,
  listLatestActivities,
} from './agent-task-reports-store.ts';
import { findTaskFor, lockTaskFor as lockRow, type TaskForActor } from './agent-task-store.ts';
import { listPredictedFiles } from './collisions/collision-store.ts';
import { type Collision, readCollisions } from './collisions/read-collisions.ts';
import { readBlockers, type TaskBlocker } from './holds/read-blockers.ts';
import { type BranchConflict, readMergeConflicts } from './live-branches/read-merge-conflicts.ts';
import { type Cause, readCauses } from './starting/task-cause.ts';

export type TaskDetails = TaskForActor & {
  activities: Activity[];
  artifacts: Artifact[];
  blockers: TaskBlocker[];
  causes: Cause[];
  /** The paths of files that pushes changed and activities named. */
  touched: string[];
  /** The files that it will probably touch, with their share in thousandths. */
  predicted: { path: string; share: number }[];
  collisions: Collision[];
  mergeConflicts: BranchConflict[];
};

type Permission = (actor: Actor, task: TaskAccessContext) => boolean;

const activitiesShown = 100;

export async function getTask(scope: Scope, id: string): Promise<TaskDetails> {
  return withReports(scope.db.reads, scope.actor, await getTaskToRead(scope, id));
}

export async function getTaskToRead(scope: Scope, id: string): Promise<TaskForActor> {
  const task = await getTaskFor(scope.db.reads, scope.actor, id, canReadTask);
  if (isSeenAsAdmin(scope.actor, task))
    await recordAdminRead(scope, 'agent_tasks.read', { kind: 'agent_task', id });
  return task;
}

/** Throws if the task does not exist or the actor lacks the permission. */
export async function getTaskFor(queries: Queries, actor: Actor, id: string, may: Permission) {
  return assertPermitted(
    isId(id) ? await findTaskFor(queries, { id, userId: actor.userId }) : undefined,
    actor,
    may,
  );
}

/** Like `getTaskFor`, with a row lock until the transaction ends. */
export async function lockTaskFor(tx: Queries, actor: Actor, id: string, may: Permission) {
  return assertPermitted(isId(id) ? await lockRow(tx, id, actor.userId) : undefined, actor, may);
}

/** Reads a task inside the transaction that changed it. */
export async function readTask(tx: Queries, actor: Actor, id: string): Promise<TaskDetails> {
  return withReports(tx, actor, (await findTaskFor(tx, { id, userId: actor.userId })) as TaskForActor);
}

/** Reads a task inside the transaction that leased it. Only who holds a lease reports, so the first claim finds no reports. */
export async function readClaimedTask(tx: Queries, actor: Actor, id: string): Promise<TaskDetails> {
  const task = (await findTaskFor(tx, { id, userId: actor.userId })) as TaskForActor;
  return withReports(tx, actor, task, task.leaseEpoch > 1);
}

async function withReports(
  queries: Queries,
  actor: Actor,
  task: TaskForActor,
  mayHaveReports = true,
): Promise<TaskDetails> {
  const [activities, artifacts, blockers, causes, touched, predicted, collisions, mergeConflicts] =
    await Promise.all([
      mayHaveReports ? listLatestActivities(queries, task.id, activitiesShown) : [],
      mayHaveReports ? listArtifacts(queries, { taskId: task.id }) : [],
      readBlockers(queries, actor, [task]),
      readCauses(queries, task),
      task.touchedFiles > 0 ? listFiles(queries, { taskId: task.id }) : [],
      task.predictedFiles > 0 ? listPredictedFiles(queries, { taskId: task.id }) : [],
      readCollisions(queries, actor, [task]),
      readMergeConflicts(queries, actor, [task]),
    ]);
  return {
    ...task,
    activities,
    artifacts,
    blockers: blockers.get(task.ticketId ?? '') ?? [],
    causes,
    touched,
    predicted,
    collisions: collisions.get(task.id) ?? [],
    mergeConflicts: mergeConflicts.get(task.id) ?? [],
  };
}

function assertPermitted(task: TaskForActor | undefined, actor: Actor, may: Permission): TaskForActor {
  if (!task || task.projectStatus === 'deleted') throw notFound('Task');
  if (!may(actor, task)) throw forbiddenBecause('Insufficient permissions to access this task');
  return task;
}
