import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { listen, openStream, untilSettled } from '../../test/support/live-stream.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { pageQuery } from '../platform/paging.ts';
import { SavedQuery } from '../tickets/index.ts';
import { viewsPerPlaceMax } from './view.ts';
import { insertViews } from './view-store.ts';

onEveryEngine('saved views', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;
  let eve: Person;
  let project: string;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    [ada, ben, eve] = (await Promise.all(['Ada', 'Ben', 'Eve'].map((name) => world.person(name)))) as [
      Person,
      Person,
      Person,
    ];
    project = (await ada.post('/api/projects', { name: 'Seen', key: 'SEEN' })).body.data.id;
    await ada.post('/api/project/SEEN/members', { userId: ben.id, role: 'member' });
  });
  after(() => world.close());

  /** Views saved one after another have different times, so that their order is known. */
  const save = async (person: Person, fields: object) => {
    world.clock.advance(1);
    const { status, body } = await person.post('/api/views', fields);
    assert.equal(status, 201, JSON.stringify(body));
    return body.data;
  };
  const namesOf = async (person: Person, query = '') =>
    (await person.get(`/api/views${query}`)).body.data.map((view: { name: string }) => view.name);

  test('a view keeps all that a person saw, and refuses what no client could show', async () => {
    const display = {
      layout: 'board',
      groupBy: 'assignee',
      subGroupBy: 'priority',
      columns: ['key', 'type', 'field:0199'],
      boardBy: 'priority',
      cards: ['labels', 'checklist'],
      showEmptyGroups: true,
      zoom: 'week',
    };
    const view = await save(ada, {
      name: 'Seen as it was',
      display,
      query: { sort: 'title', order: 'desc' },
    });
    assert.deepEqual(view.display, display);
    assert.equal(view.isSubscribed, false);
    const wrong = [
      { layout: 'pie' },
      { subGroupBy: '' },
      { boardBy: 5 },
      { cards: 'labels' },
      { cards: ['labels', 'labels'] },
      { showEmptyGroups: 'yes' },
    ];
    for (const part of wrong) {
      const answer = await ada.put(`/api/views/${view.id}`, { display: part });
      assert.equal(answer.status, 400, JSON.stringify(part));
    }
  });

  test('a view keeps its query and display, and its tickets are those of ticketsUrl', async () => {
    const query = {
      status: ' todo,in_progress ',
      assignee: 'me',
      search: '',
      sort: 'priority',
      order: 'asc',
    };
    const display = { layout: 'board', groupBy: 'status', columns: ['key', 'title'], cardSize: { width: 3 } };
    const view = await save(ada, { name: ' Mine ', scope: 'project', projectId: 'seen', query, display });
    const { search: _, ...kept } = { ...query, status: 'todo,in_progress' };
    assert.deepEqual([view.name, view.scope, view.projectId], ['Mine', 'project', project]);
    assert.deepEqual([view.query, view.display], [kept, display]);
    assert.deepEqual([view.isStarred, view.position, view.version], [false, null, 1]);
    assert.deepEqual(view.may, { edit: true, delete: true });
    const fields = { title: 'T', projectId: project, status: 'todo', assigneeId: ada.id };
    const ticket = (await ada.post('/api/tickets', fields)).body.data;
    await ada.post('/api/tickets', { ...fields, status: 'done' });
    await ada.post('/api/tickets', { ...fields, projectId: null });
    const listed = (await ada.get(view.ticketsUrl)).body;
    assert.deepEqual([listed.pagination.total, listed.data[0].id], [1, ticket.id]);
    assert.deepEqual((await ada.get(`/api/views/${view.id}`)).body.data, view);
  });

  test('every filter and order of the ticket list can be saved, and nothing of a single request', () => {
    const names = Object.keys((SavedQuery as unknown as { properties: object }).properties);
    const route = world.app.documentedRoutes.find(({ operationId }) => operationId === 'listTickets');
    const parameters = Object.keys(route?.query.properties);
    const ofOneRequest = [...Object.keys(pageQuery), 'cursor', 'fields', 'ids'];
    assert.deepEqual(names.sort(), parameters.filter((name) => !ofOneRequest.includes(name)).sort());
    assert.ok(names.includes('status') && names.includes('sort'));
  });

  test('a query that the list would refuse is refused with the reason for each filter', async () => {
    const refused = async (fields: object) => {
      const { status, body } = await ada.post('/api/views', { name: 'No', ...fields });
      assert.equal(status, 400, JSON.stringify(body));
      return body.error.details;
    };
    assert.deepEqual(await refused({ query: { status: 'lost', colour: 'red', page: 2 } }), {
      query: [
        'Query must not have the field "colour"',
        'Query must not have the field "page"',
        'Query (status) must be one or more of: backlog, todo, in_progress, in_review, done, cancelled',
      ],
    });
    for (const query of [
      { sort: 'mood' },
      { ready: 'true' },
      { label: ['a'] },
      { assignee: 5 },
      'status=todo',
      [],
    ]) {
      assert.deepEqual(Object.keys(await refused({ query })), ['query'], JSON.stringify(query));
    }
    const inProject = { scope: 'project', projectId: project };
    for (const query of [{ project: 'SEEN' }, { workspace: 'x' }]) {
      assert.deepEqual(Object.keys(await refused({ ...inProject, query })), ['query']);
    }
    const long = { search: 'x'.repeat(4_000), label: 'y'.repeat(4_000), group: 'z'.repeat(4_000) };
    assert.deepEqual(await refused({ query: long }), {
      query: ['Query must have at most 10000 characters as JSON'],
    });
  });

  test('a display is a shallow object of at most 10,000 characters with a known layout', async () => {
    const deep = JSON.parse(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`);
    const wrong = [{ layout: 'pie' }, { columns: [5] }, { notes: 'x'.repeat(10_000) }, deep, [], 'board'];
    for (const display of wrong) {
      const { status, body } = await ada.post('/api/views', { name: 'No', display });
      assert.deepEqual([status, Object.keys(body.error?.details ?? {})], [400, ['display']]);
    }
  });

  test('a name is unique among the views of its owner, project or workspace, ignoring case', async () => {
    const first = await save(ada, { name: 'Twice' });
    for (const again of [await ada.post('/api/views', { name: 'TWICE' })]) {
      assert.deepEqual([again.status, Object.keys(again.body.error.details)], [400, ['name']]);
    }
    await save(ada, { name: 'Twice', scope: 'project', projectId: project });
    await save(ben, { name: 'Twice' });
    const other = await save(ada, { name: 'Once' });
    assert.equal((await ada.put(`/api/views/${other.id}`, { name: 'twice' })).status, 400);
    assert.equal((await ada.put(`/api/views/${first.id}`, { name: 'twice' })).body.data.name, 'twice');
    const sent = await Promise.all([1, 2, 3].map(() => ben.post('/api/views', { name: 'At once' })));
    assert.deepEqual(sent.map(({ status }) => status).sort(), [201, 400, 400]);
  });

  test('a scope names its project or workspace', async () => {
    const cases: [object, string][] = [
      [{ scope: 'project' }, 'projectId'],
      [{ scope: 'project', projectId: 'NO' }, 'projectId'],
      [{ scope: 'workspace' }, 'workspaceId'],
      [{ scope: 'workspace', workspaceId: 'no' }, 'workspaceId'],
      [{ scope: 'world' }, 'scope'],
    ];
    for (const [fields, field] of cases) {
      const { status, body } = await ada.post('/api/views', { name: 'No', ...fields });
      assert.deepEqual([status, Object.keys(body.error.details)], [400, [field]]);
    }
  });

  test('a change with a stale ETag is refused, and one that changes nothing keeps the version', async () => {
    const view = await save(ada, { name: 'Versioned', query: { status: 'todo' } });
    const url = `/api/views/${view.id}`;
    const { etag } = (await ada.get(url)).headers;
    const match = { 'if-match': String(etag) };
    assert.equal((await ada.put(url, { query: { status: 'todo' } }, match)).body.data.version, 1);
    const changed = await ada.put(url, { query: { status: 'done' } }, match);
    assert.deepEqual([changed.body.data.version, changed.body.data.name], [2, 'Versioned']);
    assert.equal((await ada.put(url, { name: 'Late' }, match)).status, 412);
    assert.equal((await ada.delete(url, match)).status, 412);
    assert.equal((await ada.delete(url)).status, 200);
    assert.equal((await ada.get(url)).status, 404);
  });

  test('a personal view is seen, changed and deleted by its owner alone', async () => {
    const admin = await world.person('Root', 'ADMIN');
    const view = await save(ada, { name: 'Secret' });
    const url = `/api/views/${view.id}`;
    for (const person of [ben, admin]) {
      const calls = [
        person.get(url),
        person.put(url, { name: 5 }),
        person.put(url, { name: 'Stolen' }),
        person.delete(url),
        person.put(`${url}/star`),
        person.delete(`${url}/star`),
      ];
      for (const call of calls) assert.equal((await call).status, 403);
      assert.ok(!(await namesOf(person, '?limit=100')).includes('Secret'));
      const order = await person.put('/api/views/order', { ids: [view.id] });
      assert.deepEqual([order.status, Object.keys(order.body.error.details)], [400, ['ids']]);
    }
  });

  test('a workspace view is seen and changed by members, and deleted by its owner or workspace admins', async () => {
    const workspace = await world.sharedWorkspace(ada.id, [ben.id, eve.id]);
    const view = await save(ben, { name: 'Ours', scope: 'workspace', workspaceId: workspace });
    const url = `/api/views/${view.id}`;
    assert.equal((await eve.put(url, { name: 'Everybody’s' })).status, 200);
    assert.deepEqual((await eve.get(url)).body.data.may, { edit: true, delete: false });
    assert.equal((await eve.delete(url)).status, 403);
    assert.deepEqual(await namesOf(eve, `?workspace=${workspace}`), ['Everybody’s']);
    const outsider = await world.person('Out');
    assert.equal((await outsider.get(url)).status, 403);
    assert.deepEqual(await namesOf(outsider, `?workspace=${workspace}`), []);
    const more = { name: 'x', scope: 'workspace', workspaceId: workspace };
    assert.equal((await outsider.post('/api/views', more)).status, 403);
    const viewer = await world.person('Vera', 'VIEWER');
    await ada.post(`/api/workspaces/${workspace}/members`, { userId: viewer.id, role: 'member' });
    assert.equal((await viewer.put(url, { name: 'No' })).status, 403);
    assert.equal((await viewer.post('/api/views', { name: 'My own' })).status, 201);
    assert.equal((await ada.delete(url)).status, 200);
  });

  test('the list has the caller’s personal views and those of their projects and workspaces', async () => {
    const cid = await world.person('Cid');
    const workspace = await world.sharedWorkspace(cid.id, []);
    const own = (await cid.post('/api/projects', { name: 'Cids', key: 'CID' })).body.data;
    await save(cid, { name: 'a' });
    await save(cid, { name: 'b', scope: 'project', projectId: 'CID' });
    await save(cid, { name: 'c', scope: 'workspace', workspaceId: workspace });
    assert.deepEqual(await namesOf(cid), ['a', 'b', 'c']);
    assert.deepEqual(await namesOf(cid, '?scope=personal,workspace'), ['a', 'c']);
    assert.deepEqual(await namesOf(cid, '?project=cid'), ['b']);
    assert.deepEqual(await namesOf(cid, `?workspace=${workspace}`), ['c']);
    const page = (await cid.get('/api/views?limit=2&page=2')).body;
    assert.deepEqual([page.data.length, page.pagination.total], [1, 3]);
    const { key } = (await cid.post('/api/user/api-keys', { name: 'k', projectIds: [own.id] })).body.data;
    const limited = { ...cid, ...world.caller({ authorization: `Bearer ${key}` }) };
    assert.deepEqual(await namesOf(limited), ['b']);
    assert.equal((await limited.post('/api/views', { name: 'mine' })).status, 403);
  });

  test('stars and order are each person’s own', async () => {
    const place = { scope: 'project', projectId: project };
    const ids: string[] = [];
    for (const name of ['one', 'two', 'three']) ids.push((await save(ada, { name, ...place })).id);
    const [one, two, three] = ids as [string, string, string];
    const order = (names: string[]) => names.filter((name) => ['one', 'two', 'three'].includes(name));
    assert.deepEqual((await ben.put('/api/views/order', { ids: [three, one] })).body.data.ids, [three, one]);
    assert.equal((await ben.put(`/api/views/${two}/star`)).body.data.isStarred, true);
    assert.equal((await ben.put(`/api/views/${two}/star`)).status, 200);
    assert.deepEqual(order(await namesOf(ben, '?limit=100')), ['three', 'one', 'two']);
    assert.deepEqual(order(await namesOf(ada, '?limit=100')), ['one', 'two', 'three']);
    assert.deepEqual(await namesOf(ben, '?starred=true'), ['two']);
    assert.deepEqual(await namesOf(ada, '?starred=true'), []);
    await ben.put('/api/views/order', { ids: [two] });
    assert.deepEqual(order(await namesOf(ben, '?limit=100')), ['two', 'one', 'three']);
    assert.equal((await ben.get(`/api/views/${two}`)).body.data.isStarred, true);
    assert.equal((await ben.delete(`/api/views/${two}/star`)).body.data.isStarred, false);
    assert.equal((await ben.get(`/api/views/${two}`)).body.data.version, 1);
    assert.equal((await ben.put('/api/views/order', { ids: [two, two] })).status, 400);
  });

  test('views of a deleted project are hidden until it is restored, those of a deleted workspace are gone', async () => {
    const doomed = (await ada.post('/api/projects', { name: 'Doomed', key: 'DOOM' })).body.data.id;
    const view = await save(ada, { name: 'In doomed', scope: 'project', projectId: doomed });
    await ada.delete(`/api/project/${doomed}`);
    assert.equal((await ada.get(`/api/views/${view.id}`)).status, 404);
    assert.ok(!(await namesOf(ada, '?limit=100')).includes('In doomed'));
    assert.equal((await ada.put('/api/views/order', { ids: [view.id] })).status, 400);
    await ada.post(`/api/project/${doomed}/restore`);
    assert.equal((await ada.get(`/api/views/${view.id}`)).status, 200);
    const workspace = await world.sharedWorkspace(ada.id, []);
    const other = await save(ada, { name: 'W', scope: 'workspace', workspaceId: workspace });
    await ada.put(`/api/views/${other.id}/star`);
    assert.equal((await ada.delete(`/api/workspaces/${workspace}`)).status, 200);
    assert.equal((await ada.get(`/api/views/${other.id}`)).status, 404);
  });

  test(`a person, project or workspace has at most ${viewsPerPlaceMax} views`, async () => {
    const dan = await world.person('Dan');
    await world.db.transaction((tx) =>
      insertViews(
        tx,
        Array.from({ length: viewsPerPlaceMax - 1 }, (_, n) => ({
          ...{ id: `${dan.id}-${n}`, scope: 'personal' as const, ownerId: dan.id, projectId: null },
          ...{
            workspaceId: null,
            name: `v${n}`,
            query: '{}',
            display: '{}',
            version: 1,
            createdAt: 0,
            updatedAt: 0,
          },
        })),
      ),
    );
    const sent = await Promise.all(['x', 'y'].map((name) => dan.post('/api/views', { name })));
    assert.deepEqual(sent.map(({ status }) => status).sort(), [201, 400]);
  });

  test('live streams tell the readers of a shared view about its changes, and of a personal view its owner alone', async () => {
    const origin = await listen(world.app);
    const root = await world.person('Rita', 'ADMIN');
    await untilSettled(world.db.reads);
    const streams = await Promise.all(
      [ada, ben, eve, root].map(({ cookie }) => openStream(origin, { cookie }, '?types=view.*')),
    );
    const own = await save(ada, { name: 'Heard by Ada' });
    const shared = await save(ada, { name: 'Heard by both', scope: 'project', projectId: project });
    await ada.put(`/api/views/${own.id}`, { display: { layout: 'list' } });
    await ada.delete(`/api/views/${own.id}`);
    await ada.delete(`/api/views/${shared.id}`);
    // The last event of each stream follows all that it could have received.
    const lasts = [];
    for (const person of [ada, ben, eve, root]) lasts.push(await save(person, { name: 'Last' }));
    for (const [index, stream] of streams.entries())
      for (let seen = 1; stream.messages.at(-1)?.data.data.view?.id !== lasts[index].id; seen++)
        await stream.until(seen);
    for (const stream of streams) stream.close();
    const told = streams.map((stream) =>
      stream.messages.slice(0, -1).map(({ event, data }) => [event, data.data.view.name]),
    );
    const ofShared = [
      ['view.created', 'Heard by both'],
      ['view.deleted', 'Heard by both'],
    ];
    const ofOwn = ['created', 'updated', 'deleted'].map((action) => [`view.${action}`, 'Heard by Ada']);
    assert.deepEqual(told, [[ofOwn[0], ofShared[0], ofOwn[1], ofOwn[2], ofShared[1]], ofShared, [], []]);
    assert.deepEqual(streams[0]?.messages[2]?.data.data.view.display, { layout: 'list' });
  });
});
