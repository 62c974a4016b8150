import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { startServer } from '../../test/durability/running-server.ts';
import { newMigratedDatabase, onEveryEngine } from '../../test/support/engines.ts';
import { listen, openStream, untilSettled } from '../../test/support/live-stream.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { buildApp } from '../composition/app.ts';
import { listEventsAfter } from '../events/index.ts';
import { statement } from '../platform/db/index.ts';
import { withTicketRow } from '../tickets/index.ts';

const removeWorkspaceMember = statement<{ workspaceId: string; userId: string }>(
  'delete from workspace_members where workspace_id = :workspaceId and user_id = :userId',
);

onEveryEngine('live updates', (engine) => {
  let world: World;
  let origin: string;
  let ada: Person;
  let ben: Person;
  let project: string;
  let count = 0;
  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    origin = await listen(world.app);
    ada = await world.person('Ada');
    ben = await world.person('Ben');
    project = await newProject();
  });
  after(() => world.close());

  const follow = async (person: Person, query = '', headers = {}) => {
    await untilSettled(world.db.reads);
    return openStream(origin, { cookie: person.cookie, ...headers }, query);
  };
  const newProject = async (fields: object = {}): Promise<string> =>
    (await ada.post('/api/projects', { name: 'Live', key: `L${++count}`, ...fields })).body.data.id;
  const newTicket = async (fields: object = {}, person = ada): Promise<string> =>
    (await person.post('/api/tickets', { title: 'Live', projectId: project, ...fields })).body.data.id;
  const addBen = (id: string) => ada.post(`/api/project/${id}/members`, { userId: ben.id, role: 'member' });
  /** Creates a ticket that only the person sees. When its event arrives, every earlier event has arrived or never will. */
  const mark = (person: Person) =>
    person.post('/api/tickets', { title: 'mark' }).then(({ body }) => body.data.id as string);

  /** The events that the stream receives before a mark that the person sets now. */
  async function receivedBy(person: Person, stream: Awaited<ReturnType<typeof follow>>) {
    const id = await mark(person);
    for (let seen = 1; stream.messages.at(-1)?.data.data.ticket?.id !== id; seen++) await stream.until(seen);
    stream.close();
    return stream.messages.slice(0, -1).map(({ event, data }) => [event, data.data.ticket?.id]);
  }

  test('a message carries the event with its position, type, time and the payload of that moment', async () => {
    const stream = await follow(ada);
    assert.equal(stream.status, 200);
    assert.equal(stream.headers['content-type'], 'text/event-stream; charset=utf-8');
    assert.equal(stream.headers['x-accel-buffering'], 'no');
    assert.equal(stream.headers['content-encoding'], undefined);
    const id = await newTicket({ title: 'Line one\nand “two”' });
    await ada.put(`/api/tickets/${id}`, { title: 'Later' });
    const [first] = await stream.until(2);
    stream.close();
    const row = (await world.events()).find((event) => event.ticketId === id);
    assert.ok(first && row);
    assert.equal(first.id, `${row.xid}-${row.seq}`);
    assert.equal(first.event, 'ticket.created');
    assert.deepEqual(first.data, {
      id: row.id,
      type: 'ticket.created',
      timestamp: new Date(row.occurredAt).toISOString(),
      data: JSON.parse(withTicketRow(row.data)),
    });
    assert.equal(first.data.data.row.version, 1);
    assert.equal(first.data.data.ticket.title, 'Line one\nand “two”');
  });

  test('a stream without a last event id gets no earlier events', async () => {
    await newTicket();
    assert.deepEqual(await receivedBy(ada, await follow(ada)), []);
  });

  test('events of accounts are not streamed', async () => {
    const stream = await follow(ada);
    await world.person('Cid');
    assert.deepEqual(await receivedBy(ada, stream), []);
  });

  test('a stream can be filtered by event types and by projects, given as ids or keys', async () => {
    const other = await newProject();
    const key = (await ada.get(`/api/project/${other}`)).body.data.key.toLowerCase();
    const streams = await Promise.all(
      ['?types=comment.*', `?project=${key}`, `?types=ticket.created,project.*&project=${project}`].map(
        (query) => follow(ada, query),
      ),
    );
    const [here, there] = [await newTicket(), await newTicket({ projectId: other })];
    await ada.put(`/api/tickets/${there}`, { title: 'New' });
    await ada.post(`/api/tickets/${there}/comments`, { content: 'Words' });
    await ada.put(`/api/project/${project}`, { description: 'Last' });
    await Promise.all([streams[0]?.until(1), streams[1]?.until(3), streams[2]?.until(2)]);
    assert.deepEqual(
      streams.map((stream) => stream.messages.map(({ event, data }) => [event, data.data.ticket?.id])),
      [
        [['comment.created', there]],
        [
          ['ticket.created', there],
          ['ticket.updated', there],
          ['comment.created', there],
        ],
        [
          ['ticket.created', here],
          ['project.updated', undefined],
        ],
      ],
    );
    for (const stream of streams) stream.close();
  });

  test('an invalid filter or last event id is a 400 that names its field, and HEAD returns headers only', async () => {
    const cases: [query: string, field: string][] = [
      ['?types=ticket.exploded', 'types'],
      ['?types=user.*', 'types'],
      ['?project=no-such-project', 'project'],
      ['?lastEventId=yesterday', 'lastEventId'],
      ['?lastEventId=-1--1', 'lastEventId'],
    ];
    for (const [query, field] of cases) {
      const { status, body } = await ada.get(`/api/events${query}`);
      assert.deepEqual([status, Object.keys(body.error.details)], [400, [field]], query);
    }
    const head = await world.app.inject({
      method: 'HEAD',
      url: '/api/events',
      headers: { cookie: ada.cookie, 'last-event-id': '' },
    });
    assert.deepEqual(
      [head.statusCode, head.headers['content-type']],
      [200, 'text/event-stream; charset=utf-8'],
    );
  });

  test('a stream resumes after its last event id without a gap or a duplicate', async () => {
    const whole = await follow(ada, `?project=${project}`);
    const start = whole.lastEventId() as string;
    const id = await newTicket();
    for (const title of ['a', 'b', 'c', 'd']) await ada.put(`/api/tickets/${id}`, { title });
    const expected = (await whole.until(5)).map((message) => message.id);
    whole.close();
    for (const [index, lastId] of [start, ...expected].entries()) {
      const byHeader = await follow(ada, `?project=${project}`, { 'last-event-id': lastId });
      const byQuery = await follow(ada, `?project=${project}&lastEventId=${lastId}`);
      for (const stream of [byHeader, byQuery]) {
        await stream.until(5 - index);
        assert.deepEqual(
          stream.messages.map((message) => message.id),
          expected.slice(index),
        );
        stream.close();
      }
    }
  });

  test('an unknown last event id gets a reset message and then new events', async () => {
    const stream = await follow(ada, '?types=ticket.created', { 'last-event-id': '0-0' });
    assert.equal((await stream.until(1))[0]?.event, 'reset');
    const ahead = await follow(ada, '?types=ticket.created', { 'last-event-id': '9999999-9999999' });
    assert.equal((await ahead.until(1))[0]?.event, 'reset');
    const id = await newTicket();
    for (const each of [stream, ahead]) {
      assert.equal((await each.until(2))[1]?.data.data.ticket.id, id);
      each.close();
    }
  });

  test('clients that reconnect during 200 concurrent changes get every event once and in the same order', async () => {
    const busy = await newProject();
    const query = `?project=${busy}`;
    const steady = await follow(ada, query);
    const start = steady.lastEventId() as string;
    let isOver = false;
    const work = Promise.all(Array.from({ length: 40 }, (_, index) => changeTicket(index, busy))).finally(
      () => {
        isOver = true;
      },
    );
    /** Reads a few messages, disconnects, and reconnects with the last id. */
    const reconnectOften = async (seed: number) => {
      const got: string[] = [];
      let lastId = start;
      for (let round = 0; !isOver || got.length < 240; round++) {
        const stream = await openStream(origin, { cookie: ada.cookie, 'last-event-id': lastId }, query);
        const count = 1 + ((seed * 7 + round * 13) % 11);
        await stream.until(Math.min(count, 240 - got.length));
        stream.close();
        got.push(...stream.messages.map((message) => message.id));
        lastId = stream.lastEventId() as string;
        if (got.length >= 240) break;
      }
      return got;
    };
    const reconnecting = Promise.all([1, 2, 3].map(reconnectOften));
    await work;
    const order = (await steady.until(240)).map((message) => message.id);
    for (const got of await reconnecting) assert.deepEqual(got, order);
    assert.equal(new Set(order).size, 240);
    const settled = await listEventsAfter(world.db.reads, { ...{ xid: -1, seq: -1 }, limit: 10_000 });
    const recorded = settled.filter((event) => event.projectId === busy && event.ticketId);
    assert.deepEqual(
      order,
      recorded.map(({ xid, seq }) => `${xid}-${seq}`),
    );
    steady.close();
  });

  /** Makes five changes, which record six events. */
  async function changeTicket(index: number, projectId: string): Promise<void> {
    const id = await newTicket({ title: `Ticket ${index}`, projectId });
    await ada.post(`/api/tickets/${id}/comments`, { content: 'Words' });
    await ada.put(`/api/tickets/${id}/status`, { status: 'done' });
    await ada.put(`/api/tickets/${id}`, { title: `Title ${index}` });
    await ada.delete(`/api/tickets/${id}`);
  }

  test('events of a ticket reach exactly the users who may read it', async () => {
    const dot = await world.person('Dot');
    const shared = await world.sharedWorkspace(ada.id, [ben.id]);
    const cases: [what: string, fields: object, ben: boolean, dot: boolean][] = [
      ['private', { projectId: project }, false, false],
      ['assigned', { projectId: project, assigneeId: ben.id }, true, false],
      ['public', { projectId: await newProject({ visibility: 'public' }) }, true, true],
      [
        'public inside',
        { projectId: await newProject({ visibility: 'public', workspaceId: shared }) },
        true,
        false,
      ],
      ['private inside', { projectId: await newProject({ workspaceId: shared }) }, false, false],
      ['without a project', { projectId: null, workspaceId: shared }, true, false],
      ['her own', { projectId: null }, false, false],
    ];
    const streams = [await follow(ben, '?types=ticket.created'), await follow(dot, '?types=ticket.created')];
    const tickets: [string, boolean, boolean][] = [];
    for (const [, fields, ...seen] of cases) tickets.push([await newTicket(fields), ...seen]);
    for (const [index, person] of [ben, dot].entries()) {
      const received = (await receivedBy(person, streams[index] as never)).map(([, id]) => id);
      const readable = [];
      for (const [id] of tickets)
        if ((await person.get(`/api/tickets/${id}`)).status === 200) readable.push(id);
      assert.deepEqual(received, readable, 'the same as over HTTP');
      assert.deepEqual(
        received,
        tickets.filter((ticket) => ticket[1 + index]).map(([id]) => id),
      );
    }
  });

  test('a removed member gets the event of their removal and no later event of the project', async () => {
    const other = await newProject();
    await addBen(other);
    const stream = await follow(ben);
    const seen = await newTicket({ projectId: other });
    // Permissions are checked when an event is sent, so the removal waits until this one has arrived.
    await stream.until(1);
    await ada.delete(`/api/project/${other}/members/${ben.id}`);
    await newTicket({ projectId: other });
    assert.deepEqual(await receivedBy(ben, stream), [
      ['ticket.created', seen],
      ['member.changed', undefined],
      ['project.gone', undefined],
      ['member.removed', undefined],
    ]);
    const later = await follow(ben, '', { 'last-event-id': stream.messages[0]?.id as string });
    assert.deepEqual(
      (await receivedBy(ben, later)).filter(([, id]) => id !== stream.messages.at(-1)?.data.data.ticket.id),
      [
        ['member.changed', undefined],
        ['project.gone', undefined],
        ['member.removed', undefined],
      ],
      'also when it catches up',
    );
  });

  test('events stop when a project turns private, an assignment ends or a workspace membership ends', async () => {
    const open = await newProject({ visibility: 'public' });
    const shared = await world.sharedWorkspace(ada.id, [ben.id]);
    const mine = await newTicket({ assigneeId: ben.id });
    const stream = await follow(ben);
    await newTicket({ projectId: open });
    await newTicket({ projectId: null, workspaceId: shared });
    await ada.put(`/api/tickets/${mine}`, { title: 'Still his' });
    await stream.until(3);
    await ada.put(`/api/project/${open}`, { visibility: 'private' });
    await world.db.transaction((tx) =>
      tx.run(removeWorkspaceMember, { workspaceId: shared, userId: ben.id }),
    );
    await ada.put(`/api/tickets/${mine}/assignee`, { assigneeId: null });
    await newTicket({ projectId: open });
    await newTicket({ projectId: null, workspaceId: shared });
    await ada.put(`/api/tickets/${mine}`, { title: 'Not his' });
    assert.deepEqual(
      (await receivedBy(ben, stream)).slice(3).map(([event]) => event),
      ['project.gone', 'ticket.gone'],
    );
  });

  test('members get the deletion of their project, and events in it again after it is restored', async () => {
    const other = await newProject();
    await addBen(other);
    const stream = await follow(ben);
    await ada.delete(`/api/project/${other}`);
    await ada.post(`/api/project/${other}/restore`);
    const id = await newTicket({ projectId: other });
    assert.deepEqual(await receivedBy(ben, stream), [
      ['project.deleted', undefined],
      ['project.updated', undefined],
      ['ticket.created', id],
    ]);
  });

  test('tasks without a project reach administrators and their agents only', async () => {
    const root = await world.person('Root', 'ADMIN');
    const agent = (await root.post('/api/agents', { name: 'Helper' })).body.data;
    const { key } = (await root.post(`/api/agents/${agent.id}/api-keys`, { name: 'k' })).body.data;
    const helper = world.caller({ authorization: `Bearer ${key}` });
    const types = '?types=agent_task.*,ticket.created';
    const [byAdmin, byAgent, byUser] = await Promise.all([
      follow(root, types),
      openStream(origin, { authorization: `Bearer ${key}` }, types),
      follow(ben, types),
    ]);
    const made = await root.post('/v1/agent-tasks', { title: 'Of the instance', instructions: '' });
    assert.equal(made.body.data.projectId, undefined);
    const task = (await helper.post('/v1/agent-tasks/claim', { workerId: 'w' })).body.data;
    assert.equal(task.id, made.body.data.id);
    const path = `/v1/agent-tasks/${task.id}`;
    const activity = { epoch: 1, type: 'action', content: 'Looking' };
    await helper.post(`${path}/activities`, activity);
    await helper.post(`${path}/complete`, { epoch: 1 });
    const expected = ['queued', 'claimed', 'activity', 'completed'].map((name) => `agent_task.${name}`);
    for (const stream of [byAdmin, byAgent]) {
      await stream.until(expected.length);
      assert.deepEqual(
        stream.messages.map(({ event }) => event),
        expected,
      );
      assert.ok(stream.messages.every(({ data }) => data.data.task.id === task.id));
    }
    byAdmin.close();
    byAgent.close();
    assert.deepEqual(await receivedBy(ben, byUser), []);
  });

  test('an API key needs the scope read to open a stream', async () => {
    const keyWith = async (scope: string) =>
      (await ada.post('/api/user/api-keys', { name: 'k', scopes: [scope] })).body.data.key as string;
    const stream = await openStream(origin, { authorization: `Bearer ${await keyWith('read')}` });
    assert.deepEqual(await receivedBy(ada, stream), []);
    const refused = await world
      .caller({ authorization: `Bearer ${await keyWith('write')}` })
      .get('/api/events');
    assert.equal(refused.status, 403);
  });

  for (const opensFirst of ['session', 'API key'] as const)
    test(`an API key limited to a project gets only its events, if the ${opensFirst} of its owner opens first`, async () => {
      const limitedTo = await newProject();
      const input = { name: 'k', scopes: ['read'], projectIds: [limitedTo] };
      const { key } = (await ada.post('/api/user/api-keys', input)).body.data;
      const byKey = () => openStream(origin, { authorization: `Bearer ${key}` }, '?types=ticket.created');
      const bySession = () => follow(ada, '?types=ticket.created');
      const [first, second] = opensFirst === 'session' ? [bySession, byKey] : [byKey, bySession];
      const streams = [await first(), await second()];
      const [session, limited] = opensFirst === 'session' ? streams : streams.toReversed();
      assert.ok(session && limited);
      const other = await newTicket();
      const inside = await newTicket({ projectId: limitedTo });
      assert.deepEqual(await receivedBy(ada, session), [
        ['ticket.created', other],
        ['ticket.created', inside],
      ]);
      await limited.until(1);
      limited.close();
      assert.deepEqual(
        limited.messages.map(({ data }) => data.data.ticket.id),
        [inside],
      );
    });

  test('the 21st stream of a user is refused until one is closed', async () => {
    const eve = await world.person('Eve');
    const streams = await Promise.all(Array.from({ length: 20 }, () => follow(eve)));
    const refused = await eve.get('/api/events');
    assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '5']);
    streams[0]?.close();
    let next = await follow(eve);
    for (; next.status === 429; next = await follow(eve)) next.close();
    assert.equal(next.status, 200);
    for (const stream of [...streams, next]) stream.close();
  });

  test('closing the app ends every stream, also one whose client does not read', async () => {
    const app = buildApp(world.context);
    const appOrigin = await listen(app);
    const headers = { cookie: ada.cookie };
    const streams = await Promise.all(Array.from({ length: 5 }, () => openStream(appOrigin, headers)));
    const stalled = await openStream(appOrigin, headers);
    stalled.pause();
    await app.close();
    await Promise.all(streams.map((stream) => stream.ended));
    stalled.close();
  });

  if (engine === 'postgres')
    test('an event reaches streams of other processes on the same database', async () => {
      const open = await newProject({ visibility: 'public' });
      const other = await startServer(world.config.database);
      const stream = await openStream(other.url, { cookie: await signUp(other.url) }, `?project=${open}`);
      for (let index = 1; index <= 5; index++) {
        await newTicket({ projectId: open });
        await stream.until(index);
      }
      stream.close();
      await other.end('SIGTERM');
    });
});

const json = { 'content-type': 'application/json' };

/** Signs up over HTTP and returns the session cookie. */
async function signUp(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' }),
  });
  return (response.headers.get('set-cookie') as string).split(';')[0] as string;
}
const addTicket = (origin: string, cookie: string) =>
  fetch(`${origin}/api/tickets`, { method: 'POST', headers: { ...json, cookie }, body: '{"title":"Sent"}' });

test('SIGTERM ends 20 open streams, and the server closes its database before it ends', async () => {
  const home = await newMigratedDatabase('sqlite');
  const server = await startServer(home.address);
  const cookie = await signUp(server.url);
  const streams = await Promise.all(Array.from({ length: 20 }, () => openStream(server.url, { cookie })));
  await addTicket(server.url, cookie);
  await Promise.all(streams.map((stream) => stream.until(1)));
  const { code } = await server.end('SIGTERM');
  await Promise.all(streams.map((stream) => stream.ended));
  assert.equal(code, 0);
  // A server that did not drain in time would leave it.
  assert.ok(home.address.engine === 'sqlite' && !existsSync(`${home.address.file}-wal`));
  await home.remove();
});
