import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { openSession } from '../../src/auth/index.ts';
import { planSeed, type SeedSize } from '../../src/cli/seed/plan.ts';
import { type SeededTicket, seedDatabase } from '../../src/cli/seed/seed-database.ts';
import type { SeededProject, SeededTeam } from '../../src/cli/seed/team.ts';
import { dynamicStatement } from '../../src/platform/db/index.ts';
import { projectRoles } from '../../src/projects/project.ts';
import { memberAdded, projectCreated } from '../../src/projects/project-events.ts';
import { ticketPriorities, ticketStages, ticketStatuses, ticketTypes } from '../../src/tickets/ticket.ts';
import { ticketCreated } from '../../src/tickets/ticket-events.ts';
import { onEveryEngine } from '../support/engines.ts';
import { type Caller, openWorld, type World } from '../support/world.ts';
import { docket, docketAsProgram, newFolder } from './docket.ts';

const size: SeedSize = { seed: 1, tickets: 300, projects: 5, users: 8 };

const seedInto = (world: World, wanted: SeedSize) =>
  seedDatabase(
    world.db,
    planSeed(wanted, world.clock.now()),
    'no hash',
    async () => {},
    () => {},
  );

/** Rows of node:sqlite have no prototype; copying makes them comparable with deepEqual. */
async function rows<R extends object>(world: World, sql: string): Promise<R[]> {
  return (await world.db.reads.list(dynamicStatement<object, R>(sql), {})).map((row) => ({ ...row }));
}

async function countOf(world: World, sql: string): Promise<number> {
  const [row] = await rows<{ n: number }>(world, `select count(*) as n from ${sql}`);
  return row?.n ?? 0;
}

/** All rows that the same seed must make again. */
const everything = async (world: World) => ({
  users: await rows(world, 'select id, name, email, role from users order by id'),
  projects: await rows(world, 'select id, key, name, owner_id, created_at from projects order by id'),
  tickets: await rows(
    world,
    `select id, number, title, description, type, status, priority, stage, assignee_id, reporter_id, group_id, parent_id,
      due_date, completed_at, comment_count, label_count, created_at, updated_at from tickets order by id`,
  ),
  comments: await rows(
    world,
    'select id, ticket_id, author_id, content, created_at from comments order by id',
  ),
  events: await rows(world, 'select id, type, occurred_at, data from events order by seq'),
});

