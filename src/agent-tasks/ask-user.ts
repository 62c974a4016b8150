import type { Tx } from '../platform/db/index.ts';
import { conflict } from '../platform/errors.ts';
import type { Scope } from '../users/index.ts';
import type { AgentTaskRow } from './agent-task.ts';
import { canAnswer } from './agent-task-access.ts';
import { type TaskActor, taskAnswered, taskWaiting } from './agent-task-events.ts';
import { changeTaskState } from './change-task-state.ts';
import { getTaskFor, lockTaskFor, readTask, type TaskDetails } from './get-task.ts';
import { noLease } from './lease.ts';
import { addActivity, lockLeasedTask } from './report-on-task.ts';

/** Releases the task until somebody answers. The attempt does not count. */
export async function askUser(
  scope: Scope,
  id: string,
  epoch: number,
  question: string,
): Promise<TaskDetails> {
  return scope.write(async (tx) => {
    const { actor, clock } = scope;
    const task = await lockLeasedTask(tx, scope, id, epoch);
    await addActivity(tx, actor, clock.now(), task, 'question', question);
    await changeTaskState(tx, actor, clock.now(), task, taskWaiting, {
      ...noLease,
      state: 'waiting_for_user',
      attempt: task.attempt - 1,
      question,
    });
    return readTask(tx, actor, id);
  });
}

export async function answerTask(scope: Scope, id: string, answer: string): Promise<TaskDetails> {
  return scope.write(async (tx) => {
    const task = await lockTaskFor(tx, scope.actor, id, canAnswer);
    if (task.state !== 'waiting_for_user')
      throw conflict(`The task has no open question: it is ${task.state.replace('_', ' ')}.`);
    await recordAnswer(tx, scope.actor, scope.clock.now(), task, answer);
    return readTask(tx, scope.actor, id);
  });
}

/** Queues the task again at its old position, with question and answer among its activities. */
export async function recordAnswer(
  tx: Tx,
  by: NonNullable<TaskActor>,
  now: number,
  task: AgentTaskRow,
  answer: string,
): Promise<void> {
  await addActivity(tx, by, now, task, 'answer', answer);
  await changeTaskState(tx, by, now, task, taskAnswered, { state: 'queued', question: null });
}

export const assertMayAnswer = ({ db, actor }: Scope, id: string) =>
  getTaskFor(db.reads, actor, id, canAnswer);
