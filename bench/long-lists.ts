import { parseArgs } from 'node:util';
import { insertAccount, openSession, sessionCookieName } from '../src/auth/index.ts';
import { eventReactions } from '../src/composition/event-reactions.ts';
import { withReactions } from '../src/events/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { type Database, dynamicStatement, openDatabase } from '../src/platform/db/index.ts';
import type { EngineName } from '../test/support/engines.ts';
import { newBenchDatabase } from './database.ts';
import { startDocket } from './docket-server.ts';
import { fillLongLists } from './fill-long-lists.ts';
import { median } from './median.ts';
import type { ProcessFigure } from './process-figures.ts';
import { timeCall } from './timed-call.ts';

export const longLists = 'long lists, from 1,000 to 200,000 rows';
const few = 1_000;
const rounds = 40;
const warmUpRounds = 10;
const timesAtMost = 2;
const anyPageMsAtMost = 150;

/** A person with lists of a length, and their credential. */
export interface ListOwner {
  userId: string;
  cookie: string;
  rows: number;
}

type Get = (path: string) => Promise<{ ms: number; body: unknown }>;
interface Side {
  get: Get;
  /** Paths of the lists, by name. */
  lists: Record<string, string>;
}
interface ListBody {
  pagination: { totalPages: number; nextCursor: string };
}

/** The same pages of the lists of two people in one database, in turns; compares the medians. */
export async function measureLongLists(engine: EngineName, many = 200_000): Promise<ProcessFigure[]> {
  const database = await newBenchDatabase(engine);
  const db = withReactions(await openDatabase(database.address), eventReactions);
  try {
    const owners = [await newOwner(db, few), await newOwner(db, many)];
    const lists = await createLists(owners, () => startDocket(database.address, database.folder));
    for (const [index, owner] of owners.entries()) await fillLongLists(db, owner, lists[index] as Lists);
    await analyze(db);
    const server = await startDocket(database.address, database.folder);
    try {
      const sides = owners.map(({ cookie }, index): Side => {
        const call = timeCall(server.origin, cookie);
        return { get: (path) => call({ method: 'GET', path }), lists: pathsOf(lists[index] as Lists) };
      });
      await waitForCounts(db);
      return await compare(sides as [Side, Side]);
    } finally {
      await server.stop();
    }
  } finally {
    await db.close();
    await database.remove();
  }
}

/** What the lists belong to. */
export interface Lists {
  projectId: string;
  ticketId: string;
  webhookId: string;
  taskId: string;
}

const pathsOf = ({ projectId, ticketId, webhookId, taskId }: Lists) => ({
  comments: `/api/tickets/${ticketId}/comments`,
  history: `/api/tickets/${ticketId}/history`,
  activity: '/api/user/activity',
  notifications: '/api/user/notifications',
  'webhook deliveries': `/v1/webhooks/${webhookId}/deliveries`,
  'inbound deliveries': `/v1/inbound?project=${projectId}`,
  'agent tasks': `/v1/agent-tasks?project=${projectId}`,
  'activities of a task': `/v1/agent-tasks/${taskId}/activities`,
});

async function newOwner(db: Database, rows: number): Promise<ListOwner> {
  const now = systemClock.now();
  return db.transaction(async (tx) => {
    const account = { name: `Owner of ${rows}`, email: `owner-${rows}@example.org` };
    const { id } = await insertAccount(tx, now, account, 'no password');
    const session = await openSession(tx, id, { address: null, userAgent: 'bench' }, now);
    const cookie = `${sessionCookieName({ prefix: 'docket', secure: false })}=${session.token}`;
    return { userId: id, cookie, rows };
  });
}

