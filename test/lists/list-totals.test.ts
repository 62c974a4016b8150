import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { countHistory, countNextEvents } from '../../src/events/count-events.ts';
import { dynamicStatement } from '../../src/platform/db/index.ts';
import { rollUpListCounts } from '../../src/platform/list-counts/list-count-store.ts';
import { onEveryEngine } from '../support/engines.ts';
import { openWorld, type World } from '../support/world.ts';
import { type Item, type ListScene, listScenes } from './list-scenes.ts';

onEveryEngine('totals of long lists', (engine) => {
  let world: World;
  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
  });
  after(() => world.close());

  const open = (operationId: string) =>
    (listScenes[operationId] as (world: World) => Promise<ListScene>)(world);
  const countInDatabase = async (table: string) => {
    const count = dynamicStatement<object, { total: number }>(`select count(*) as total from ${table}`);
    return (await world.db.reads.find(count, {}))?.total;
  };
  /** Moves everything that waits into the counts. */
  const rollUp = async () => {
    await rollUpListCounts(world.db, { changesLeftMax: 0 });
    while ((await countNextEvents(world.db)) > 0);
  };

  for (const operationId of [
    'listNotifications',
    'listWebhookDeliveries',
    'listInboundDeliveries',
    'listActivity',
    'listAgentTasks',
    'listAgentTaskActivities',
    'listHistory',
  ]) {
    test(`${operationId}: the total is the number of items before, between and after roll-ups`, async () => {
      const scene = await open(operationId);
      for (let round = 0; round < 4; round++) {
        await scene.add();
        await scene.add();
        if (round % 2 === 1) await rollUp();
        await scene.add();
        const items = await listAll(scene);
        if (scene.remove) await scene.remove(items[round] as Item);
        assert.equal((await totalOf(scene)).total, (await listAll(scene)).length);
      }
    });
  }

  test('the total of the tasks of a project follows tasks that move with their ticket', async () => {
    const scene = await open('listTicketAgentTasks');
    for (let count = 0; count < 3; count++) await scene.add();
    const ticketId = scene.url.split('/').at(-2) as string;
    const { data: ticket } = (await scene.reader.get(`/api/tickets/${ticketId}`)).body;
    const { data: target } = (await scene.reader.post('/api/projects', { name: 'Elsewhere' })).body;
    const totalIn = async (project: string) => {
      const { body } = await scene.reader.get(`/v1/agent-tasks?project=${project}`);
      assert.equal(body.pagination.total, body.data.length);
      return body.data.length as number;
    };
    assert.deepEqual([await totalIn(ticket.projectId), await totalIn(target.id)], [3, 0]);
    await rollUp();
    await scene.reader.put(`/api/tickets/${ticketId}`, { projectId: target.id });
    assert.deepEqual([await totalIn(ticket.projectId), await totalIn(target.id)], [0, 3]);
  });

  test('the number of unread notifications follows marks, deletions and the clean-up of old ones', async () => {
    const scene = await open('listNotifications');
    for (let count = 0; count < 5; count++) await scene.add();
    const [first, second] = (await listAll(scene)) as [Item, Item];
    const person = scene.reader;
    const unread = async () => {
      const { body } = await person.get('/api/user/notifications?unread=true');
      assert.equal(body.unreadCount, body.data.length);
      assert.equal(body.pagination.total, body.data.length);
      return body.unreadCount as number;
    };
    await person.put(`/api/user/notifications/${first.id}`, { read: true });
    assert.equal(await unread(), 4);
    await rollUp();
    await person.delete(`/api/user/notifications/${first.id}`);
    await person.delete(`/api/user/notifications/${second.id}`);
    assert.equal(await unread(), 3);
    await person.put('/api/user/notifications', { read: true });
    assert.equal(await unread(), 0);
    await rollUp();
    await person.put('/api/user/notifications', { read: false });
    assert.equal(await unread(), 3);
  });

  test('the loop goes on counting a long history that was counted once', async () => {
    const scene = await open('listHistory');
    for (let count = 0; count < 3; count++) await scene.add();
    const ticketId = scene.url.split('/').at(-2) as string;
    const count = async () => {
      const expected = await countInDatabase(`events where ticket_id = '${ticketId}'`);
      assert.equal(await countHistory(world.db, ticketId, 3), expected);
    };
    await count();
    await scene.add();
    await count();
    await rollUp();
    await scene.add();
    await count();
    assert.equal(await countInDatabase(`list_counts where list = 'history' and owner = '${ticketId}'`), 1);
  });
});

const totalOf = async ({ reader, url }: ListScene): Promise<{ total: number }> =>
  (await reader.get(`${url}?limit=1`)).body.pagination;

const listAll = async ({ reader, url }: ListScene): Promise<Item[]> =>
  (await reader.get(`${url}?limit=100`)).body.data;
