import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { statement } from '../../src/platform/db/index.ts';
import { engines, onEveryEngine } from '../support/engines.ts';
import { type ApiResponse, openWorld, type Person, type World } from '../support/world.ts';

const homeRow = statement<{ id: string }, { lastNumber: number; ticketCount: number }>(
  'select last_number as "lastNumber", ticket_count as "ticketCount" from ticket_homes where id = :id',
);
const numberRows = statement<{ id: string }, { number: number }>(`
  select number from tickets where project_id = :id
  union all select number from ticket_former_numbers where project_id = :id order by number`);

const databaseName = statement<object, { name: string }>('select current_database() as name');

const times = <T>(count: number, act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

/** { 200: 1, 412: 49 } */
function countStatuses(answers: ApiResponse[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

onEveryEngine('concurrency', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;
  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    ada = await world.person('Ada');
    ben = await world.person('Ben');
  });
  after(() => world.close());

  const makeProject = async (fields: object = {}) =>
    (await ada.post('/api/projects', { name: 'Engine', ...fields })).body.data as { id: string; key: string };
  const makeTicket = async (projectId: string) =>
    (await ada.post('/api/tickets', { title: 'A ticket', projectId })).body.data as { id: string };

  test('50 tickets created at once in a project get the numbers 1 to 50', async () => {
    const { id, key } = await makeProject();
    const made = await times(50, (i) => ada.post('/api/tickets', { title: `Ticket ${i}`, projectId: id }));
    assert.deepEqual(countStatuses(made), { 201: 50 });
    const numbers = made.map(({ body }) => Number(body.data.key.slice(key.length + 1)));
    assert.deepEqual(
      numbers.sort((a, b) => a - b),
      upTo(50),
    );
    assert.deepEqual(
      { ...(await world.db.reads.find(homeRow, { id })) },
      { lastNumber: 50, ticketCount: 50 },
    );
  });

  test('of 50 simultaneous edits with the same If-Match exactly one succeeds', async () => {
    const { id } = await makeTicket((await makeProject()).id);
    const etag = String((await ada.get(`/api/tickets/${id}`)).headers.etag);
    const edits = await times(50, (i) =>
      ada.put(`/api/tickets/${id}`, { title: `Title ${i}` }, { 'if-match': etag }),
    );
    assert.deepEqual(countStatuses(edits), { 200: 1, 412: 49 });
    const winner = edits.find(({ status }) => status === 200);
    assert.equal((await ada.get(`/api/tickets/${id}`)).body.data.title, winner?.body.data.title);
  });

  test('of 20 simultaneous requests with one Idempotency-Key one is executed, the others get its answer or 409', async () => {
    const { id } = await makeProject();
    const answers = await times(20, () =>
      ada.post('/api/tickets', { title: 'Once', projectId: id }, { 'idempotency-key': 'once' }),
    );
    const made = answers.filter(({ status }) => status === 201);
    const first = made.filter(({ headers }) => headers['idempotent-replayed'] === undefined);
    assert.equal(first.length, 1);
    for (const { body } of made) assert.deepEqual(body, first[0]?.body);
    for (const { status } of answers) assert.ok(status === 201 || status === 409);
    assert.equal((await world.db.reads.find(homeRow, { id }))?.ticketCount, 1);
    const late = await ada.post(
      '/api/tickets',
      { title: 'Once', projectId: id },
      { 'idempotency-key': 'once' },
    );
    assert.equal(late.headers['idempotent-replayed'], 'true');
    assert.deepEqual(late.body, first[0]?.body);
  });

  test('of 20 simultaneous projects with the same key, in any case, one is created and the others get a conflict', async () => {
    const spellings = ['same-key', 'SAME-KEY', 'Same-Key', 'sAmE-kEy'];
    const answers = await times(20, (i) =>
      ada.post('/api/projects', { name: 'Twin', key: spellings[i % 4] }),
    );
    assert.deepEqual(countStatuses(answers), { 201: 1, 400: 19 });
    for (const { status, body } of answers) {
      if (status === 400) assert.deepEqual(Object.keys(body.error.details), ['key']);
    }
  });

  test('20 projects created at once with one name get distinct keys', async () => {
    const answers = await times(20, () => ada.post('/api/projects', { name: 'Zebra Crossing' }));
    assert.deepEqual(countStatuses(answers), { 201: 20 });
    assert.equal(new Set(answers.map(({ body }) => body.data.key)).size, 20);
  });

  test('tickets moved back and forth between two projects are counted correctly and keep their former keys', async () => {
    const [left, right] = [await makeProject(), await makeProject()];
    const here = await times(12, () => makeTicket(left.id));
    const there = await times(12, () => makeTicket(right.id));
    const move = (ticket: { id: string }, projectId: string) =>
      ada.put(`/api/tickets/${ticket.id}`, { projectId });
    for (const [toRight, toLeft] of [
      [here, there],
      [there, here],
    ] as const) {
      const moved = await Promise.all([
        ...toRight.map((ticket) => move(ticket, right.id)),
        ...toLeft.map((ticket) => move(ticket, left.id)),
        ...(await times(3, () => ada.post('/api/tickets', { title: 'Meanwhile', projectId: left.id }))),
      ]);
      assert.deepEqual(countStatuses(moved), { 200: 24, 201: 3 });
    }
    for (const [{ id }, tickets, numbers] of [
      [left, 18, 42],
      [right, 12, 36],
    ] as const) {
      const home = await world.db.reads.find(homeRow, { id });
      assert.deepEqual({ ...home }, { lastNumber: numbers, ticketCount: tickets });
      const known = (await world.db.reads.list(numberRows, { id })).map(({ number }) => number);
      assert.deepEqual(known, upTo(numbers));
      assert.equal((await ada.get(`/api/tickets?project=${id}`)).body.pagination.total, tickets);
    }
  });

  test('two owners who leave or step down at once cannot leave a project without an owner', async () => {
    const ways = [
      (person: Person, id: string) => person.delete(`/api/project/${id}/members/me`),
      (person: Person, id: string) =>
        person.post(`/api/project/${id}/members`, { userId: person.id, role: 'member' }),
    ];
    for (let round = 0; round < 12; round++) {
      const { id } = await makeProject();
      await ada.post(`/api/project/${id}/members`, { userId: ben.id, role: 'owner' });
      const [adasWay, bensWay] = [ways[round % 2], ways[(round >> 1) % 2]] as [
        (typeof ways)[0],
        (typeof ways)[0],
      ];
      const answers = await Promise.all([adasWay(ada, id), bensWay(ben, id)]);
      assert.deepEqual(countStatuses(answers), { 200: 1, 400: 1 });
      const stayed = answers[0].status === 400 ? ada : ben;
      const { data } = (await stayed.get(`/api/project/${id}`)).body;
      assert.equal(data.ownerId, stayed.id);
      const owners = data.members.filter(({ role }: { role: string }) => role === 'owner');
      assert.deepEqual(
        owners.map((member: { id: string }) => member.id),
        [stayed.id],
      );
    }
  });

  test('simultaneous comments, edits and a deletion of one ticket succeed with correct counts', async () => {
    const { id: projectId } = await makeProject();
    const { id } = await makeTicket(projectId);
    const comments = await times(30, (i) =>
      ada.post(`/api/tickets/${id}/comments`, { content: `Comment ${i}` }),
    );
    assert.deepEqual(countStatuses(comments), { 201: 30 });
    assert.equal((await ada.get(`/api/tickets/${id}`)).body.data._count.comments, 30);
    const mixed = await times(20, (i) =>
      i === 10 ? ada.delete(`/api/tickets/${id}`) : ada.put(`/api/tickets/${id}`, { title: `Title ${i}` }),
    );
    for (const { status } of mixed) assert.ok(status === 200 || status === 404);
    assert.equal((await world.db.reads.find(homeRow, { id: projectId }))?.ticketCount, 0);
  });
});

