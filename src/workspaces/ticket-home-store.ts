import { type Queries, statement } from '../platform/db/index.ts';

const insert = statement<{ id: string }>('insert into ticket_homes (id) values (:id)');
const insertGuest = statement<{ homeId: string; userId: string }>(`
  insert into ticket_guests (user_id, home_id) values (:userId, :homeId) on conflict do nothing`);

/** Every project and every workspace has a row in `ticket_homes`, which counts and numbers its tickets. */
export const insertTicketHome = (tx: Queries, id: string) => tx.run(insert, { id });

/** Records that a person who is not a member may have tickets in the home, so that their lists include it. */
export const addTicketGuest = (tx: Queries, homeId: string, userId: string) =>
  tx.run(insertGuest, { homeId, userId });
