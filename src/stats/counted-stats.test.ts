import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { type EngineName, onEveryEngine } from '../../test/support/engines.ts';
import { assertCounted, type LiveTicket, readLive } from '../../test/support/recount.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { countNextEvents } from '../events/count-events.ts';
import { dayMs, hourMs } from '../platform/clock.ts';
import { dynamicStatement } from '../platform/db/index.ts';
import { durationInWords } from '../platform/duration-words.ts';
import { newLogger } from '../platform/logger.ts';
import { ticketPriorities, ticketStatuses, ticketTypes } from '../tickets/index.ts';
import { rollUpCounts, startCountRollUpLoop } from './roll-up-counts.ts';

const countTables = ['ticket_counts', 'ticket_days', 'assignee_counts'];
const laterCountTables = ['ticket_hours', 'ticket_due_counts'];

/** The statements of a migration that count the tickets that existed before it. */
function readFirstCount(name: string, engine: EngineName): string[] {
  const folder = new URL('../../migrations/', import.meta.url);
  const found = readdirSync(folder).find((file) => file.endsWith(`-${name}.${engine}.sql`)) as string;
  const text = readFileSync(new URL(found, folder), 'utf8');
  const part = text.slice(text.indexOf('-- What is there already')).split('-- Overdue is')[0] as string;
  return part
    .replaceAll(/^--.*$/gm, '')
    .split(';')
    .filter((sql) => sql.trim() !== '');
}

