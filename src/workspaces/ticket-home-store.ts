import { type Queries, sql, statement, type Tx } from '../platform/db/index.ts';

/** Every project and every workspace has a row in `ticket_homes`, which counts and numbers its tickets. */
export const insertTicketHome = sql.run<{ id: string }>('insert into ticket_homes (id) values (:id)');

/** Records that a person who is not a member may have tickets in the home, so that their lists include it. */
export const addTicketGuest = sql.run<{ homeId: string; userId: string }>(`
  insert into ticket_guests (user_id, home_id) values (:userId, :homeId) on conflict do nothing`);

/** The next number of a project. The row lock lasts until the commit, so numbers have neither gaps nor duplicates. */
export const allocateTicketNumber = (tx: Queries, homeId: string) => allocateTicketNumbers(tx, homeId, 1);

const takeNumbers = statement<{ id: string; count: number }, { number: number }>(`
  update ticket_homes set last_number = last_number + :count, ticket_count = ticket_count + :count where id = :id
  returning last_number as number`);
/** The first of the next `count` numbers. */
export async function allocateTicketNumbers(tx: Queries, homeId: string, count: number): Promise<number> {
  const taken = await tx.find(takeNumbers, { id: homeId, count });
  if (!taken) throw new Error(`ticket_homes has no row for ${homeId}`);
  return taken.number - count + 1;
}

export const changeTicketCount = sql.send<{ id: string; change: number }>(
  'update ticket_homes set ticket_count = ticket_count + :change where id = :id',
);

const lock = statement<{ id: string }, { lastNumber: number }>(
  'select last_number as "lastNumber" from ticket_homes where id = :id for update',
);
export async function lockLastNumber(tx: Tx, homeId: string): Promise<number> {
  const home = await tx.find(lock, { id: homeId });
  if (!home) throw new Error(`ticket_homes has no row for ${homeId}`);
  return home.lastNumber;
}
export const saveLastNumber = sql.run<{ id: string; lastNumber: number; count: number }>(`
  update ticket_homes set last_number = :lastNumber, ticket_count = ticket_count + :count where id = :id`);
/** Raises the last number to that of the archive's source, so that numbers of tickets deleted there are not reused. */
export const raiseLastNumber = sql.run<{ homeId: string; number: number }>(
  'update ticket_homes set last_number = :number where id = :homeId and last_number < :number',
);