onEveryEngine('docket seed', (engine) => {
  let world: World;
  let team: SeededTeam;
  let samples: SeededTicket[];
  let first: Caller;

  before(async () => {
    world = await openWorld(engine);
    ({ team, samples } = await seedInto(world, size));
    const userId = team.users[0]?.id as string;
    const client = { address: null, userAgent: null };
    const session = await world.db.transaction((tx) => openSession(tx, userId, client, world.clock.now()));
    first = world.caller({ cookie: `docket.session-token=${session.token}` });
  });
  after(() => world.close());

  test('the first seeded user of an empty instance is ADMIN and owns the workspace', async () => {
    assert.deepEqual(
      team.users.map(({ role }) => role),
      ['ADMIN', 'USER', 'USER', 'USER', 'USER', 'USER', 'USER', 'VIEWER'],
    );
    const shared = await rows<object>(world, "select name, owner_id from workspaces where kind = 'shared'");
    assert.deepEqual(shared, [{ name: 'Seed', owner_id: team.users[0]?.id }]);
    assert.equal(await countOf(world, "workspaces where kind = 'personal'"), size.users);
  });

  test('every seeded ticket is readable through the API with its people, labels and comments', async () => {
    const stored = await rows<{ id: string; n: number; labels: number }>(
      world,
      'select id, comment_count as n, label_count as labels from tickets order by title, id limit 40',
    );
    for (const { id, n, labels } of stored) {
      const { status, body } = await first.get(`/api/tickets/${id}`);
      assert.equal(status, 200);
      assert.equal(body.data.comments.length, n);
      assert.equal(body.data.labels.length, labels);
      assert.equal(body.data.workspace.id, team.workspaceId);
    }
    for (const { id, key } of samples) {
      assert.equal((await first.get(`/api/tickets/${key}`)).body.data.id, id);
    }
    const { body } = await first.get('/api/tickets?limit=1');
    assert.equal(body.pagination.total, size.tickets);
  });

  test('every counter matches the seeded rows', async () => {
    const wrong = await rows(
      world,
      `select t.id from tickets t where comment_count <> (select count(*) from comments c where c.ticket_id = t.id)
        or label_count <> (select count(*) from ticket_labels l where l.ticket_id = t.id)
        or label_ids <> (select string_agg(l.label_id, ',' order by l.label_id) from ticket_labels l where l.ticket_id = t.id)
        or (label_ids is null) <> (label_count = 0)`,
    );
    assert.deepEqual(wrong, []);
    for (const { id } of team.projects) {
      const numbers = await rows<{ number: number }>(
        world,
        `select number from tickets where project_id = '${id}' order by created_at, id`,
      );
      assert.deepEqual(
        numbers.map(({ number }) => number),
        numbers.map((_, index) => index + 1),
      );
      const [home] = await rows<object>(
        world,
        `select last_number as last, ticket_count as n from ticket_homes where id = '${id}'`,
      );
      assert.deepEqual(home, { last: numbers.length, n: numbers.length });
    }
  });

  test('the next ticket of a seeded project gets the next number', async () => {
    const project = team.projects[0] as SeededProject;
    const before = await countOf(world, `tickets where project_id = '${project.id}'`);
    const { body } = await first.post('/api/tickets', { title: 'One more', projectId: project.id });
    assert.equal(body.data.key, `${project.key}-${before + 1}`);
    await world.db.transaction((tx) =>
      tx.run(dynamicStatement(`delete from events where ticket_id = '${body.data.id}'`), {}),
    );
    await world.db.transaction((tx) =>
      tx.run(dynamicStatement(`delete from tickets where id = '${body.data.id}'`), {}),
    );
  });

  test('seeded users write only where they have permission, and no event precedes its cause', async () => {
    const strangers = `not exists (select 1 from project_members m where m.project_id = t.project_id and m.role <> 'viewer'
      and m.user_id =`;
    assert.equal(await countOf(world, `tickets t where ${strangers} t.reporter_id)`), 0);
    assert.equal(
      await countOf(world, `tickets t where t.assignee_id is not null and ${strangers} t.assignee_id)`),
      0,
    );
    assert.equal(
      await countOf(world, `comments c join tickets t on t.id = c.ticket_id where ${strangers} c.author_id)`),
      0,
    );
    assert.equal(await countOf(world, "tickets where (status = 'done') <> (completed_at is not null)"), 0);
    const today = planSeed(size, world.clock.now()).endsAt;
    assert.equal(
      await countOf(
        world,
        `tickets where completed_at < created_at or updated_at < coalesce(completed_at, created_at) or updated_at >= ${today}`,
      ),
      0,
    );
    assert.equal(
      await countOf(
        world,
        'comments c join tickets t on t.id = c.ticket_id where c.created_at <= t.created_at or c.created_at > t.updated_at',
      ),
      0,
    );
    assert.equal(
      await countOf(
        world,
        'tickets t join tickets p on p.id = t.parent_id where p.project_id <> t.project_id',
      ),
      0,
    );
    assert.equal(
      await countOf(world, 'tickets t join groups g on g.id = t.group_id where g.project_id <> t.project_id'),
      0,
    );
  });

  test('a seeded database contains every type, status, priority, stage and relation', async () => {
    const words = async (column: string, table: string) =>
      (await rows<{ word: string }>(world, `select distinct ${column} as word from ${table}`))
        .map(({ word }) => word)
        .sort();
    assert.deepEqual(await words('type', 'tickets'), [...ticketTypes].sort());
    assert.deepEqual(await words('status', 'tickets'), [...ticketStatuses].sort());
    assert.deepEqual(await words('priority', 'tickets'), [...ticketPriorities].sort());
    assert.deepEqual(await words('stage', 'tickets'), [...ticketStages].sort());
    assert.deepEqual(await words('role', 'project_members'), [...projectRoles].sort());
    assert.deepEqual(await words('visibility', 'projects'), ['private', 'public']);
    const comments = await countOf(world, 'comments');
    assert.ok(comments > size.tickets * 0.7 && comments < size.tickets * 1.4, `${comments} comments`);
  });

  test('seeded events equal those the use cases record, in order of time', async () => {
    const events = await rows<{ type: string; at: number; data: string }>(
      world,
      'select type, occurred_at as at, data from events order by seq',
    );
    const ofType = (name: string) => events.filter(({ type }) => type === name);
    assert.equal(ofType('ticket.created').length, size.tickets);
    assert.equal(ofType('project.created').length, size.projects);
    assert.equal(ofType('user.created').length, size.users);
    // `member.added` is not recorded for the owner of a new project.
    const members = await countOf(world, 'project_members');
    assert.equal(ofType('member.added').length, members - size.projects);
    for (const { name, payload } of [ticketCreated, projectCreated, memberAdded]) {
      for (const { data } of ofType(name)) assert.ok(Value.Check(payload as TSchema, JSON.parse(data)), data);
    }
    const times = ofType('ticket.created').map(({ at }) => at);
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    );
  });

  test('the same seed twice is refused and changes nothing; another seed is added', async () => {
    const state = await everything(world);
    await assert.rejects(seedInto(world, { ...size, tickets: 10 }), /Seed 1 is already in this database/);
    assert.deepEqual(await everything(world), state);
    const second = await seedInto(world, { ...size, seed: 2, tickets: 20 });
    assert.equal(second.team.users[0]?.role, 'USER');
    assert.equal(await countOf(world, 'tickets'), size.tickets + 20);
  });
});

