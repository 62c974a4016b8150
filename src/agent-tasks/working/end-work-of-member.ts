import type { Reaction } from '../../events/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { noQuestion } from '../agent-task.ts';
import { taskCancelled } from '../agent-task-events.ts';
import { changeTaskState } from '../change-task-state.ts';
import { lockUnfinishedTasksOfAgent } from './claim-store.ts';
import { noLease } from './lease.ts';

interface MemberRemovedData {
  project: { id: string };
  member: { id: string };
  user: { id: string; name: string };
}

/**
 * Event reaction: cancels the unfinished tasks of an agent that was removed from their project, in the same transaction, so
 * that its leases end with its membership. Its owner may work there still, and could otherwise let it go on. Tasks that
 * are for nobody in particular are requeued when their lease expires: who is no member cannot extend it.
 */
export const endWorkOfRemovedMembers: Reaction = {
  react: async (tx, events) => {
    for (const { type, data, occurredAt } of events)
      if (type === 'member.removed') await cancelTasks(tx, JSON.parse(data) as MemberRemovedData, occurredAt);
  },
};

async function cancelTasks(tx: Tx, { project, member, user }: MemberRemovedData, now: number): Promise<void> {
  const by = { userId: user.id, name: user.name };
  for (const task of await lockUnfinishedTasksOfAgent(tx, { projectId: project.id, agentId: member.id }))
    await changeTaskState(tx, by, now, task, taskCancelled, {
      ...noLease,
      ...noQuestion,
      state: 'cancelled',
      error: 'The agent was removed from the project',
      failureType: null,
      completedAt: now,
    });
}
