import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { type Caller, openWorld, type Person, type World } from '../../../test/support/world.ts';
import { dayMs } from '../../platform/clock.ts';

interface Item {
  kind: string;
  task?: { id: string };
  ticket: { key: string } | null;
  frees: { agents: number; tickets: number; days: number };
}

onEveryEngine('needs you', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;
  let pilot: Caller & { id: string };
  let count = 0;
  let key = '';
  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    [ada, ben] = [await world.person('Ada'), await world.person('Ben')];
    pilot = await addAgent('Pilot');
  });
  after(() => world.close());
  beforeEach(async () => {
    key = `N${++count}`;
    await ada.post('/api/projects', { name: key, key });
    await ada.post(`/api/project/${key}/members`, { userId: ben.id, role: 'member' });
    await ada.post(`/api/project/${key}/members`, { userId: pilot.id, role: 'member' });
  });

  const addAgent = async (name: string) => {
    const { id } = (await ada.post('/api/agents', { name })).body.data;
    const fields = { name: 'k', scopes: ['read', 'write', 'agent'] };
    const { key: secret } = (await ada.post(`/api/agents/${id}/api-keys`, fields)).body.data;
    return { id, ...world.caller({ authorization: `Bearer ${secret}` }) };
  };
  const create = async (fields: object = {}, person: Caller = ada) => {
    world.clock.advance(1_000);
    return (await person.post('/api/tickets', { title: 'T', projectId: key, status: 'todo', ...fields })).body
      .data;
  };
  const block = (blocker: { id: string }, blocked: { id: string }) =>
    ada.post(`/api/tickets/${blocked.id}/relations`, { kind: 'blocked_by', ticketId: blocker.id });
  /** Queues a task for Pilot on the ticket, and claims it. */
  const start = async (ticket: { id: string } | null, person: Caller = ada) => {
    const fields = { title: 'Work', instructions: 'Do it.', agentId: pilot.id, maxAttempts: 1 };
    await person.post('/v1/agent-tasks', {
      ...fields,
      projectId: key,
      ...(ticket && { ticketId: ticket.id }),
    });
    const claimed = (await pilot.post('/v1/agent-tasks/claim', { workerId: 'w', projectId: key })).body.data;
    assert.ok(claimed);
    const url = `/v1/agent-tasks/${claimed.id}`;
    return {
      url,
      id: claimed.id as string,
      report: async (action: string, body: object = {}) => {
        const answer = await pilot.post(`${url}/${action}`, { epoch: claimed.lease.epoch, ...body });
        assert.ok(answer.status < 300, JSON.stringify(answer.body));
      },
    };
  };
  const items = async (person: Caller = ada): Promise<Item[]> => {
    const { status, body } = await person.get('/api/needs-you');
    assert.equal(status, 200, JSON.stringify(body));
    return body.data.filter(
      ({ task, ticket }: { task?: { project?: { key: string } }; ticket?: { key?: string } }) =>
        (task?.project?.key ?? ticket?.key?.split('-')[0]) === key,
    );
  };
  const kinds = async (person: Caller = ada) => (await items(person)).map(({ kind }) => kind);

  test('a question is listed until it is answered, for whom it concerns alone', async () => {
    const task = await start(await create());
    assert.deepEqual(await kinds(), []);
    await task.report('ask', { question: 'Which lock?' });
    assert.deepEqual(await kinds(), ['question']);
    assert.deepEqual(await kinds(ben), [], 'Ben neither watches the ticket nor owns the agent');
    assert.deepEqual(await kinds(pilot), []);
    const eve = await world.person(`Eve ${key}`);
    assert.deepEqual(await kinds(eve), []);
    await ada.post(`${task.url}/answer`, { answer: 'The row lock' });
    assert.deepEqual(await kinds(), []);
  });

  test('approvals, failures and results to review are listed until somebody dealt with them', async () => {
    const approval = await start(await create());
    await approval.report('ask', { question: 'Drop the table?', kind: 'approval' });
    const failure = await start(await create());
    await failure.report('fail', { error: 'No compiler', retryable: false });
    const [toReview, closed] = [await create(), await create()];
    for (const ticket of [toReview, closed]) {
      const task = await start(ticket);
      await task.report('complete');
      await ada.put(`/api/tickets/${ticket.id}/status`, { status: 'in_review' });
    }
    assert.deepEqual((await kinds()).sort(), ['approval', 'failure', 'review', 'review']);
    await ada.put(`/api/tickets/${closed.id}/status`, { status: 'done' });
    assert.deepEqual((await kinds()).sort(), ['approval', 'failure', 'review']);
    await ada.post(`${failure.url}/retry`);
    assert.deepEqual((await kinds()).sort(), ['approval', 'review']);
    await ada.post(`${approval.url}/answer`, { approve: false, reason: 'Not now' });
    assert.deepEqual(await kinds(), ['review']);
  });

  test('an item tells the tickets and agents that it frees, and the days at the pace of the project', async () => {
    const [root, next, last, other] = [await create(), await create(), await create(), await create()];
    await block(root, next);
    await block(next, last);
    await block(root, other);
    await block(await create(), other);
    const task = await start(root);
    await task.report('ask', { question: 'How?' });
    await ada.post('/v1/agent-tasks', {
      ticketId: last.id,
      title: 'Later',
      instructions: '.',
      agentId: pilot.id,
    });
    assert.deepEqual((await items())[0]?.frees, { agents: 1, tickets: 3, days: 3 });
    for (let n = 0; n < 14; n++) await create({ status: 'done' });
    assert.deepEqual((await items())[0]?.frees, { agents: 1, tickets: 3, days: 6 });
    world.clock.advance(29 * dayMs);
    assert.deepEqual((await items())[0]?.frees.days, 3);
  });

  test('what frees more per minute comes first, though it is newer', async () => {
    const small = await start(await create({ title: 'Small' }));
    await small.report('ask', { question: 'How?' });
    const root = await create({ title: 'Large' });
    for (let n = 0; n < 3; n++) await block(root, await create());
    const large = await start(root);
    await large.report('ask', { question: 'How?' });
    assert.deepEqual(
      (await items()).map(({ task }) => task?.id),
      [large.id, small.id],
    );
  });

  test('a question that one click answers comes before one that needs words', async () => {
    const words = await start(await create());
    await words.report('ask', { question: 'How?' });
    const click = await start(await create());
    const form = { type: 'object', properties: { lock: { type: 'string', enum: ['row', 'table'] } } };
    await click.report('ask', { question: 'Which lock?', form });
    assert.deepEqual(
      (await items()).map(({ task }) => task?.id),
      [click.id, words.id],
    );
  });

  test('a person’s own ticket is listed while an agent waits for it', async () => {
    const own = await create({ assigneeId: ben.id });
    const blocked = await create();
    await block(own, blocked);
    assert.deepEqual(await kinds(ben), []);
    await ada.post('/v1/agent-tasks', {
      ticketId: blocked.id,
      title: 'W',
      instructions: '.',
      agentId: pilot.id,
    });
    const [item] = await items(ben);
    assert.deepEqual([item?.kind, item?.ticket?.key, item?.task], ['held', own.key, undefined]);
    assert.deepEqual(item?.frees, { agents: 1, tickets: 1, days: 2 });
    await ben.put(`/api/tickets/${own.id}/status`, { status: 'done' });
    assert.deepEqual(await kinds(ben), []);
  });

  test('an item counts nothing that waits in a project that the person may not read', async () => {
    const secret = `S${count}`;
    await ada.post('/api/projects', { name: secret, key: secret, visibility: 'private' });
    await ada.post(`/api/project/${secret}/members`, { userId: pilot.id, role: 'member' });
    const own = await create({ assigneeId: ben.id });
    const blocked = await create();
    await block(own, blocked);
    const queue = (ticket: { id: string }) =>
      ada.post('/v1/agent-tasks', { ticketId: ticket.id, title: 'W', instructions: '.' });
    await queue(blocked);
    const hidden = await create({ projectId: secret });
    await block(own, hidden);
    await queue(hidden);
    assert.deepEqual((await items(ben))[0]?.frees, { agents: 1, tickets: 1, days: 2 });
  });

  test('tasks in the workspaces of others hide none of the person’s own', async () => {
    const ticket = (await ben.post('/api/tickets', { title: 'Mine' })).body.data;
    const fields = { title: 'W', instructions: '.' };
    for (let n = 0; n < 270; n++) await ben.post('/v1/agent-tasks', { ...fields, ticketId: ticket.id });
    await ada.put(`/api/project/${key}/agent-limits`, { tasksPerHour: 1 });
    world.clock.advance(1_000);
    for (let n = 0; n < 2; n++) await ada.post('/v1/agent-tasks', { ...fields, projectId: key });
    assert.deepEqual(await kinds(), ['held']);
  });

  test('an own ticket of a deleted project, or of one that the person left, is not listed', async () => {
    await ada.put(`/api/project/${key}`, { visibility: 'private' });
    const own = await create({ assigneeId: ben.id });
    const blocked = await create();
    await block(own, blocked);
    await ada.post('/v1/agent-tasks', { ticketId: blocked.id, title: 'W', instructions: '.' });
    assert.deepEqual(await kinds(ben), ['held']);
    await ada.delete(`/api/project/${key}/members/${ben.id}`);
    assert.deepEqual(await kinds(ben), []);
    await ada.post(`/api/project/${key}/members`, { userId: ben.id, role: 'member' });
    await ada.delete(`/api/project/${key}`);
    assert.equal((await ben.get(`/api/tickets/${own.id}`)).status, 404);
    assert.deepEqual(await kinds(ben), []);
  });

  test('nothing of a project that the person left is listed', async () => {
    const task = await start(await create({}, ben), ben);
    await task.report('ask', { question: 'How?' });
    assert.deepEqual(await kinds(ben), ['question']);
    await ada.put(`/api/project/${key}`, { visibility: 'private' });
    await ada.delete(`/api/project/${key}/members/${ben.id}`);
    assert.deepEqual(await kinds(ben), []);
  });

  test('a key that is limited to other projects sees none of it', async () => {
    const task = await start(await create());
    await task.report('ask', { question: 'How?' });
    const other = (await ada.post('/api/projects', { name: 'Other', key: `O${count}` })).body.data.id;
    const limited = (await ada.post('/api/user/api-keys', { name: 'k', projectIds: [other] })).body.data.key;
    assert.deepEqual(await kinds(world.caller({ authorization: `Bearer ${limited}` })), []);
  });
});
