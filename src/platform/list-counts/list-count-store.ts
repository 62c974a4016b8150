import { addToCounts, type CountTable } from '../count-roll-up.ts';
import { type Queries, statement, type Tx } from '../db/index.ts';

/** The lists whose rows are counted in `list_counts`. */
export type CountedList =
  | 'notifications'
  | 'unread_notifications'
  | 'webhook_deliveries'
  | 'inbound_deliveries'
  | 'agent_tasks'
  | 'agent_task_activities'
  | 'activity'
  | 'history';

interface CountChange {
  list: CountedList;
  owner: string;
  change: number;
}

// One statement, so that the counts and the changes that are not rolled up yet are of the same moment.
const current = statement<{ list: CountedList; owners: string[] }, { total: number }>(`
  select cast(coalesce((select sum(total) from list_counts where list = :list and owner in :owners[]), 0)
    + coalesce((select sum(change) from list_count_changes where list = :list and owner in :owners[]), 0) as bigint) as total`);
const changeAtOffset = statement<{ offset: number }, { seq: number }>(
  'select seq from list_count_changes order by seq limit 1 offset :offset',
);
// By a range, for the reason in src/stats/ticket-count-store.ts.
const takeOldest = statement<{ limit: number }, CountChange>(`
  delete from list_count_changes where seq <= (
    select max(o.seq) from (select seq from list_count_changes order by seq limit :limit) o)
  returning list, owner, change`);

/** The number of rows that the list has for these owners together. */
export const readListCount = async (queries: Queries, list: CountedList, owners: string[]) =>
  (await queries.find(current, { list, owners }))?.total ?? 0;

export const hasMoreCountChangesThan = async (queries: Queries, offset: number) =>
  (await queries.find(changeAtOffset, { offset })) !== undefined;

/** Deletes and returns the oldest changes. */
export const deleteOldestCountChanges = (tx: Tx, limit: number) => tx.list(takeOldest, { limit });

const listCounts: CountTable = { name: 'list_counts', key: ['list', 'owner'], sums: ['total'] };

export const addToListCounts = (tx: Tx, changes: CountChange[]) =>
  addToCounts(
    tx,
    listCounts,
    changes.map(({ list, owner, change }) => ({ key: [list, owner], sums: [change] })),
  );
