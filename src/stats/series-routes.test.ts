import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { type EngineName, onEveryEngine } from '../../test/support/engines.ts';
import { assertCounted } from '../../test/support/recount.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { dayMs, hourMs } from '../platform/clock.ts';
import { statement } from '../platform/db/index.ts';
import { newId } from '../platform/ids.ts';
import { ticketImport, ticketStatuses } from '../tickets/index.ts';

interface StatusChange {
  at: number;
  ticketId: string;
  project: string | null;
  status: string;
}
interface Day {
  date: string;
  created: number;
  completed: number;
  byStatus: Record<string, number>;
}

/** A linear congruential generator: the same numbers in every run. */
function newRandom(seed: number) {
  let state = seed;
  const below = (limit: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  return { below, pick: <T>(list: readonly T[]) => list[below(list.length)] as T };
}

const weightedStatuses = [...ticketStatuses, 'in_progress', 'in_progress', 'done', 'done'] as const;

const localDate = (zone: string) => {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (at: number) => format.format(at);
};

/** The status counts at the end of a day, computed from the whole history. */
function countStatuses(
  history: StatusChange[],
  project: string,
  date: string,
  dateOf: (at: number) => string,
) {
  const counts = Object.fromEntries(ticketStatuses.map((status) => [status, 0]));
  const last = new Map<string, StatusChange>();
  for (const change of history) if (dateOf(change.at) <= date) last.set(change.ticketId, change);
  for (const { project: current, status } of last.values()) {
    if (current === project) counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

const percentile = (sorted: number[], share: number) =>
  sorted[Math.ceil((share / 100) * sorted.length) - 1] as number;

/** The statements of the migration that reconstruct moves from past events. */
function readBackfill(engine: EngineName) {
  const folder = new URL('../../migrations/', import.meta.url);
  const file = readdirSync(folder).find((name) => name.endsWith(`-ticket-moves.${engine}.sql`)) as string;
  const text = readFileSync(new URL(file, folder), 'utf8');
  return text
    .slice(text.indexOf('-- What happened before'))
    .replaceAll(/^--.*$/gm, '')
    .split(';')
    .filter((sql) => sql.trim() !== '')
    .map((sql) => statement<object>(sql));
}

onEveryEngine('project series', (engine) => {
  let world: World;
  let ada: Person;
  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    ada = await world.person('Ada');
  });
  after(() => world.close());

  const series = async (project: string, query = '') =>
    (await ada.get(`/api/project/${project}/stats/series${query}`)).body.data;

  test('a series equals a recount of a random history in every time zone', async () => {
    const random = newRandom(7);
    const projects: string[] = [];
    for (const key of ['ONE', 'TWO']) {
      projects.push((await ada.post('/api/projects', { name: key, key })).body.data.id);
    }
    const history: StatusChange[] = [];
    const started = new Map<string, number>();
    const live = new Map<string, { project: string | null; status: string }>();
    const deleted = new Map<string, { project: string | null; status: string }>();
    const recordChange = (ticketId: string, project: string | null, status: string) => {
      const at = world.clock.now();
      history.push({ at, ticketId, project, status });
      if (status === 'in_progress' && !started.has(ticketId)) started.set(ticketId, at);
    };
    const startedAt = world.clock.now();
    // The steps span a month and the end of daylight saving time in New York.
    for (let step = 0; step < 220; step++) {
      world.clock.advance(1 + random.below(9 * hourMs));
      const action = live.size < 5 ? 0 : random.below(10);
      const id = random.pick([...live.keys()]);
      const current = live.get(id);
      if (action <= 2 || !current) {
        const project = random.pick([...projects, ...projects, null]);
        const status = random.pick(weightedStatuses);
        const { data } = (await ada.post('/api/tickets', { title: 'T', projectId: project, status })).body;
        live.set(data.id, { project, status });
        recordChange(data.id, project, status);
      } else if (action <= 6) {
        const status = random.pick(weightedStatuses);
        if (status === current.status) continue;
        await ada.put(`/api/tickets/${id}/status`, { status });
        live.set(id, { ...current, status });
        recordChange(id, current.project, status);
      } else if (action === 7) {
        const project = random.pick([...projects, null]);
        const status = random.pick(weightedStatuses);
        await ada.put(`/api/tickets/${id}`, { projectId: project, status });
        live.set(id, { project, status });
        if (project !== current.project || status !== current.status) recordChange(id, project, status);
      } else if (action === 8) {
        await ada.delete(`/api/tickets/${id}`);
        live.delete(id);
        deleted.set(id, current);
        recordChange(id, null, current.status);
      } else {
        const [gone, before] = [...deleted][0] ?? [];
        if (!gone || !before) continue;
        const { status } = await ada.post(`/api/tickets/${gone}/restore`);
        assert.equal(status, 200);
        deleted.delete(gone);
        live.set(gone, before);
        recordChange(gone, before.project, before.status);
      }
    }

    const check = async (project: string, zone: string) => {
      const dateOf = localDate(zone);
      const [from, to] = [dateOf(startedAt - 2 * dayMs), dateOf(world.clock.now())];
      const data = await series(project, `?timezone=${zone}&from=${from}&to=${to}`);
      const tickets = await Promise.all(
        [...live].map(async ([id]) => (await ada.get(`/api/tickets/${id}`)).body.data),
      );
      const own = tickets.filter(({ projectId }) => projectId === project);
      const days: Day[] = data.days;
      assert.deepEqual([days[0]?.date, days.at(-1)?.date], [from, to]);
      for (const day of days) {
        const countBy = (field: string) =>
          own.filter((ticket) => ticket[field] && dateOf(Date.parse(ticket[field])) === day.date).length;
        const expected = {
          date: day.date,
          created: countBy('createdAt'),
          completed: countBy('completedAt'),
          byStatus: countStatuses(history, project, day.date, dateOf),
        };
        assert.deepEqual(day, expected, `${project} in ${zone}`);
      }
      const done = own.filter(({ completedAt }) => completedAt);
      const leadMs = done.map((ticket) => Date.parse(ticket.completedAt) - Date.parse(ticket.createdAt));
      const cycleMs = done
        .filter(({ id }) => started.has(id))
        .map((ticket) => Date.parse(ticket.completedAt) - (started.get(ticket.id) as number));
      assert.ok(done.length > 0 && cycleMs.length > 0);
      for (const [name, values] of [
        ['leadTime', leadMs],
        ['cycleTime', cycleMs],
      ] as const) {
        values.sort((a, b) => a - b);
        const [p50, p75, p90, p95] = [50, 75, 90, 95].map((share) =>
          Math.round(percentile(values, share) / 1000),
        );
        assert.deepEqual(data[name], { tickets: values.length, p50, p75, p90, p95 }, name);
      }
      const weekly = data.throughput.reduce(
        (sum: number, { completed }: { completed: number }) => sum + completed,
        0,
      );
      assert.equal(weekly, done.length);
    };
    for (const project of projects) {
      for (const zone of ['UTC', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati']) {
        await check(project, zone);
      }
    }

    // The backfill of the migration must reconstruct the same moves from events alone.
    await world.db.transaction(async (tx) => {
      await tx.run(statement<object>('delete from ticket_moves'), {});
      for (const step of readBackfill(engine)) await tx.run(step, {});
    });
    for (const project of projects) await check(project, 'America/New_York');
  });

  test('an imported ticket counts as backlog until it was completed or last changed', async () => {
    const project = (await ada.post('/api/projects', { name: 'Imported', key: 'IMP' })).body.data;
    const now = world.clock.now();
    const home = {
      homeId: project.id,
      projectId: project.id,
      projectName: project.name,
      projectKey: project.key,
      workspaceId: project.workspaceId,
    };
    const imported = (status: 'done' | 'in_review' | 'backlog', createdAt: number, changedAt: number) => ({
      id: newId(createdAt),
      home,
      homeId: project.id,
      projectId: project.id,
      title: 'Imported',
      description: null,
      type: 'TASK' as const,
      status,
      priority: 'medium' as const,
      stage: 'PLANNING' as const,
      assigneeId: null,
      reporterId: ada.id,
      reporterName: ada.name,
      groupId: null,
      parentId: null,
      dueDate: null,
      completedAt: status === 'done' ? changedAt : null,
      version: 2,
      createdAt,
      updatedAt: changedAt,
      labelIds: [],
      comments: [],
    });
    await world.db.transaction((tx) =>
      ticketImport.importTickets(
        tx,
        [
          imported('done', now - 9 * dayMs, now - 3 * dayMs),
          imported('in_review', now - 8 * dayMs, now - 2 * dayMs),
          imported('backlog', now - 7 * dayMs, now - 1 * dayMs),
        ],
        newId,
      ),
    );
    const check = async () => {
      const data = await series('IMP', '?period=week');
      const days: Day[] = data.days;
      assert.equal(days.length, 7);
      const standing = days.map(({ byStatus: { backlog, in_review, done } }) => [backlog, in_review, done]);
      assert.deepEqual(standing, [
        [3, 0, 0],
        [3, 0, 0],
        [3, 0, 0],
        [2, 0, 1],
        [1, 1, 1],
        [1, 1, 1],
        [1, 1, 1],
      ]);
      assert.deepEqual(
        [data.leadTime.tickets, data.leadTime.p95, data.cycleTime],
        [1, (6 * dayMs) / 1000, { tickets: 0 }],
      );
    };
    await check();
    await world.db.transaction(async (tx) => {
      await tx.run(statement<object>('delete from ticket_moves'), {});
      for (const step of readBackfill(engine)) await tx.run(step, {});
    });
    await check();

    // 22:30 UTC is the 25th hour of the day on which daylight saving time ends in Vienna.
    const late = Date.parse('2025-10-26T22:30:00Z');
    await world.db.transaction((tx) =>
      ticketImport.importTickets(tx, [imported('backlog', late, late)], newId),
    );
    const { days } = await series('IMP', '?timezone=Europe/Vienna&from=2025-10-25&to=2025-10-28');
    assert.deepEqual(
      days.map((day: Day) => [day.date, day.created, day.byStatus.backlog]),
      [
        ['2025-10-25', 0, 0],
        ['2025-10-26', 1, 1],
        ['2025-10-27', 0, 1],
        ['2025-10-28', 0, 1],
      ],
    );
    await assertCounted(world.db);
  });

  test('series days are in the time zone of the caller, and invalid parameters are refused', async () => {
    await ada.post('/api/projects', { name: 'Empty', key: 'EMPTY' });
    const zone = 'Pacific/Auckland';
    await ada.put('/api/user/preferences', { timezone: zone });
    const data = await series('EMPTY');
    assert.equal(data.timezone, zone);
    assert.equal(data.days.length, 30);
    assert.equal(data.days.at(-1).date, localDate(zone)(world.clock.now()));
    assert.deepEqual([data.leadTime, data.cycleTime], [{ tickets: 0 }, { tickets: 0 }]);
    assert.deepEqual(data.days.at(-1).byStatus, Object.fromEntries(ticketStatuses.map((s) => [s, 0])));
    assert.equal((await series('EMPTY', '?period=year')).days.length, 365);
    const one = await series('EMPTY', '?from=2026-03-29&to=2026-03-29&timezone=Europe/Vienna');
    assert.deepEqual(
      one.days.map(({ date }: Day) => date),
      ['2026-03-29'],
    );
    assert.deepEqual(
      one.throughput.map(({ weekStart, days }: { weekStart: string; days: number }) => [weekStart, days]),
      [['2026-03-23', 1]],
    );
    const wrong: [string, string][] = [
      ['?period=decade', 'period'],
      ['?from=yesterday', 'from'],
      ['?from=2026-02-30', 'from'],
      ['?from=2026-10-02&to=2026-10-01', 'from'],
      ['?from=2020-01-01', 'from'],
      ['?from=2999-01-01', 'from'],
      ['?to=0', 'to'],
      ['?timezone=Mars', 'timezone'],
      ['?timezone=%2B02:00', 'timezone'],
    ];
    for (const [query, field] of wrong) {
      const { status, body } = await ada.get(`/api/project/EMPTY/stats/series${query}`);
      assert.deepEqual([status, Object.keys(body.error.details)], [400, [field]], query);
    }
    assert.equal((await ada.get('/api/project/NONE/stats/series?period=x')).status, 404);
    const eve = await world.person('Eve');
    assert.equal((await eve.get('/api/project/EMPTY/stats/series?period=x')).status, 404);
    const { id } = (await ada.get('/api/project/EMPTY')).body.data;
    assert.equal((await eve.get(`/api/project/${id}/stats/series?period=x`)).status, 403);
  });
});