if (engines.includes('postgres')) {
  test('a transaction retried by PostgreSQL is applied once per Idempotency-Key', async () => {
    const world = await openWorld('postgres');
    const ada = await world.person('Ada');
    const { id } = (await ada.post('/api/projects', { name: 'Engine' })).body.data;
    const other = await connectSecondClient(world);
    await other.query('begin');
    await other.query('select 1 from ticket_homes where id = $1 for update', [id]);
    const create = () =>
      ada.post('/api/tickets', { title: 'Once', projectId: id }, { 'idempotency-key': 'k' });
    const first = create();
    while ((await other.query(waiting)).rowCount === 0);
    // A deadlock: PostgreSQL aborts the transaction whose deadlock_timeout ends first, which is Docket's.
    await other.query(
      "insert into idempotency_keys (caller_id, key, request_hash, created_at) values ($1, 'k', '', 0)",
      [ada.id],
    );
    await other.query('rollback');
    await other.end();
    assert.equal((await first).status, 201);
    const again = await create();
    assert.deepEqual([again.headers['idempotent-replayed'], again.body], ['true', (await first).body]);
    await world.close();
  });
}

const waiting =
  "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

/** A second client. Its long deadlock_timeout makes PostgreSQL abort Docket's transaction instead of its own. */
async function connectSecondClient(world: World): Promise<pg.Client> {
  const { name } = (await world.db.reads.find(databaseName, {})) as { name: string };
  const url = new URL(process.env.TEST_DATABASE_URL as string);
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.href, options: '-c deadlock_timeout=30s' });
  await client.connect();
  return client;
}

onEveryEngine('new instance', (engine) => {
  const signUp = (world: World, email: string) =>
    world.anonymous.post('/api/auth/sign-up/email', {
      name: 'Ada',
      email,
      password: 'correct horse battery',
    });

  test('simultaneous sign-ups on a new instance make one ADMIN and one account per e-mail address', async () => {
    const world = await openWorld(engine, { RATE_LIMIT: 'off' });
    const spellings = ['ada@example.org', 'ADA@example.org', 'Ada@Example.ORG', 'aDa@example.org'];
    const emails = [
      ...spellings,
      'ben@example.org',
      'cleo@example.org',
      'dan@example.org',
      'eve@example.org',
    ];
    const answers = await times(emails.length, (i) => signUp(world, emails[i] as string));
    assert.deepEqual(countStatuses(answers), { 201: 5, 400: 3 });
    for (const { status, body } of answers)
      if (status === 400) assert.deepEqual(Object.keys(body.error.details), ['email']);
    const roles = answers.flatMap(({ status, body }) => (status === 201 ? [body.data.user.role] : []));
    assert.deepEqual(roles.sort(), ['ADMIN', ...Array<string>(4).fill('USER')]);
    await world.close();
  });
});
