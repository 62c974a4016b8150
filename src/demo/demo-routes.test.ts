import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { notifierOf, notifyAll } from '../../test/support/notifying.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { followTickets } from '../agent-tasks/starting/follow-tickets.ts';
import { dayMs } from '../platform/clock.ts';
import { statement } from '../platform/db/index.ts';

const mails = statement<object, { total: number }>('select count(*) as total from mails');

onEveryEngine('demo team', (engine) => {
  let world: World;
  let boss: Person;
  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    boss = await world.person('Boss', 'ADMIN');
  });
  after(() => world.close());

  test('an administrator creates the demo team in one request', async () => {
    const made = await boss.post('/api/instance/demo');
    assert.equal(made.status, 201);
    assert.deepEqual(
      [made.body.data.project.name, made.body.data.tickets, made.body.data.people],
      ['Harbor', 63, 6],
    );
    assert.deepEqual((await boss.get('/api/instance/demo')).body.data, made.body.data);
    assert.equal((await boss.post('/api/instance/demo')).status, 409);
  });

  test('its tickets are in every status and moved at times of the past', async () => {
    const { body } = await boss.get('/api/tickets?project=HAR&limit=100&sort=createdAt&order=asc');
    const statuses = new Map<string, number>();
    for (const { status } of body.data) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    assert.deepEqual([...statuses.keys()].sort(), [
      ...['backlog', 'cancelled', 'done', 'in_progress', 'in_review', 'todo'],
    ]);
    const { data } = (await boss.get('/api/project/HAR/stats/series')).body;
    assert.ok(JSON.stringify(data).length > 0);
    const now = world.clock.now();
    for (const { createdAt, updatedAt } of body.data) {
      assert.ok(Date.parse(createdAt) < now && Date.parse(updatedAt) <= now);
      assert.ok(Date.parse(createdAt) > now - 70 * dayMs);
    }
    const [first] = body.data;
    const { data: history } = (await boss.get(`/api/tickets/${first.id}/history`)).body;
    assert.equal(history.at(-1).type, 'ticket.created');
    const times = history.map(({ createdAt }: { createdAt: string }) => createdAt);
    assert.deepEqual(times, times.toSorted().reverse());
  });

  test('one agent works, one asks, and the background loops change nothing of it', async () => {
    await followTickets(world.db, { now: world.clock.now(), tasksPerHourMax: 100 }, undefined);
    const { data } = (await boss.get('/v1/agent-tasks?project=HAR')).body;
    const states = data.map(({ state }: { state: string }) => state);
    assert.deepEqual(states.toSorted(), [
      ...['completed', 'completed', 'completed', 'failed', 'in_progress', 'waiting_for_user'],
    ]);
    const unread = (await boss.get('/api/user/notifications?unread=true')).body.pagination.total;
    assert.ok(unread >= 3, `${unread} unread`);
    await notifyAll(world, notifierOf(world, true));
    assert.equal((await boss.get('/api/user/notifications?unread=true')).body.pagination.total, unread);
    assert.equal((await world.db.reads.find(mails, {}))?.total, 0);
  });

  test('a branch moves, a push was refused, and a form was answered', async () => {
    const { data } = (await boss.get('/v1/agent-tasks?project=HAR')).body;
    const read = async (state: string, title: RegExp) => {
      const found = data.find(
        (task: { state: string; title: string }) => task.state === state && title.test(task.title),
      );
      return (await boss.get(`/v1/agent-tasks/${found.id}`)).body.data;
    };
    const working = await read('in_progress', /tides/);
    const prefix = `docket/${working.ticket.key}/`;
    assert.equal(working.branch, `${prefix}tides-in-utc`);
    assert.ok(working.touched.includes('src/tides/tide-feed.ts'));
    const contents = working.activities.map(({ content }: { content: string }) => content);
    assert.ok(contents.includes(`Docket refused the push: this task may push only to ${prefix}*`));
    const pushes = (await world.events()).flatMap(({ type, data: text }) =>
      type === 'agent_task.pushed' ? [JSON.parse(text)] : [],
    );
    assert.equal(pushes.length, 2);
    assert.deepEqual([pushes[0].before, pushes[1].before], [null, pushes[0].after]);
    const decided = await read('completed', /refunds/);
    const answer = decided.activities.find(({ type }: { type: string }) => type === 'answer');
    assert.deepEqual(
      [answer.author.name, /From the first of the month/.test(answer.content)],
      ['Mara Lindqvist', true],
    );
  });

  test('only administrators with a session manage the demo team', async () => {
    const ben = await world.person('Ben');
    assert.equal((await ben.post('/api/instance/demo')).status, 403);
    assert.equal((await ben.delete('/api/instance/demo')).status, 403);
    assert.equal((await ben.get('/api/instance/demo')).status, 403);
    const { key } = (await boss.post('/api/user/api-keys', { name: 'CI' })).body.data;
    assert.equal(
      (await world.caller({ authorization: `Bearer ${key}` }).delete('/api/instance/demo')).status,
      403,
    );
  });

  test('any administrator removes it at once, and it can be created again', async () => {
    const other = await world.person('Other', 'ADMIN');
    const save = (name: string, query: object) =>
      boss.post('/api/views', { name, scope: 'personal', query, display: {} });
    const { id: starred } = (await save('Harbor only', { project: 'har' })).body.data;
    await boss.put(`/api/views/${starred}/star`);
    await save('Everything', { assignee: 'me' });
    assert.equal((await boss.get('/api/agents')).body.pagination.total, 2);
    assert.equal((await other.delete('/api/instance/demo')).status, 200);
    assert.equal((await other.delete('/api/instance/demo')).status, 409);
    assert.equal((await boss.get('/api/user/notifications')).body.pagination.total, 0);
    assert.equal((await boss.get('/api/project/HAR')).status, 404);
    assert.equal((await boss.get('/api/tickets')).body.pagination.total, 0);
    assert.deepEqual((await boss.get('/api/users?query=mara')).body.data, []);
    assert.equal((await boss.get('/api/workspaces')).body.pagination.total, 1);
    assert.equal((await boss.get('/api/agents')).body.pagination.total, 0);
    const views = (await boss.get('/api/views')).body.data;
    assert.deepEqual(
      views.map(({ name }: { name: string }) => name),
      ['Everything'],
    );
    const again = await other.post('/api/instance/demo');
    assert.deepEqual([again.status, again.body.data.project.key], [201, 'HAR']);
    assert.equal((await other.delete('/api/instance/demo')).status, 200);
  });
});