async function createLists(
  owners: ListOwner[],
  start: () => ReturnType<typeof startDocket>,
): Promise<Lists[]> {
  const server = await start();
  const created: Lists[] = [];
  for (const { cookie } of owners) {
    const call = timeCall(server.origin, cookie);
    const post = async (path: string, body: object) =>
      ((await call({ method: 'POST', path, body })).body as { data: { id: string } }).data.id;
    const projectId = await post('/api/projects', { name: 'Long lists' });
    created.push({
      projectId,
      ticketId: await post('/api/tickets', { title: 'Much discussed', projectId }),
      webhookId: await post('/v1/webhooks', {
        url: 'http://127.0.0.1:9/',
        events: ['webhook.disabled'],
        active: false,
      }),
      taskId: await post('/v1/agent-tasks', { title: 'A task', instructions: 'Do it.', projectId }),
    });
  }
  await server.stop();
  return created;
}

/** What autovacuum does on PostgreSQL sooner or later, and SQLite at the end of the server. */
const analyze = (db: Database) => db.transaction((tx) => tx.run(dynamicStatement<object>('analyze'), {}));

const uncounted = dynamicStatement<object, { count: number }>(`
  select (select count(*) from list_count_changes)
    + (select count(*) from ordered_events e, event_count_cursor c where (e.xid, e.seq) > (c.xid, c.seq)) as count`);

/** The loops of the server count what was inserted. */
async function waitForCounts(db: Database): Promise<void> {
  while (((await db.reads.find(uncounted, {}))?.count ?? 0) > 500)
    await new Promise((resolve) => setTimeout(resolve, 500));
}

async function compare(sides: [Side, Side]): Promise<ProcessFigure[]> {
  const figures: ProcessFigure[] = [];
  for (const name of Object.keys(sides[0].lists)) {
    const pages = await Promise.all(sides.map((side) => pagesOf(side, side.lists[name] as string)));
    for (const page of ['first page', 'page by cursor', 'last page', 'middle page'] as const) {
      const [fewMs, manyMs] = await medians(
        sides.map((side, index) => () => side.get(pages[index]?.[page] as string)),
      );
      const isFlat = page === 'first page' || page === 'page by cursor';
      const growth = { value: manyMs / fewMs, unit: 'times as long' as const };
      if (isFlat) figures.push({ name: `${name}, ${page}`, ...growth, atMost: timesAtMost });
      // PostgreSQL may read the rows of everybody to find those of somebody who has few.
      const shrinking = { value: fewMs / manyMs, unit: 'times as long' as const, atMost: timesAtMost };
      if (isFlat) figures.push({ name: '… of the shorter list', ...shrinking });
      figures.push({
        name: isFlat ? '… and took, p50' : `${name}, ${page}, p50`,
        value: manyMs,
        unit: 'ms',
        ...(!isFlat && { atMost: anyPageMsAtMost }),
      });
    }
  }
  return figures;
}

/** The paths of the pages that are compared. */
async function pagesOf({ get }: Side, list: string) {
  const at = (query: string) => `${list}${list.includes('?') ? '&' : '?'}${query}`;
  const { totalPages } = ((await get(list)).body as ListBody).pagination;
  const middle = at(`page=${Math.floor(totalPages / 2)}`);
  const { nextCursor } = ((await get(middle)).body as ListBody).pagination;
  return {
    'first page': list,
    'page by cursor': at(`cursor=${nextCursor}`),
    'last page': at(`page=${totalPages}`),
    'middle page': middle,
  };
}

async function medians(works: (() => Promise<{ ms: number }>)[]): Promise<[number, number]> {
  const times: number[][] = works.map(() => []);
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    for (const [side, work] of works.entries()) {
      const { ms } = await work();
      if (round >= warmUpRounds) times[side]?.push(ms);
    }
  }
  return times.map(median) as [number, number];
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { engine: { type: 'string', default: 'sqlite' }, rows: { type: 'string', default: '200000' } },
  });
  const figures = await measureLongLists(values.engine as EngineName, Number(values.rows));
  for (const { name, value, unit, atMost } of figures)
    process.stdout.write(`${name}: ${value.toFixed(2)} ${unit}${atMost ? ` (at most ${atMost})` : ''}\n`);
}
