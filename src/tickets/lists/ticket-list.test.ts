import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';
import { encodeCursor } from '../../platform/cursor.ts';
import { ticketSorts } from '../fields/ticket-fields.ts';

interface Item {
  id: string;
  title: string;
  priority: string;
  status: string;
  projectId: string;
  estimate?: number;
  workspaceId: string;
}

onEveryEngine('the ticket list', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;
  const titles = ['beta', 'Alpha', 'gamma', 'Émile', 'delta'];

  before(async () => {
    world = await openWorld(engine);
    ada = await world.person('Ada');
    ben = await world.person('Ben');
    await ada.post('/api/projects', { name: 'One', key: 'ONE', estimateUnit: 'points' });
    await ada.post('/api/projects', { name: 'Two', key: 'TWO' });
    for (const [index, title] of titles.entries()) {
      world.clock.advance(1000);
      await ada.post('/api/tickets', {
        title,
        projectId: index % 2 ? 'TWO' : 'ONE',
        priority: ['lowest', 'highest', 'medium', 'high', 'low'][index],
        status: ['done', 'backlog', 'cancelled', 'in_progress', 'todo'][index],
        type: index === 0 ? 'BUG' : 'TASK',
        ...(index < 2 && { assigneeId: ben.id }),
        ...(index % 2 === 0 && { estimate: [3, 0, 0.5, 0, 3][index] }),
      });
    }
  });
  after(() => world.close());

  const list = async (query: string, person = ada) => {
    const { status, body } = await person.get(`/api/tickets${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body as {
      data: Item[];
      pagination: {
        page: number;
        limit: number;
        total: number;
        totalPages: number;
        nextCursor: string | null;
      };
    };
  };
  const titlesOf = async (query: string) => (await list(query)).data.map((item) => item.title);

  /** Lists with words are answered by the search index, the others by the tickets table. */
  for (const filter of ['', '&search=a'])
    for (const sort of ticketSorts)
      for (const order of ['asc', 'desc'])
        test(`cursors reach each ticket once, sort=${sort}&order=${order}${filter}`, async () => {
          const query = `?sort=${sort}&order=${order}${filter}`;
          const paged: string[] = [];
          let cursor: string | null = null;
          do {
            const { data, pagination } = await list(`${query}&limit=2${cursor ? `&cursor=${cursor}` : ''}`);
            paged.push(...data.map(({ title }) => title));
            cursor = pagination.nextCursor;
          } while (cursor && paged.length <= titles.length);
          assert.deepEqual(paged, await titlesOf(query));
        });

  test('tickets without an estimate come last in both directions', async () => {
    for (const filter of ['', '&search=a']) {
      const estimatesOf = async (order: string) =>
        (await list(`?sort=estimate&order=${order}${filter}`)).data.map(({ estimate }) => estimate);
      const [up, down] = [await estimatesOf('asc'), await estimatesOf('desc')];
      assert.deepEqual(
        up.filter((estimate) => estimate !== undefined),
        [0.5, 3, 3],
      );
      assert.deepEqual(
        down.filter((estimate) => estimate !== undefined),
        [3, 3, 0.5],
      );
      assert.equal(up.indexOf(undefined), 3);
      assert.equal(down.indexOf(undefined), 3);
    }
  });

  test('a made-up cursor with values of another type is refused', async () => {
    const identity = { name: '/api/tickets', params: {}, query: { sort: 'createdAt' } };
    const cursor = encodeCursor(identity, ['text', 'id']);
    const { status, body } = await ada.get(`/api/tickets?sort=createdAt&cursor=${cursor}`);
    assert.deepEqual([status, Object.keys(body.error.details)], [400, ['cursor']]);
  });

  test('a list of tickets comes newest first, with people and counts', async () => {
    const { data, pagination } = await list('');
    assert.deepEqual(
      data.map((item) => item.title),
      [...titles].reverse(),
    );
    assert.deepEqual(pagination, { page: 1, limit: 20, total: 5, totalPages: 1, nextCursor: null });
    assert.deepEqual(
      Object.keys(data[0] as object)
        .filter((key) => ['assignee', 'reporter', '_count'].includes(key))
        .sort(),
      ['_count', 'assignee', 'reporter'],
    );
  });

  test('tickets sort by the rank of priority and status, and by title ignoring case', async () => {
    const priorities = (await list('?sort=priority&order=asc')).data.map((item) => item.priority);
    assert.deepEqual(priorities, ['lowest', 'low', 'medium', 'high', 'highest']);
    const statuses = (await list('?sort=status&order=desc')).data.map((item) => item.status);
    assert.deepEqual(statuses, ['cancelled', 'done', 'in_progress', 'todo', 'backlog']);
    assert.deepEqual((await titlesOf('?sort=title&order=asc')).slice(0, 4), [
      'Alpha',
      'beta',
      'delta',
      'gamma',
    ]);
    assert.deepEqual(await titlesOf('?sort=createdAt&order=asc'), titles);
  });

  test('pages of tickets never overlap and together contain every ticket', async () => {
    for (const sort of ['title', 'priority', 'status', 'createdAt', 'updatedAt']) {
      const seen: string[] = [];
      for (const page of [1, 2, 3]) {
        const { data, pagination: position } = await list(`?sort=${sort}&limit=2&page=${page}`);
        const { nextCursor: _, ...pagination } = position;
        assert.deepEqual(pagination, { page, limit: 2, total: 5, totalPages: 3 });
        seen.push(...data.map((item) => item.title));
      }
      assert.deepEqual([...seen].sort(), [...titles].sort(), sort);
    }
    assert.deepEqual((await list('?page=99')).data, []);
    assert.deepEqual((await list('?page=1000000000000')).pagination.total, 5);
  });

  test('ticket filters combine and accept comma lists, keys, me and none', async () => {
    assert.deepEqual((await titlesOf('?project=one')).sort(), ['beta', 'delta', 'gamma']);
    assert.deepEqual(await titlesOf('?project=one,TWO&status=todo,done&sort=title&order=asc'), [
      'beta',
      'delta',
    ]);
    assert.deepEqual(await titlesOf('?status=todo&status=done&sort=title&order=asc'), ['beta', 'delta']);
    assert.deepEqual(await titlesOf('?type=BUG'), ['beta']);
    assert.deepEqual(await titlesOf('?priority=high,highest&sort=title&order=asc'), ['Alpha', 'Émile']);
    assert.deepEqual((await titlesOf(`?assignee=${ben.id}`)).sort(), ['Alpha', 'beta']);
    assert.equal((await list('?assignee=none')).pagination.total, 3);
    assert.equal((await list(`?assignee=none,${ben.id}`)).pagination.total, 5);
    assert.equal((await list('?reporter=me')).pagination.total, 5);
    assert.equal((await list('?assignee=me', ben)).pagination.total, 2);
    assert.deepEqual(await titlesOf('?search=émi'), ['Émile']);
    assert.deepEqual(await titlesOf('?search=ÉMI'), ['Émile']);
    assert.equal((await list('?project=unknown')).pagination.total, 0);
    assert.equal((await list('?workspace=unknown')).pagination.total, 0);
    assert.equal((await list('?group=unknown')).pagination.total, 0);
    assert.equal((await list('?status=&search=')).pagination.total, 5);
  });

  test('none finds the tickets without group, label or parent, alone and beside values', async () => {
    const { data: tickets } = await list('?project=ONE&sort=title&order=asc');
    const [beta, delta] = tickets as [Item, Item];
    const group = (await ada.post('/api/groups', { name: 'Autumn', projectId: beta.projectId })).body.data.id;
    const label = (await ada.post('/api/labels', { name: 'blue', workspaceId: beta.workspaceId })).body.data
      .id;
    const change = { groupId: group, labelIds: [label], parentId: delta.id, dueDate: '2026-12-01' };
    assert.equal((await ada.put(`/api/tickets/${beta.id}`, change)).status, 200);
    for (const filter of ['group=none', 'label=none', 'parent=none', 'undated=true']) {
      const query = `?project=ONE&sort=title&order=asc&${filter}`;
      assert.deepEqual(await titlesOf(query), ['delta', 'gamma'], filter);
      assert.deepEqual(await titlesOf(`${query}&search=del`), ['delta'], `${filter} with words`);
      const { body } = await ada.get(`/api/tickets/counts?project=ONE&by=status&${filter}`);
      assert.equal(body.data.total, 2, `counts of ${filter}`);
    }
    for (const filter of [`group=none,${group}`, `label=${label},none`, `parent=none,${delta.id}`])
      assert.equal((await list(`?project=ONE&${filter}`)).pagination.total, 3, filter);
    await ada.put(`/api/tickets/${beta.id}`, { groupId: null, labelIds: [], parentId: null, dueDate: null });
    await ada.delete(`/api/groups/${group}`);
    await ada.delete(`/api/labels/${label}`);
  });

  test('the parent filter finds child tickets by the id or key of the parent', async () => {
    const { data: tickets } = await list('?sort=createdAt&order=asc');
    const [beta, alpha, gamma, emile] = tickets as [Item, Item, Item, Item];
    const putBelow = (child: Item, parentId: string | null) =>
      ada.put(`/api/tickets/${child.id}`, { parentId });
    await putBelow(alpha, beta.id);
    await putBelow(emile, alpha.id);
    assert.deepEqual(await titlesOf(`?parent=${beta.id}`), ['Alpha']);
    assert.deepEqual(await titlesOf('?parent=one-1'), ['Alpha']);
    assert.deepEqual(await titlesOf(`?parent=ONE-1,${alpha.id}&sort=title&order=asc`), ['Alpha', 'Émile']);
    assert.deepEqual(await titlesOf(`?parent=ONE-1,${alpha.id}&search=alp`), ['Alpha']);
    assert.deepEqual(await titlesOf('?parent=ONE-1&project=ONE'), []);
    assert.equal((await list(`?parent=${gamma.id}`)).pagination.total, 0);
    assert.equal((await list('?parent=ONE-99,x')).pagination.total, 0);
    // Ben reads only the ticket that is assigned to him, not its parent.
    assert.equal((await list('?parent=TWO-1', ben)).pagination.total, 0);
    const { body } = await ada.get('/api/tickets/export?format=json&parent=ONE-1');
    assert.deepEqual(body.data.length, 1);
    for (const child of [alpha, emile]) await putBelow(child, null);
  });

  test('a limit over 100 becomes 100; an invalid query parameter is refused by name', async () => {
    assert.equal((await list('?limit=5000')).pagination.limit, 100);
    const bad: Record<string, string> = {
      status: 'open',
      priority: 'urgent',
      type: 'bug',
      sort: 'size',
      order: 'up',
      page: '0',
      limit: '-1',
    };
    for (const [field, value] of Object.entries({ ...bad })) {
      const { status, body } = await ada.get(`/api/tickets?${field}=${value}`);
      assert.deepEqual([status, Object.keys(body.error?.details ?? {})], [400, [field]], field);
    }
    const all = await ada.get(`/api/tickets?${new URLSearchParams(bad)}`);
    assert.deepEqual(Object.keys(all.body.error.details).sort(), Object.keys(bad).sort());
    assert.equal((await ada.get('/api/tickets?page=one')).status, 400);
    assert.equal((await ada.get('/api/tickets?page=1.5')).status, 400);
  });

  test('a list over more than 16 projects is sorted and paged like one over few', async () => {
    const eve = await world.person('Eve');
    for (let i = 1; i <= 20; i++) {
      await eve.post('/api/projects', { name: `P${i}`, key: `MANY${i}` });
      world.clock.advance(1000);
      await eve.post('/api/tickets', {
        title: `t${i}`,
        projectId: `MANY${i}`,
        priority: i % 2 ? 'low' : 'high',
      });
    }
    const newest = await list('?limit=3', eve);
    assert.deepEqual(
      newest.data.map((item) => item.title),
      ['t20', 't19', 't18'],
    );
    assert.equal(newest.pagination.total, 20);
    assert.equal((await list('?priority=low&sort=priority', eve)).pagination.total, 10);
  });

  test('a list contains no ticket that the caller may not read', async () => {
    const mallory = await world.person('Mallory');
    assert.equal((await list('', mallory)).pagination.total, 0);
    assert.equal((await list('?project=ONE', mallory)).pagination.total, 0);
    assert.equal((await list('?search=alpha', mallory)).pagination.total, 0);
  });
});