test('the same seed makes the same data on both engines, another seed makes other data', async () => {
  const small = { seed: 5, tickets: 60, projects: 3, users: 6 };
  const dataOf = async (wanted: SeedSize, engine: 'sqlite' | 'postgres') => {
    const world = await openWorld(engine);
    try {
      await seedInto(world, wanted);
      return JSON.stringify(await everything(world));
    } finally {
      await world.close();
    }
  };
  const once = await dataOf(small, 'sqlite');
  assert.equal(await dataOf(small, process.env.TEST_DATABASE_URL ? 'postgres' : 'sqlite'), once);
  assert.notEqual(await dataOf({ ...small, seed: 6 }, 'sqlite'), once);
});

test('the same seed makes the same ids on another day', () => {
  const idOn = (day: string) => {
    const { makeId, endsAt } = planSeed(size, Date.parse(day));
    return makeId(endsAt - 1_000);
  };
  assert.equal(idOn('2026-11-01T12:00:00Z'), idOn('2027-03-05T23:00:00Z'));
});

test('docket seed --json prints one JSON document, and exits with 1 the second time', async () => {
  const settings = { DATA_DIR: newFolder() };
  const args = ['seed', '--tickets', '40', '--projects', '2', '--users', '3', '--json'];
  const { code, stdout, stderr } = await docketAsProgram(args, settings);
  assert.equal(code, 0);
  assert.equal(stderr, '', 'no bar where nobody watches');
  const seeded = JSON.parse(stdout);
  assert.match(seeded.cookie, /^docket\.session-token=/);
  assert.match(seeded.apiKey, /^dkt_/);
  assert.ok(seeded.password && seeded.user.id && seeded.user.email);
  assert.deepEqual(
    seeded.projects.map(({ key }: { key: string }) => key),
    ['PAY', 'WEB'],
  );
  assert.equal(seeded.users.length, 3);
  assert.equal(seeded.tickets.length, 10);

  const again = await docket(args, settings);
  assert.equal(again.code, 1);
  assert.equal(again.stdout, '');
  assert.match(again.stderr, /Seed 1 is already in this database/);
});
