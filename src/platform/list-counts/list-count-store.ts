import {
  addToCounts,
  type CountTable,
  changeQueue,
  rollUpBy,
  rollUpLoop,
  takeOldestFrom,
} from '../count-roll-up.ts';
import { sql, statement, type Tx } from '../db/index.ts';

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

/**
 * The number of rows that the list has for these owners together.
 * One statement, so that the counts and the changes that are not rolled up yet are of the same moment.
 */
export const readListCount = sql.count<{ list: CountedList; owners: string[] }, { total: number }>(`
  select cast(coalesce((select sum(total) from list_counts where list = :list and owner in :owners[]), 0)
    + coalesce((select sum(change) from list_count_changes where list = :list and owner in :owners[]), 0) as bigint) as total`);

const listCounts: CountTable = { name: 'list_counts', key: ['list', 'owner'], sums: ['total'] };

export const addToListCounts = (tx: Tx, changes: CountChange[]) =>
  addToCounts(
    tx,
    listCounts,
    changes.map(({ list, owner, change }) => ({ key: [list, owner], sums: [change] })),
  );

const takeOldest = statement<{ limit: number }, CountChange>(
  takeOldestFrom('list_count_changes', 'list, owner, change'),
);
export const rollUpListCounts = rollUpBy(changeQueue('list_count_changes', takeOldest), addToListCounts);
export const startListCountLoop = rollUpLoop('list counts', rollUpListCounts);

/** Builds the insert of the first count of a list. `counted` selects it: `'list', owner, total`. */
export const firstCountFrom = (counted: string) =>
  `insert into list_counts (list, owner, total) ${counted} on conflict (list, owner) do nothing`;