const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined, freq: 2 });
const fields = fc.record({
  status: maybe(fc.constantFrom(...ticketStatuses)),
  priority: maybe(fc.constantFrom(...ticketPriorities)),
  type: maybe(fc.constantFrom(...ticketTypes)),
  assignee: maybe(fc.constantFrom('ada', 'ben', null)),
  project: maybe(fc.constantFrom('ONE', 'TWO', null)),
  due: maybe(
    fc.option(
      fc.oneof(fc.integer({ min: -20 * 24, max: 20 * 24 }), fc.constantFrom(-60 * 365 * 24, 400 * 24)),
    ),
  ),
});
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('create' as const), fields }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('change' as const), pick: fc.nat(), fields }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('bulk' as const),
      entries: fc.array(fc.record({ pick: maybe(fc.nat()), fields }), { minLength: 1, maxLength: 8 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('delete', 'restore', 'comment', 'comment', 'uncomment', 'rollUp', 'rename'),
      pick: fc.nat(),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Fields = typeof fields extends fc.Arbitrary<infer T> ? T : never;

onEveryEngine('statistics from counters', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;
  const deleted: string[] = [];
  const comments: { ticketId: string; id: string }[] = [];
  let commented = 0;
  let mostComments = 0;
  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    ada = await world.person('Ada');
    ben = await world.person('Ben');
    for (const key of ['ONE', 'TWO']) {
      await ada.post('/api/projects', { name: key, key });
      await ada.post(`/api/project/${key}/members`, { userId: ben.id, role: 'member' });
    }
  });
  after(() => world.close());

  const bodyOf = ({ assignee, project, due, ...facts }: Fields) => ({
    ...facts,
    ...(assignee !== undefined && { assigneeId: assignee && (assignee === 'ada' ? ada.id : ben.id) }),
    ...(project !== undefined && { projectId: project }),
    ...(due !== undefined && {
      dueDate: due === null ? null : new Date(world.clock.now() + due * hourMs).toISOString(),
    }),
  });
  const liveIds = async () => (await readLive(world.db)).tickets.map(({ id }) => id).sort();

  /** Performs one step. The ticket may be gone meanwhile, or forbidden, but no answer may be a server error. */
  async function perform(by: Person, ids: string[], action: Step): Promise<void> {
    const at = <T>(list: T[], pick: number) => list[pick % list.length] as T;
    const checked = (answer: { status: number; body: unknown }) => {
      assert.ok(answer.status < 500, JSON.stringify(answer.body));
      return answer;
    };
    if (action.kind === 'create') {
      checked(await by.post('/api/tickets', { title: 'T', ...bodyOf(action.fields) }));
    } else if (action.kind === 'change') {
      if (ids.length > 0)
        checked(await by.put(`/api/tickets/${at(ids, action.pick)}`, bodyOf(action.fields)));
    } else if (action.kind === 'bulk') {
      const named = new Map(
        action.entries.map(({ pick, fields: given }, i) => {
          const id = pick === undefined || ids.length === 0 ? undefined : at(ids, pick);
          return [id ?? i, { ...(id ? { id } : { title: 'T' }), ...bodyOf(given) }];
        }),
      );
      checked(await by.post('/api/tickets/bulk', { tickets: [...named.values()] }));
    } else if (action.kind === 'rollUp') {
      await rollUpCounts(world.db, { changesLeftMax: action.pick % 5 });
    } else if (action.kind === 'restore') {
      const id = deleted.shift();
      if (id) checked(await by.post(`/api/tickets/${id}/restore`));
    } else if (action.kind === 'uncomment') {
      const comment = comments.shift();
      if (comment) checked(await by.delete(`/api/tickets/${comment.ticketId}/comments/${comment.id}`));
    } else if (ids.length > 0) {
      const id = at(ids, action.pick);
      if (action.kind === 'delete') {
        if (checked(await by.delete(`/api/tickets/${id}`)).status === 200) deleted.push(id);
      } else if (action.kind === 'comment') {
        const { status, body } = checked(await by.post(`/api/tickets/${id}/comments`, { content: 'C' })) as {
          status: number;
          body: { data: { id: string } };
        };
        if (status !== 201) return;
        commented++;
        comments.push({ ticketId: id, id: body.data.id });
      } else {
        checked(await by.put(`/api/tickets/${id}`, { title: `Only the title ${action.pick}` }));
      }
    }
  }

  test('after any concurrent changes, the counts equal a recount of all live tickets', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.tuple(fc.boolean(), step), { minLength: 1, maxLength: 8 }), { maxLength: 8 }),
        fc.nat({ max: 9 * hourMs }),
        async (bursts, pauseMs) => {
          for (const burst of bursts) {
            world.clock.advance(pauseMs);
            const ids = await liveIds();
            await Promise.all(burst.map(([isAda, action]) => perform(isAda ? ada : ben, ids, action)));
          }
          await assertCounted(world.db);
          mostComments = Math.max(mostComments, (await readLive(world.db)).comments.length);
        },
      ),
      { numRuns: 12, seed: 11, endOnFailure: true },
    );
    const { tickets } = await readLive(world.db);
    // The order in which concurrent requests commit decides how many are left: at the end, perhaps no comment.
    assert.ok(
      commented > 5 && tickets.length > 20 && mostComments > 2,
      `${commented} comments written, ${mostComments} counted at once, ${tickets.length} tickets`,
    );
  });

  test('statistics of members and guests equal a recount of the tickets they can see', async () => {
    await ada.delete(`/api/project/ONE/members/${ben.id}`);
    await rollUpCounts(world.db, { changesLeftMax: 0 });
    const [first] = await liveIds();
    await ada.put(`/api/tickets/${first}`, { priority: 'low', status: 'todo', assigneeId: ben.id });
    await ada.post('/api/tickets', { title: 'Not rolled up', projectId: 'TWO', status: 'done' });
    const homeOf = async (key: string) => (await ada.get(`/api/project/${key}`)).body.data.id as string;
    const [one, two] = [await homeOf('ONE'), await homeOf('TWO')];
    const { tickets, comments: liveComments } = await readLive(world.db);
    const isOf = (person: Person) => (ticket: LiveTicket) =>
      ticket.reporterId === person.id || ticket.assigneeId === person.id;
    const workspaceOf = async (person: Person) =>
      (await person.get('/api/workspaces')).body.data[0].id as string;
    const wholly = new Map([
      [ada, [one, two, await workspaceOf(ada)]],
      [ben, [two, await workspaceOf(ben)]],
    ]);
    const seenBy = (person: Person) =>
      tickets.filter((ticket) => wholly.get(person)?.includes(ticket.homeId) || isOf(person)(ticket));
    assert.ok(
      seenBy(ben).some(({ homeId }) => homeId === one),
      'Ben is a guest',
    );

    for (const [period, days] of [
      ['week', 7],
      ['month', 30],
      ['year', 365],
    ] as const) {
      const now = world.clock.now();
      const since = now - days * dayMs;
      const isOverdue = ({ dueDate, status }: LiveTicket) =>
        dueDate !== null && dueDate < now && status !== 'done' && status !== 'cancelled';
      const expected = (list: LiveTicket[]) => {
        const by = (field: 'status' | 'priority' | 'type', values: readonly string[]) =>
          Object.fromEntries(
            values.map((value) => [value, list.filter((ticket) => ticket[field] === value).length]),
          );
        const done = list.filter(({ completedAt }) => completedAt !== null && completedAt >= since);
        const took = done.map(({ createdAt, completedAt }) => (completedAt as number) - createdAt);
        const byStatus = by('status', ticketStatuses);
        return {
          total: list.length,
          byStatus,
          byPriority: by('priority', ticketPriorities),
          byType: by('type', ticketTypes),
          metrics: {
            averageCompletionTime: durationInWords(
              took.length === 0 ? null : Math.floor(sum(took) / took.length),
            ),
            completionRate: list.length === 0 ? 0 : (byStatus.done ?? 0) / list.length,
            overdue: list.filter(isOverdue).length,
            createdThisPeriod: list.filter(({ createdAt }) => createdAt >= since).length,
            completedThisPeriod: done.length,
          },
        };
      };
      const statsOf = async (person: Person, query = '') => {
        const { data } = (await person.get(`/api/tickets/stats?period=${period}${query}`)).body;
        const { total, byStatus, byPriority, byType, metrics } = data;
        return { total, byStatus, byPriority, byType, metrics };
      };
      for (const person of [ada, ben]) {
        const seen = seenBy(person);
        assert.deepEqual(await statsOf(person), expected(seen), `${person.name}, ${period}`);
        assert.deepEqual(
          await statsOf(person, '&project=ONE'),
          expected(seen.filter(({ homeId }) => homeId === one)),
          `${person.name}, ONE, ${period}`,
        );
        assert.deepEqual(
          await statsOf(person, `&assignee=${ben.id}`),
          expected(seen.filter(({ assigneeId }) => assigneeId === ben.id)),
          `${person.name}, assigned to Ben, ${period}`,
        );
      }

      const { data } = (await ada.get(`/api/project/TWO/stats?period=${period}`)).body;
      const own = tickets.filter(({ homeId }) => homeId === two);
      const { byStatus, metrics } = expected(own);
      const open = own.filter(({ status }) => status !== 'done' && status !== 'cancelled');
      assert.deepEqual(
        [data.tickets.total, data.tickets.completed, data.tickets.overdue],
        [own.length, byStatus.done, metrics.overdue],
      );
      assert.deepEqual(data.activity, {
        ticketsCreated: metrics.createdThisPeriod,
        ticketsCompleted: metrics.completedThisPeriod,
        comments: liveComments.filter(({ homeId, createdAt }) => homeId === two && createdAt >= since).length,
      });
      const mean = Math.floor(sum(open.map(({ createdAt }) => createdAt)) / open.length);
      assert.equal(data.progress.averageTicketAge, durationInWords(now - mean));

      const me = (await ben.get(`/api/user/stats?period=${period}`)).body.data;
      const assigned = tickets.filter(({ assigneeId }) => assigneeId === ben.id);
      assert.deepEqual(me.tickets, {
        created: tickets.filter(({ reporterId, createdAt }) => reporterId === ben.id && createdAt >= since)
          .length,
        completed: expected(assigned).metrics.completedThisPeriod,
        assigned: assigned.length,
        overdue: expected(assigned).metrics.overdue,
      });
      assert.equal(me.productivity.completionRate, expected(assigned).metrics.completionRate);
      const hours = (await world.events())
        .filter(({ actorId, occurredAt }) => actorId === ben.id && occurredAt >= since)
        .map(({ occurredAt }) => Math.floor(occurredAt / hourMs));
      assert.equal(me.productivity.activeHours, new Set(hours).size);
    }
  });

  test('two roll-up loops at once leave correct counts, and stop waits for a running roll-up', async () => {
    const waiting = async () =>
      (await world.db.reads.list(dynamicStatement('select seq from ticket_count_changes'), {})).length;
    const tickets = Array.from({ length: 500 }, () => ({ title: 'T', projectId: 'TWO' }));
    assert.equal((await ada.post('/api/tickets/bulk', { tickets })).status, 201);
    assert.ok((await waiting()) >= 500);
    const start = () => startCountRollUpLoop({ db: world.db, logger: newLogger('silent') });
    const loops = [start(), start()];
    for (let round = 0; (await waiting()) > 200; round++) {
      assert.ok(round < 10_000, 'still not rolled up');
      for (const loop of loops) loop.wake();
    }
    await Promise.all(loops.map((loop) => loop.stop()));
    await assertCounted(world.db);
  });

  const run = (statements: string[]) =>
    world.db.transaction(async (tx) => {
      for (const sql of statements) await tx.run(dynamicStatement(sql), {});
    });
  const emptied = (tables: string[]) => tables.map((table) => `delete from ${table}`);

  test('active hours are those of the events, whether the loop, the migration or nobody has counted them', async () => {
    const assertHours = async (message: string) => {
      const since = world.clock.now() - 7 * dayMs;
      const hours = (await world.events())
        .filter(({ actorId, occurredAt }) => actorId === ben.id && occurredAt >= since)
        .map(({ occurredAt }) => Math.floor(occurredAt / hourMs));
      const { productivity } = (await ben.get('/api/user/stats?period=week')).body.data;
      assert.equal(productivity.activeHours, new Set(hours).size, message);
    };
    const work = async () => {
      world.clock.advance(1.6 * hourMs);
      await ben.post('/api/tickets', { title: 'In another hour' });
    };
    const countAll = async () => {
      while ((await countNextEvents(world.db)) > 0);
    };
    await work();
    await countAll();
    await assertHours('counted');
    await work();
    await assertHours('the last hour is not counted');
    await run([...emptied(['active_hours']), ...readFirstCount('active-hours', engine)]);
    await assertHours('counted by the migration up to the cursor');
    await countAll();
    await assertHours('counted again');
    world.clock.advance(6 * dayMs + 20 * hourMs);
    for (let step = 0; step < 16; step++) {
      world.clock.advance(0.4 * hourMs);
      await assertHours('the time starts within an hour');
    }
  });

  test('a later migration counts by hour and due date what existed, whether or not its changes wait', async () => {
    await rollUpCounts(world.db, { changesLeftMax: 0 });
    const [first, second] = await liveIds();
    await ada.post(`/api/tickets/${first}/comments`, { content: 'Not rolled up' });
    const dueDate = new Date(world.clock.now() - dayMs).toISOString();
    await ada.put(`/api/tickets/${first}`, { dueDate, status: 'done' });
    await ada.put(`/api/tickets/${second}`, { dueDate, status: 'todo' });
    await run([
      ...emptied(laterCountTables),
      // Changes from before the migration have no due date.
      'update ticket_count_changes set due_date = null',
      ...readFirstCount('hours-and-due-dates', engine),
    ]);
    await assertCounted(world.db);
    await rollUpCounts(world.db, { changesLeftMax: 0 });
    await assertCounted(world.db);
  });

  test('the migrations count the tickets that existed before them', async () => {
    await run([
      ...emptied([...countTables, ...laterCountTables, 'ticket_count_changes']),
      ...readFirstCount('ticket-counts', engine),
      ...readFirstCount('hours-and-due-dates', engine),
    ]);
    await assertCounted(world.db);
  });
});

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
