import type { CurrentWork } from '../agents/index.ts';
import { ticketKey } from '../tickets/index.ts';
import type { Scope } from '../users/index.ts';
import { listTasks } from './list-tasks.ts';

const tasksMax = 100;

/** A task that an agent works on, or that waits for an answer. */
export interface CurrentTask extends CurrentWork {
  agentId: string;
}

/** The newest current task of each agent, of those that the actor may see. */
export async function listCurrentTasks(
  scope: Scope,
  agentIds: string[],
): Promise<ReadonlyMap<string, CurrentTask>> {
  const current = new Map<string, CurrentTask>();
  if (agentIds.length === 0) return current;
  const states = ['in_progress', 'waiting_for_user'];
  const { rows } = await listTasks(
    scope,
    { workerIds: agentIds, states },
    { page: 1, limit: tasksMax, offset: 0 },
  );
  for (const task of rows) {
    const agentId = task.leaseUserId ?? task.agentId;
    if (agentId === null || current.has(agentId)) continue;
    const { ticketId, ticketTitle, lastActivity } = task;
    current.set(agentId, {
      agentId,
      taskId: task.id,
      title: task.title,
      state: task.state as CurrentTask['state'],
      since: task.state === 'in_progress' ? (task.claimedAt ?? task.createdAt) : task.updatedAt,
      leaseExpiresAt: task.leaseExpiresAt,
      question: task.question,
      ticket:
        ticketId === null || ticketTitle === null
          ? null
          : { id: ticketId, key: ticketKey(task.projectKey, task.ticketNumber), title: ticketTitle },
      lastActivity,
    });
  }
  return current;
}
