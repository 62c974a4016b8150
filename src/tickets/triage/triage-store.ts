import { sql } from '../../platform/db/index.ts';

/** The newest decision about a ticket; `data` is that of its event. */
export const findLastDecision = sql.find<{ ticketId: string }, { name: string; data: string }>(`
  select coalesce(u.name, 'Docket') as name, e.data
  from events e left join users u on u.id = e.actor_id
  where e.ticket_id = :ticketId and e.type = 'ticket.triaged' order by e.seq desc limit 1`);

export const listDueSnoozes = sql.list<{ now: number; limit: number }, { id: string }>(`
  select id from tickets where snoozed_until is not null and snoozed_until <= :now order by snoozed_until limit :limit`);
