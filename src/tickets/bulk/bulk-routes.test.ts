import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';

type Item = { id: string; key: string; title: string; version: number; status: string };

onEveryEngine('many tickets at once', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;
  let project: { id: string; key: string; workspaceId: string };
  let count = 0;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    ada = await world.person('Ada');
    ben = await world.person('Ben');
  });
  after(() => world.close());

  const newProject = async () => {
    const key = `B${++count}`;
    project = (await ada.post('/api/projects', { name: 'Bulk', key })).body.data;
    return project;
  };
  const bulk = (tickets: unknown[], headers = {}, person = ada) =>
    person.post('/api/tickets/bulk', { tickets }, headers);
  const total = async () => (await ada.get(`/api/tickets?project=${project.id}`)).body.pagination.total;
  const eventsSince = async (seq: number) => (await world.events()).filter((event) => event.seq > seq);
  const lastSeq = async () => (await world.events()).at(-1)?.seq ?? 0;

  test('a bulk request repeated with its Idempotency-Key gets the first answer, and nothing happens twice', async () => {
    await newProject();
    const key = { 'idempotency-key': `bulk ${project.id}` };
    const first = await bulk([{ title: 'Once', projectId: project.id }], key);
    const second = await bulk([{ title: 'Once', projectId: project.id }], key);
    assert.deepEqual([second.status, second.body], [201, first.body]);
    assert.equal(second.headers['idempotent-replayed'], 'true');
    assert.equal(await total(), 1);
  });

  test('a bulk request returns tickets in its own order, and new numbers have no gap', async () => {
    await newProject();
    const old = (await ada.post('/api/tickets', { title: 'Old', projectId: project.id })).body.data;
    const label = await world.label(project.workspaceId, `bulk ${count}`);
    const { status, body } = await bulk([
      { title: ' New one ', projectId: project.id, labelIds: [label], dueDate: '2026-12-24' },
      { id: old.key.toLowerCase(), status: 'done', labelIds: [label], version: old.version },
      { title: 'Loose' },
      { title: 'New two', projectId: project.key, assigneeId: ben.id, parentId: old.key },
    ]);
    assert.equal(status, 201);
    const items: Item[] = body.data;
    assert.deepEqual(
      items.map(({ key, title }) => [key, title]),
      [
        [`${project.key}-2`, 'New one'],
        [`${project.key}-1`, 'Old'],
        [undefined, 'Loose'],
        [`${project.key}-3`, 'New two'],
      ],
    );
    assert.equal(items[1]?.version, old.version + 1);
    const whole = (await ada.get(`/api/tickets/${project.key}-2`)).body.data;
    assert.deepEqual([whole.labels.length, whole.dueDate], [1, '2026-12-24T23:59:59.999Z']);
    assert.equal((await ada.get(`/api/tickets/${old.id}`)).body.data.labels.length, 1);
    assert.equal((await ada.get(`/api/tickets/${project.key}-3`)).body.data.parentId, old.id);
    assert.equal(
      (await ben.get(`/api/tickets/${project.key}-3`)).status,
      200,
      'the assignee reads it as a guest',
    );
    assert.equal(
      (await ada.post('/api/tickets', { title: 'x', projectId: project.id })).body.data.key,
      `${project.key}-4`,
    );
  });

  test('the former values of a bulk request undo it', async () => {
    await newProject();
    const fields = { title: 'Old', projectId: project.id, dueDate: '2026-12-24' };
    const { id, dueDate } = (await ada.post('/api/tickets', fields)).body.data;
    const changes = { title: 'New', status: 'todo', assigneeId: ben.id, dueDate: null };
    const { former } = (await bulk([{ id, ...changes }, { title: 'Made' }])).body;
    assert.deepEqual(former, [{ title: 'Old', status: 'backlog', assigneeId: null, dueDate }, null]);
    assert.equal((await bulk([{ id, ...former[0] }])).status, 200);
    const { data } = (await ada.get(`/api/tickets/${id}`)).body;
    assert.deepEqual(
      [data.title, data.status, data.assignee, data.dueDate],
      ['Old', 'backlog', null, dueDate],
    );
    assert.deepEqual((await bulk([{ id, title: 'Old' }])).body.former, [{}]);
  });

  test('a bulk request takes 1 to 500 entries', async () => {
    await newProject();
    const entry = (_: unknown, i: number) => ({ title: `Ticket ${i}`, projectId: project.id });
    const made = await bulk(Array.from({ length: 500 }, entry));
    assert.equal(made.status, 201);
    assert.deepEqual(
      made.body.data.map(({ key }: Item) => key),
      Array.from({ length: 500 }, (_, i) => `${project.key}-${i + 1}`),
    );
    assert.equal(await total(), 500);
    const listed = await ada.get(`/api/tickets?project=${project.id}&sort=createdAt&order=asc&limit=3`);
    assert.deepEqual(
      listed.body.data.map(({ key }: Item) => key),
      [1, 2, 3].map((number) => `${project.key}-${number}`),
      'tickets of one bulk request keep its order',
    );
    const tooMany = await bulk(Array.from({ length: 501 }, entry));
    assert.deepEqual(tooMany.body.error.details, { tickets: ['Tickets must have at most 500 items'] });
    assert.deepEqual((await bulk([])).body.error.details, { tickets: ['Tickets must not be empty'] });
    assert.deepEqual((await ada.post('/api/tickets/bulk', {})).body.error.details, {
      tickets: ['Tickets is required'],
    });
    const keys = made.body.data.map(({ key }: Item) => key);
    const changed = await bulk(keys.map((id: string) => ({ id, status: 'todo' })));
    assert.equal(changed.status, 200);
    assert.ok(changed.body.data.every(({ status, version }: Item) => status === 'todo' && version === 2));
  });

  test('a bulk request reports every invalid entry and writes nothing', async () => {
    await newProject();
    const good = (await ada.post('/api/tickets', { title: 'Good', projectId: project.id })).body.data;
    const hidden = (await ben.post('/api/projects', { name: 'Hidden' })).body.data;
    const theirs = (await ben.post('/api/tickets', { title: 'Theirs', projectId: hidden.id })).body.data;
    const seq = await lastSeq();
    const { status, body } = await bulk([
      { title: 'Fine', projectId: project.id },
      { title: ' ', type: 'NOPE' },
      'not an object',
      { id: good.id, title: 'Changed' },
      { id: good.key, title: 'Changed again' },
      { id: `${project.key}-999` },
      { id: theirs.id, title: 'Mine now' },
      { title: 'Lost', projectId: 'nowhere' },
      { title: 'Lost', assigneeId: 'nobody', labelIds: ['none'] },
      { id: 5 },
    ]);
    assert.equal(status, 400);
    assert.equal(body.error.message, 'Invalid input data');
    assert.deepEqual(Object.keys(body.error.details).sort(), [
      'tickets.1.title',
      'tickets.1.type',
      'tickets.2',
      'tickets.4.id',
      'tickets.5.id',
      'tickets.6',
      'tickets.7.projectId',
      'tickets.8.assigneeId',
      'tickets.8.labelIds',
      'tickets.9.id',
    ]);
    assert.deepEqual(body.error.details['tickets.1.title'], ['Title must not be blank']);
    assert.deepEqual(body.error.details['tickets.5.id'], ['Ticket not found']);
    assert.deepEqual(body.error.details['tickets.6'], ['Insufficient permissions to access this ticket']);
    assert.deepEqual(await eventsSince(seq), []);
    assert.equal((await ada.get(`/api/tickets/${good.id}`)).body.data.title, 'Good');
    assert.equal(
      (await ada.post('/api/tickets', { title: 'Next', projectId: project.id })).body.data.key,
      `${project.key}-2`,
      'a refused request takes no number',
    );
  });

  test('a bulk request fails with FORBIDDEN if all errors are missing permissions, and PRECONDITION_FAILED if all are stale versions', async () => {
    await newProject();
    const ticket = (await ada.post('/api/tickets', { title: 'One', projectId: project.id })).body.data;
    const outsider = await bulk([{ title: 'In', projectId: project.id }, { id: ticket.id }], {}, ben);
    assert.equal(outsider.status, 403);
    assert.equal(outsider.body.error.message, 'Insufficient permissions to access this project');
    assert.deepEqual(Object.keys(outsider.body.error.details), ['tickets.0', 'tickets.1']);
    const stale = await bulk([{ id: ticket.id, version: ticket.version + 1, title: 'Two' }]);
    assert.equal(stale.status, 412);
    assert.deepEqual(Object.keys(stale.body.error.details), ['tickets.0.version']);
    assert.equal((await ada.get(`/api/tickets/${ticket.id}`)).body.data.title, 'One');
  });

  test('a bulk request records the same events as single requests', async () => {
    await newProject();
    const make = { title: 'Same', projectId: project.id, assigneeId: ada.id };
    const change = { status: 'in_progress', assigneeId: ben.id, title: 'Other' };
    const shapesSince = async (seq: number) =>
      (await eventsSince(seq)).map(({ type, data }) => [type, Object.keys(JSON.parse(data).changes ?? {})]);
    let seq = await lastSeq();
    const first = (await ada.post('/api/tickets', make)).body.data;
    await ada.put(`/api/tickets/${first.id}`, change);
    const single = await shapesSince(seq);
    seq = await lastSeq();
    const second = (await bulk([make])).body.data[0];
    await bulk([{ id: second.id, ...change }]);
    assert.deepEqual(await shapesSince(seq), single);
    seq = await lastSeq();
    const same = await bulk([{ id: second.id, ...change }]);
    assert.equal(same.status, 200);
    assert.deepEqual(await eventsSince(seq), [], 'an update without changes records no event');
  });

  test('a bulk move gives tickets numbers of the new project and updates the counts of both', async () => {
    const from = await newProject();
    const made: Item[] = (await bulk([1, 2, 3].map((n) => ({ title: `Moves ${n}`, projectId: from.id }))))
      .body.data;
    const to = await newProject();
    const moved = await bulk([
      { id: made[2]?.id, projectId: to.id },
      { title: 'New', projectId: to.id },
      { id: made[0]?.id, projectId: to.key },
    ]);
    assert.deepEqual(
      moved.body.data.map(({ key }: Item) => key),
      [`${to.key}-1`, `${to.key}-3`, `${to.key}-2`],
    );
    assert.equal((await ada.get(`/api/tickets/${from.key}-3`)).body.data.key, `${to.key}-1`);
    assert.equal(await total(), 3);
    assert.equal((await ada.get(`/api/tickets?project=${from.id}`)).body.pagination.total, 1);
  });

  test('a bulk request with the same Idempotency-Key runs once', async () => {
    await newProject();
    const entries = [{ title: 'Once', projectId: project.id }];
    const key = { 'idempotency-key': `bulk ${count}` };
    const first = await bulk(entries, key);
    const again = await bulk(entries, key);
    assert.deepEqual(
      [again.status, again.headers['idempotent-replayed'], again.body],
      [201, 'true', first.body],
    );
    assert.equal(await total(), 1);
  });

  test('concurrent bulk and single creations get every ticket number exactly once', async () => {
    await newProject();
    const entry = { title: 'Race', projectId: project.id };
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => bulk(Array.from({ length: 5 }, () => entry))),
      ...Array.from({ length: 8 }, () => ada.post('/api/tickets', entry)),
    ]);
    assert.ok(answers.every(({ status }) => status === 201));
    const numbers = answers.flatMap(({ body }) => [body.data].flat().map(({ number }) => number));
    assert.deepEqual(
      numbers.sort((a, b) => a - b),
      Array.from({ length: 48 }, (_, i) => i + 1),
    );
  });

  test('concurrent bulk changes of the same tickets in opposite order do not deadlock', async () => {
    await newProject();
    const made: Item[] = (
      await bulk(Array.from({ length: 20 }, (_, i) => ({ title: `T${i}`, projectId: project.id })))
    ).body.data;
    const forward = made.map(({ id }) => ({ id, priority: 'high' }));
    const backward = made.map(({ id }) => ({ id, status: 'todo' })).reverse();
    const answers = await Promise.all([forward, backward, forward, backward].map((list) => bulk(list)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    );
    const { data } = (await ada.get(`/api/tickets?project=${project.id}&status=todo&priority=high`)).body;
    assert.equal(data.length, 20);
  });

  test('a due date without a time in a bulk request ends in the caller’s time zone', async () => {
    await ben.put('/api/user/preferences', { timezone: 'America/New_York' });
    const { body } = await bulk([{ title: 'Due', dueDate: '2026-12-24' }], {}, ben);
    assert.equal(body.data[0].dueDate, '2026-12-25T04:59:59.999Z');
  });
});
