import type { NewEvent, Reaction } from '../../events/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { moveTasksOfTicket } from '../agent-task-store.ts';

interface TicketUpdatedData {
  changes?: { projectId?: { to: string | null } };
}

/**
 * Event reaction: moves the tasks of a ticket that moved to another project. It runs in the transaction of the move, so that
 * members of the old project can at no moment read about a ticket of the new one.
 */
export const moveTasksWithTicket: Reaction = { react: moveTasks };

async function moveTasks(tx: Tx, events: NewEvent[]): Promise<void> {
  for (const { type, ticketId, data } of events) {
    if (type !== 'ticket.updated' || ticketId === null || !data.includes('"projectId":{')) continue;
    const { changes } = JSON.parse(data) as TicketUpdatedData;
    if (changes?.projectId) await moveTasksOfTicket(tx, ticketId, changes.projectId.to);
  }
}
