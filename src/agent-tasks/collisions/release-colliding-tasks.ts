import type { Reaction } from '../../events/index.ts';
import { recheckHolds } from '../holds/recheck-holds.ts';
import { lockCollidingTasks } from './collision-store.ts';

/** The events of a task that stops running: from then on its files hold no other task. */
const endings = new Set(
  ['completed', 'failed', 'cancelled', 'timed_out', 'released', 'retrying', 'requeued', 'answered'].map(
    (name) => `agent_task.${name}`,
  ),
);

const tasksPerProject = 1_000;

/** Event reaction: offers the tasks that collided with a task, in the transaction in which that one ends. */
export const releaseCollidingTasks = (tasksPerHourMax: number): Reaction => ({
  react: async (tx, events) => {
    const ended = events.filter(({ type }) => endings.has(type));
    if (ended.length === 0) return;
    const now = Math.max(...ended.map(({ occurredAt }) => occurredAt));
    const projectIds = [...new Set(ended.flatMap(({ projectId }) => projectId ?? []))].sort();
    for (const projectId of projectIds) {
      const held = await lockCollidingTasks(tx, { projectId, limit: tasksPerProject });
      if (held.length > 0) await recheckHolds(tx, { now, tasksPerHourMax }, held);
    }
  },
});
