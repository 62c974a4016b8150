import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';
import { hourMs } from '../../platform/clock.ts';
import { wakeSnoozedTickets } from './wake-snoozed.ts';

onEveryEngine('triage', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;
  let robot: Pick<Person, 'get' | 'post' | 'put'>;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    ada = await world.person('Ada');
    ben = await world.person('Ben');
    await ada.post('/api/projects', { name: 'Desk', key: 'DESK' });
    await ada.post('/api/project/DESK/members', { userId: ben.id, role: 'member' });
    const agent = (await ada.post('/api/agents', { name: 'Robot' })).body.data;
    await ada.post('/api/project/DESK/members', { userId: agent.id, role: 'member' });
    const { key } = (await ada.post(`/api/agents/${agent.id}/api-keys`, { name: 'k' })).body.data;
    robot = world.caller({ authorization: `Bearer ${key}` });
  });
  after(() => world.close());

  const create = async (by: Pick<Person, 'post'>, fields: object = {}) => {
    const { status, body } = await by.post('/api/tickets', { title: 'T', projectId: 'DESK', ...fields });
    assert.equal(status, 201, JSON.stringify(body));
    return body.data;
  };
  const decide = (by: Pick<Person, 'post'>, id: string, body: object) =>
    by.post(`/api/tickets/${id}/triage`, body);
  const keys = async (query: string) =>
    (await ada.get(`/api/tickets?project=DESK&${query}`)).body.data.map((one: { id: string }) => one.id);
  const openCount = async () => (await ada.get('/api/tickets/stats?project=DESK')).body.data.total;

  test('a project without triage has neither the field nor waiting tickets', async () => {
    const ticket = await create(robot);
    assert.equal('triage' in ticket, false);
    assert.equal('triage' in (await ada.get('/api/project/DESK')).body.data, false);
    const { status, body } = await ada.post('/api/tickets', {
      title: 'T',
      projectId: 'DESK',
      triage: 'waiting',
    });
    assert.deepEqual(
      [status, body.error.details],
      [400, { triage: ['Triage is switched off in the project'] }],
    );
    assert.equal((await ada.put('/api/project/DESK', { triage: true })).body.data.triage, true);
    assert.equal((await ada.get('/api/boot')).body.data.projects[0].triage, true);
  });

  test('tickets of agents wait in the first status, those of members do not unless they want it', async () => {
    const before = await openCount();
    const sent = await create(robot, { status: 'in_progress' });
    assert.deepEqual([sent.triage, sent.status], ['waiting', 'backlog']);
    const own = await create(ada);
    assert.equal('triage' in own, false);
    const wanted = await create(ada, { triage: 'waiting' });
    assert.equal(wanted.triage, 'waiting');
    assert.deepEqual((await keys('triage=waiting')).sort(), [sent.id, wanted.id].sort());
    assert.ok((await keys('triage=none')).includes(own.id));
    assert.equal((await keys('triage=none')).includes(sent.id), false);
    assert.ok((await keys('')).includes(sent.id), 'without the filter a list has all tickets');
    assert.deepEqual(await keys('filter=triage = snoozed'), []);
    assert.equal(await openCount(), before + 1, 'statistics do not count waiting tickets');
  });

  test('accepting changes fields, puts the ticket first and counts it', async () => {
    const sent = await create(robot);
    const before = await openCount();
    const { status, body } = await decide(ben, sent.id, {
      decision: 'accept',
      status: 'todo',
      priority: 'high',
      assigneeId: 'me',
    });
    assert.equal(status, 200, JSON.stringify(body));
    const { triage, priority, assigneeId } = body.data;
    assert.deepEqual([triage, body.data.status, priority, assigneeId], [undefined, 'todo', 'high', ben.id]);
    assert.equal((await keys('sort=rank&order=asc'))[0], sent.id);
    assert.equal(await openCount(), before + 1);
    const outcomes = (await world.events()).filter(({ type }) => type === 'ticket.triaged');
    assert.equal(JSON.parse(outcomes.at(-1)?.data ?? '{}').outcome, 'accepted');
  });

  test('declining cancels the ticket and says why, and returning it lets it wait again', async () => {
    const sent = await create(robot);
    const { data } = (await decide(ada, sent.id, { decision: 'decline', reason: 'Out of scope' })).body;
    assert.deepEqual(
      [data.status, data.triage, data.comments[0].content],
      ['cancelled', undefined, 'Out of scope'],
    );
    const back = (await decide(ada, sent.id, { decision: 'return' })).body.data;
    assert.deepEqual([back.status, back.triage], ['backlog', 'waiting']);
    assert.equal((await decide(ada, sent.id, { decision: 'return' })).status, 409);
  });

  test('a duplicate is cancelled and related to the ticket that stays', async () => {
    const original = await create(ada, { title: 'Invoice shows the rate of yesterday' });
    const sent = await create(robot, { title: 'Invoice shows rate of yesterday' });
    const similar = (await ada.get(`/api/tickets/${sent.id}/possible-duplicates`)).body.data;
    assert.deepEqual(
      similar.map(({ id }: { id: string }) => id),
      [original.id],
    );
    for (const duplicateOf of [sent.id, 'DESK-999'])
      assert.equal((await decide(ada, sent.id, { decision: 'duplicate', duplicateOf })).status, 400);
    assert.equal((await decide(ada, sent.id, { decision: 'duplicate' })).status, 400);
    const made = await decide(ada, sent.id, { decision: 'duplicate', duplicateOf: original.key });
    assert.deepEqual([made.status, made.body.data.status], [200, 'cancelled']);
    const [relation] = (await ada.get(`/api/tickets/${original.id}/relations`)).body.data;
    assert.deepEqual([relation.kind, relation.ticketId], ['duplicated_by', sent.id]);
  });

  test('a snoozed ticket waits again when its time has come', async () => {
    const sent = await create(robot);
    const at = (ms: number) => new Date(world.clock.now() + ms).toISOString();
    assert.equal((await decide(ada, sent.id, { decision: 'snooze', until: at(-hourMs) })).status, 400);
    const { data } = (await decide(ada, sent.id, { decision: 'snooze', until: at(hourMs) })).body;
    assert.deepEqual([data.triage, typeof data.snoozedUntil], ['snoozed', 'string']);
    await wakeSnoozedTickets(world.db, world.clock);
    assert.equal((await ada.get(`/api/tickets/${sent.id}`)).body.data.triage, 'snoozed');
    world.clock.advance(hourMs);
    await wakeSnoozedTickets(world.db, world.clock);
    await wakeSnoozedTickets(world.db, world.clock);
    const woken = (await ada.get(`/api/tickets/${sent.id}`)).body.data;
    assert.deepEqual(
      [woken.triage, 'snoozedUntil' in woken, woken.version],
      ['waiting', false, data.version + 1],
    );
  });

  test('of two people who decide at once one wins, and the other is told what happened', async () => {
    const sent = await create(robot);
    const answers = await Promise.all([
      decide(ada, sent.id, { decision: 'accept' }),
      decide(ben, sent.id, { decision: 'decline', reason: 'No' }),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
    const { body } = answers.find(({ status }) => status === 409) as { body: { error: { message: string } } };
    assert.match(
      body.error.message,
      /^(Ada|Ben) has already decided about this ticket: (accepted|declined)\.$/,
    );
    const ticket = (await ada.get(`/api/tickets/${sent.id}`)).body.data;
    assert.equal(ticket.comments.length, ticket.status === 'cancelled' ? 1 : 0);
  });

  test('a client that only moves the ticket decides about it too', async () => {
    const sent = await create(robot);
    const { data } = (await ada.put(`/api/tickets/${sent.id}/status`, { status: 'todo' })).body;
    assert.equal('triage' in data, false);
  });

  test('agents cannot decide, neither by the operation nor by a status', async () => {
    const sent = await create(robot);
    assert.equal((await decide(robot, sent.id, { decision: 'accept' })).status, 403);
    assert.equal((await robot.put(`/api/tickets/${sent.id}/status`, { status: 'todo' })).status, 403);
    assert.equal((await robot.put(`/api/tickets/${sent.id}`, { triage: null })).status, 403);
    assert.equal((await robot.put(`/api/tickets/${sent.id}`, { title: 'Better' })).status, 200);
  });

  test('agents cannot switch the triage that they feed on or off', async () => {
    const agent = (await ada.post('/api/agents', { name: 'Admin robot' })).body.data;
    await ada.post('/api/project/DESK/members', { userId: agent.id, role: 'admin' });
    const { key } = (await ada.post(`/api/agents/${agent.id}/api-keys`, { name: 'k' })).body.data;
    const admin = world.caller({ authorization: `Bearer ${key}` });
    const off = await admin.put('/api/project/DESK', { triage: false });
    assert.deepEqual(
      [off.status, off.body.error.message],
      [403, 'Only admins and owners of the project who are people can switch triage on or off'],
    );
    assert.equal((await admin.put('/api/project/DESK', { triage: true, name: 'Desk' })).status, 200);
    assert.equal((await ada.put('/api/project/DESK', { triage: false })).status, 200);
    assert.equal((await admin.put('/api/project/DESK', { triage: true })).status, 403);
    assert.equal((await ada.put('/api/project/DESK', { triage: true })).status, 200);
  });

  test('agents cannot bring a ticket past the triage by moving it', async () => {
    const { id } = (await robot.post('/api/tickets', { title: 'Own' })).body.data;
    const moved = await robot.put(`/api/tickets/${id}`, { projectId: 'DESK' });
    assert.equal(moved.status, 403);
    assert.match(moved.body.error.message, /^Only people move tickets into a project with triage/);
    const tickets = [{ id, projectId: 'DESK' }];
    assert.equal((await robot.post('/api/tickets/bulk', { tickets })).status, 403);
    const waiting = await create(robot);
    assert.equal((await robot.put(`/api/tickets/${waiting.id}`, { projectId: 'DESK' })).status, 200);
  });
});
