import type { Queries } from '../platform/db/index.ts';
import { forbiddenBecause, notFound } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import type { Actor, Scope } from '../users/index.ts';
import { canReadTask, type TaskPlace } from './agent-task-access.ts';
import {
  type Activity,
  type Artifact,
  listArtifacts,
  listLatestActivities,
} from './agent-task-reports-store.ts';
import { findTaskFor, lockTaskFor as lockRow, type TaskForActor } from './agent-task-store.ts';

export type TaskDetails = TaskForActor & { activities: Activity[]; artifacts: Artifact[] };

type Permission = (actor: Actor, place: TaskPlace) => boolean;

const activitiesShown = 100;

export async function getTask(scope: Scope, id: string): Promise<TaskDetails> {
  return withReports(scope.db.reads, await getTaskFor(scope.db.reads, scope.actor, id, canReadTask));
}

/** The task, if it exists and the actor may do with it what is asked. */
export async function getTaskFor(queries: Queries, actor: Actor, id: string, may: Permission) {
  return permitted(isId(id) ? await findTaskFor(queries, id, actor.userId) : undefined, actor, may);
}

/** The same for a change: nobody else changes the task before the transaction ends. */
export async function lockTaskFor(tx: Queries, actor: Actor, id: string, may: Permission) {
  return permitted(isId(id) ? await lockRow(tx, id, actor.userId) : undefined, actor, may);
}

/** Reads a task back inside the transaction that changed it. */
export async function readTask(tx: Queries, actor: Actor, id: string): Promise<TaskDetails> {
  return withReports(tx, (await findTaskFor(tx, id, actor.userId)) as TaskForActor);
}

async function withReports(queries: Queries, task: TaskForActor): Promise<TaskDetails> {
  const [activities, artifacts] = await Promise.all([
    listLatestActivities(queries, task.id, activitiesShown),
    listArtifacts(queries, task.id),
  ]);
  return { ...task, activities, artifacts };
}

function permitted(task: TaskForActor | undefined, actor: Actor, may: Permission): TaskForActor {
  if (!task || task.projectStatus === 'deleted') throw notFound('Task');
  if (!may(actor, task)) throw forbiddenBecause('Insufficient permissions to access this task');
  return task;
}
