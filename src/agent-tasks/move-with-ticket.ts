import type { NewEvent } from '../events/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { moveTasksOf } from './agent-task-store.ts';

interface Updated {
  changes?: { projectId?: { to: string | null } };
}

/**
 * The reaction to a ticket that moves to another project: its tasks are where it is, as its comments are. In the same
 * transaction, so that at no moment people of the one project read in a task what is said on a ticket of the other.
 */
export async function moveTasksWithTicket(tx: Tx, events: NewEvent[]): Promise<void> {
  for (const { type, ticketId, data } of events) {
    if (type !== 'ticket.updated' || ticketId === null || !data.includes('"projectId":{')) continue;
    const { changes } = JSON.parse(data) as Updated;
    if (changes?.projectId) await moveTasksOf(tx, ticketId, changes.projectId.to);
  }
}
