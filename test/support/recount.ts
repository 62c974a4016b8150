import assert from 'node:assert/strict';
import { dayMs, hourMs } from '../../src/platform/clock.ts';
import { type Database, dynamicStatement } from '../../src/platform/db/index.ts';

export interface LiveTicket {
  id: string;
  homeId: string;
  status: string;
  priority: string;
  type: string;
  assigneeId: string | null;
  reporterId: string;
  dueDate: number | null;
  createdAt: number;
  completedAt: number | null;
}
export interface LiveComment {
  homeId: string;
  createdAt: number;
}

/** Every ticket that is not deleted, and the comments of these tickets. */
export async function readLive(db: Database): Promise<{ tickets: LiveTicket[]; comments: LiveComment[] }> {
  const list = <T>(sql: string) => db.reads.list(dynamicStatement<object, T>(sql), {});
  return {
    tickets: await list<LiveTicket>(`
      select id, home_id as "homeId", status, priority, type, assignee_id as "assigneeId", reporter_id as "reporterId",
        due_date as "dueDate", created_at as "createdAt", completed_at as "completedAt"
      from tickets where deleted_at is null`),
    comments: await list<LiveComment>(`
      select t.home_id as "homeId", c.created_at as "createdAt"
      from comments c join tickets t on t.id = c.ticket_id where t.deleted_at is null`),
  };
}

type Counts = Record<string, number[]>;

/** The counts plus the changes not yet rolled up equal what counting every live ticket and comment gives. */
export async function assertCounted(db: Database): Promise<void> {
  const { tickets, comments } = await readLive(db);
  const expected: Counts = {};
  const add = (key: string, ...amounts: number[]) => {
    expected[key] = amounts.map((amount, i) => amount + (expected[key]?.[i] ?? 0));
  };
  const addAt = (homeId: string, at: number, ...amounts: number[]) => {
    add(`${homeId} ${Math.floor(at / dayMs)}`, ...amounts);
    add(`${homeId} hour ${Math.floor(at / hourMs)}`, ...amounts);
  };
  for (const ticket of tickets) {
    const { homeId, createdAt, completedAt, assigneeId, dueDate } = ticket;
    for (const fact of ['status', 'priority', 'type'] as const)
      add(`${homeId} ${fact} ${ticket[fact]}`, 1, createdAt);
    addAt(homeId, createdAt, 1, 0, 0, 0);
    if (completedAt !== null) addAt(homeId, completedAt, 0, 1, completedAt - createdAt, 0);
    if (dueDate !== null && ticket.status !== 'done' && ticket.status !== 'cancelled')
      for (const days of spans) add(`${homeId} due ${days} ${Math.trunc(dueDate / (days * dayMs))}`, 1);
    if (assigneeId !== null) add(assigneeId, 1, ticket.status === 'done' ? 1 : 0);
  }
  for (const { homeId, createdAt } of comments) addAt(homeId, createdAt, 0, 0, 0, 1);
  assert.deepEqual(await readCounts(db), sorted(expected));
}

const changes = 'ticket_count_changes';
/** Open tickets are counted for each day on which they are due, and for each 32 days. */
const spans = [1, 32];
const isTicket = 'status is not null';
const facts = ['status', 'priority', 'type'].map(
  (fact) =>
    `select home_id || ' ${fact} ' || ${fact}, change, change * created_at, 0, 0 from ${changes} where ${isTicket}`,
);
/** The changes by day (`unit` is empty) or by hour. */
const changesInTime = (unit: string, unitMs: number) => `
    select home_id || ' ${unit}' || (created_at / ${unitMs}), change, 0, 0, 0, 4 from ${changes} where ${isTicket}
    union all
    select home_id || ' ${unit}' || (completed_at / ${unitMs}), 0, change, change * (completed_at - created_at), 0, 4
    from ${changes} where completed_at is not null
    union all
    select home_id || ' ${unit}' || (commented_at / ${unitMs}), 0, 0, 0, change, 4
    from ${changes} where commented_at is not null`;
const changesOfDue = spans.map(
  (days) => `select home_id || ' due ${days} ' || (due_date / ${days * dayMs}), change, 0, 0, 0, 1
    from ${changes} where due_date is not null and status not in ('done', 'cancelled')`,
);
const everyCount = `
  select key, cast(sum(a) as bigint) as a, cast(sum(b) as bigint) as b, cast(sum(c) as bigint) as c,
    cast(sum(d) as bigint) as d, max(width) as width
  from (
    select home_id || ' ' || fact || ' ' || word as key, tickets as a, created_at_sum as b, 0 as c, 0 as d, 2 as width
    from ticket_counts
    union all
    select home_id || ' ' || day, created, completed, completion_ms, comments, 4 from ticket_days
    union all
    select home_id || ' hour ' || hour, created, completed, completion_ms, comments, 4 from ticket_hours
    union all
    select home_id || ' due ' || span_days || ' ' || span, tickets, 0, 0, 0, 1 from ticket_due_counts
    union all
    select assignee_id, tickets, done, 0, 0, 2 from assignee_counts
    union all
    ${facts.map((sql) => sql.replace(' from', ', 2 from')).join(' union all ')}
    union all
    ${changesInTime('', dayMs)}
    union all
    ${changesInTime('hour ', hourMs)}
    union all
    ${changesOfDue.join(' union all ')}
    union all
    select assignee_id, change, case when status = 'done' then change else 0 end, 0, 0, 2
    from ${changes} where assignee_id is not null) counted
  group by key`;
type CountRow = { key: string; a: number; b: number; c: number; d: number; width: number };

async function readCounts(db: Database): Promise<Counts> {
  const rows = await db.reads.list(dynamicStatement<object, CountRow>(everyCount), {});
  const counts = rows.map(({ key, a, b, c, d, width }) => [key, [a, b, c, d].slice(0, width)] as const);
  // The roll-up keeps rows whose counts became 0.
  return sorted(Object.fromEntries(counts.filter(([, amounts]) => amounts.some((amount) => amount !== 0))));
}

const sorted = (counts: Counts) =>
  Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
