import { type Queries, statement } from '../platform/db/index.ts';

const insert = statement<{ id: string }>('insert into ticket_homes (id) values (:id)');
const insertGuest = statement<{ homeId: string; userId: string }>(`
  insert into ticket_guests (user_id, home_id) values (:userId, :homeId) on conflict do nothing`);

/** Made with every project and every workspace: where their tickets are counted and numbered. */
export const insertTicketHome = (tx: Queries, id: string) => tx.run(insert, { id });

/** The person may have tickets there without being a member; lists look there too from now on. */
export const noteTicketGuest = (tx: Queries, homeId: string, userId: string) =>
  tx.run(insertGuest, { homeId, userId });
