import { sql } from '../../platform/db/index.ts';

/** Who moved the ticket last. `actorId` is null for a code host and for Docket itself. */
export const findWhoClosed = sql.find<{ ticketId: string }, { actorId: string | null; active: number }>(`
  select e.actor_id as "actorId", coalesce(u.active, 0) as active
  from events e left join users u on u.id = e.actor_id
  where e.ticket_id = :ticketId and e.type = 'ticket.status_changed' order by e.seq desc limit 1`);
