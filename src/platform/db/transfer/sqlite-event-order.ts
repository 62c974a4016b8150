import type { DatabaseSync } from 'node:sqlite';
import { isEventCursor } from './database-target.ts';
import { quote, type Row, type TableSchema } from './table-schema.ts';

/**
 * PostgreSQL orders events by (xid, seq), SQLite by seq alone. The two orders differ if transactions ran at the same
 * time. So the events keep the set of their numbers, but get them in the settled order, and the rows that name an event
 * follow. Cursors then point to the same event as before.
 */
export class EventOrder {
  readonly #connection: DatabaseSync;

  constructor(connection: DatabaseSync) {
    this.#connection = connection;
    connection.exec('create temp table event_order (seq integer primary key, xid integer not null)');
  }

  add(rows: { seq: Row[number]; xid: Row[number] }[]): void {
    const insert = this.#connection.prepare('insert into temp.event_order (seq, xid) values (?, ?)');
    for (const { seq, xid } of rows) insert.run(seq, xid);
  }

  apply(tables: TableSchema[]): void {
    this.#connection.exec(renumbered);
    for (const { name } of tables.filter(isEventCursor)) this.#moveCursor(name);
    const { n } = this.#connection.prepare('select count(*) as n from temp.renumbered').get() as {
      n: number;
    };
    if (n > 0) for (const sql of renumber) this.#connection.exec(sql);
    this.#connection.exec('drop table temp.renumbered; drop table temp.event_order');
  }

  /** Moves a cursor to the number of the last event that it has passed. A cursor before all events stays there. */
  #moveCursor(table: string): void {
    const cursor = quote(table);
    const passed = `(
      select max(coalesce(r.now, o.seq)) from temp.event_order o left join temp.renumbered r on r.was = o.seq
      where (o.xid, o.seq) <= (${cursor}.xid, ${cursor}.seq))`;
    const place = `coalesce(${passed}, min(seq, 0))`;
    this.#connection.exec(`update ${cursor} set (xid, seq) = (select ${place}, ${place})`);
  }
}

const renumbered = `
  create temp table renumbered as
  select a.seq as was, b.seq as now
  from (select seq, row_number() over (order by xid, seq) as place from temp.event_order) a
  join (select seq, row_number() over (order by seq) as place from temp.event_order) b on b.place = a.place
  where a.seq <> b.seq;
  create index temp.renumbered_was on renumbered (was)`;

/** Moves through negative numbers, so that no event gets a number that another one still has. */
const move = (table: string, column: string) => [
  `update ${table} set ${column} = -(select now from temp.renumbered where was = ${column})
   where ${column} in (select was from temp.renumbered)`,
  `update ${table} set ${column} = -${column} where ${column} < 0`,
];

const renumber = [
  // In lane 0 a delivery is due by the number of its event.
  `update webhook_deliveries set next_at = (select now from temp.renumbered where was = next_at)
   where lane = 0 and state = 'pending' and next_at in (select was from temp.renumbered)`,
  ...move('events', 'seq'),
  ...move('webhook_deliveries', 'event_seq'),
  ...move('webhook_attempts', 'event_seq'),
];
