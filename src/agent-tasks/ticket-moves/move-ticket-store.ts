import { sql } from '../../platform/db/index.ts';
import type { AgentTask } from '../agent-task.ts';

export const setTicketMove = sql.run<
  Pick<AgentTask, 'id' | 'ticketStatusBefore' | 'ticketOwnStatusBefore' | 'ticketMovedAt'>
>(`
  update agent_tasks set ticket_status_before = :ticketStatusBefore, ticket_own_status_before = :ticketOwnStatusBefore,
    ticket_moved_at = :ticketMovedAt where id = :id`);

/** Whether another task on the ticket is being worked on, or waits for an answer. */
export const hasOtherRunningTask = sql.exists<{ ticketId: string; taskId: string }, { id: string }>(`
  select id from agent_tasks
  where ticket_id = :ticketId and id <> :taskId and state in ('in_progress', 'waiting_for_user') limit 1`);

/** Whether a ticket that is in progress now has entered that status again since then. */
export const wasMovedSince = sql.exists<{ ticketId: string; since: number }, { at: number }>(`
  select at from ticket_moves where ticket_id = :ticketId and to_status = 'in_progress' and at > :since limit 1`);

export const isHeldBy = sql.exists<{ id: string; epoch: number }, { id: string }>(`
  select id from agent_tasks where id = :id and state = 'in_progress' and lease_epoch = :epoch`);
