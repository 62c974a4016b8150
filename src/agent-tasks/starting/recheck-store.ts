import { sql } from '../../platform/db/index.ts';

/** The task of this kind of the ticket that nobody has claimed yet. */
export const lockWaitingTask = sql.find<{ ticketId: string; kind: string }, { id: string; input: string }>(`
  select a.id, a.input from agent_tasks a
  where a.ticket_id = :ticketId and a.kind = :kind and a.state = 'queued' and a.attempt = 0
  order by a.id limit 1 for update of a`);

export const updateTaskInput = sql.run<{ id: string; input: string; updatedAt: number }>(
  'update agent_tasks set input = :input, updated_at = :updatedAt where id = :id',
);
