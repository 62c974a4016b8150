import { insertMany, type Queries, statement, type Tx } from '../platform/db/index.ts';
import type { Ticket } from './ticket.ts';

/** So many more (or fewer) tickets of this kind, or comments of that moment, which are not in the counts yet. */
export interface CountChange {
  change: number;
  homeId: string;
  /** Null in the change of comments, as everything else of a ticket. */
  status: string | null;
  priority: string | null;
  type: string | null;
  assigneeId: string | null;
  createdAt: number | null;
  completedAt: number | null;
  commentedAt: number | null;
}

const ticketColumns = [
  ...['change', 'home_id', 'status', 'priority', 'type', 'assignee_id'],
  ...['created_at', 'completed_at'],
];
const some = statement<{ limit: number }, { seq: number }>(
  'select seq from ticket_count_changes limit 1 offset :limit',
);
// Two processes may fold at once: each takes other rows, and each row is taken once. Where PostgreSQL believes the table to be
// empty, it would choose them anew for every row of it: so they are chosen first, and only the table's beginning is walked.
const take = statement<{ limit: number }, CountChange>(`
  with oldest as materialized (
    select seq from ticket_count_changes order by seq limit :limit for update skip locked)
  delete from ticket_count_changes where seq <= (select max(seq) from oldest) and seq in (select seq from oldest)
  returning change, home_id as "homeId", status, priority, type, assignee_id as "assigneeId",
    created_at as "createdAt", completed_at as "completedAt", commented_at as "commentedAt"`);

/** New tickets are counted. Every later change of them writes itself down. */
export const noteNewTickets = (tx: Tx, tickets: Ticket[]) =>
  insertMany(
    tx,
    'ticket_count_changes',
    ticketColumns,
    tickets.map((ticket) => [
      ...[1, ticket.homeId, ticket.status, ticket.priority, ticket.type, ticket.assigneeId],
      ...[ticket.createdAt, ticket.completedAt],
    ]),
  );

/** Whether more changes than this wait to be folded. */
export const areCountChangesOver = async (queries: Queries, limit: number) =>
  (await queries.find(some, { limit })) !== undefined;

/** The oldest so many, which are gone then. */
export const takeCountChanges = (tx: Tx, limit: number) => tx.list(take, { limit });

/** A table of counts: what a row is found by, and what is added up. */
export interface CountTable {
  name: string;
  key: readonly string[];
  sums: readonly string[];
}

/** Adds rows (the key, then what is added) to the counts. In one order for all who foldCase, or two would wait for each other. */
export function addToCounts(tx: Tx, { name, key, sums }: CountTable, rows: (string | number)[][]) {
  const added = sums.map((sum) => `${sum} = ${name}.${sum} + excluded.${sum}`);
  const ending = `on conflict (${key.join()}) do update set ${added.join()}`;
  return insertMany(tx, name, [...key, ...sums], rows, ending);
}
