import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';

onEveryEngine('compact rows of tickets', (engine) => {
  let world: World;
  let ada: Person;
  let project: { id: string; workspaceId: string };

  before(async () => {
    world = await openWorld(engine);
    ada = await world.person('Ada');
    project = (await ada.post('/api/projects', { name: 'Rows', key: 'ROW' })).body.data;
  });
  after(() => world.close());

  const create = async (ticket: object) => (await ada.post('/api/tickets', ticket)).body.data;
  const rows = async (query = '') => (await ada.get(`/api/tickets?fields=row${query}`)).body.data;

  test('a row has every field, ids of labels and people, and no description', async () => {
    const labels = [await world.label(project.workspaceId, 'b'), await world.label(project.workspaceId, 'a')];
    const parent = await create({ title: 'Parent', projectId: project.id });
    const child = await create({
      title: 'Child',
      description: 'Long text',
      projectId: project.id,
      parentId: parent.id,
      assigneeId: ada.id,
      dueDate: '2026-12-24',
      estimate: 2.5,
      labelIds: labels,
    });
    await ada.post(`/api/tickets/${child.id}/comments`, { content: 'Seen' });
    const item = (await ada.get('/api/tickets?search=child')).body.data[0];
    const [row] = await rows('&search=child');
    const { description: _, assignee: __, reporter: ___, _count, ...common } = item;
    assert.deepEqual(row, {
      ...common,
      groupId: null,
      milestoneId: null,
      ownStatusId: null,
      triage: null,
      snoozedUntil: null,
      criteriaProgress: null,
      shippedIn: null,
      fields: null,
      completedAt: null,
      labelIds: [...labels].sort(),
      counts: { comments: 1, attachments: 0, timeLogs: 0 },
    });
  });

  test('fields without a value are null', async () => {
    const { id } = await create({ title: 'Alone' });
    const row = (await rows('&search=alone'))[0];
    assert.equal(row.id, id);
    const empty = Object.keys(row).filter((name) => row[name] === null);
    assert.deepEqual(empty.sort(), [
      'assigneeId',
      'completedAt',
      'criteriaProgress',
      'dueDate',
      'estimate',
      'fields',
      'groupId',
      'key',
      'milestoneId',
      'number',
      'ownStatusId',
      'parentId',
      'projectId',
      'shippedIn',
      'snoozedUntil',
      'triage',
    ]);
    assert.deepEqual(row.labelIds, []);
  });

  test('rows and items of the same list are the same tickets in the same order', async () => {
    const idsOf = (list: { id: string }[]) => list.map(({ id }) => id);
    for (const query of [
      '',
      '&sort=title&order=asc',
      '&project=ROW',
      '&assignee=me',
      '&search=a',
      '&page=2',
    ]) {
      const items = (await ada.get(`/api/tickets?limit=2${query}`)).body;
      const compact = (await ada.get(`/api/tickets?fields=row&limit=2${query}`)).body;
      assert.deepEqual(idsOf(compact.data), idsOf(items.data), query);
      assert.equal(compact.pagination.total, items.pagination.total, query);
    }
  });

  test('a search returns the same tickets as rows, without snippets', async () => {
    const hits = (await ada.get('/api/tickets/search?q=a')).body;
    const found = (await ada.get('/api/tickets/search?q=a&fields=row')).body;
    assert.ok(hits.data.length > 1);
    assert.deepEqual(
      found.data.map(({ id }: { id: string }) => id),
      hits.data.map(({ id }: { id: string }) => id),
    );
    const listed = await rows();
    for (const row of found.data)
      assert.deepEqual(
        row,
        listed.find(({ id }: { id: string }) => id === row.id),
      );
    assert.equal((await ada.get('/api/tickets/search?q=a&fields=x')).status, 400);
  });

  test('an unknown value of fields is refused by name', async () => {
    for (const value of ['rows', 'row,row', 'title']) {
      const { status, body } = await ada.get(`/api/tickets?fields=${value}`);
      assert.deepEqual([status, Object.keys(body.error.details)], [400, ['fields']]);
    }
  });
});
