import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';

onEveryEngine('workflows of projects', (engine) => {
  let world: World;
  let ada: Person;
  let keys = 0;

  before(async () => {
    world = await openWorld(engine);
    ada = await world.person('Ada');
  });
  after(() => world.close());

  async function openProject(workflow?: object) {
    const key = `W${++keys}`;
    await ada.post('/api/projects', { name: `Project ${key}`, key });
    if (workflow) {
      const { status, body } = await ada.put(`/api/project/${key}/workflow`, workflow);
      assert.equal(status, 200, JSON.stringify(body));
    }
    const create = async (more: object = {}) =>
      (await ada.post('/api/tickets', { title: 'T', projectId: key, ...more })).body.data;
    return { key, create };
  }

  const strict = {
    statuses: [
      { status: 'todo', name: 'Selected', color: '#00ff00' },
      { status: 'backlog', name: 'Ideas' },
      { status: 'in_review', hidden: true },
    ],
    transitions: { todo: ['in_progress', 'in_review'], in_progress: ['todo', 'done'] },
  };

  test('a project without a workflow has the six statuses in their order, and any may follow any', async () => {
    const { key, create } = await openProject();
    const { statuses, transitions, exempt } = (await ada.get(`/api/project/${key}/workflow`)).body.data;
    assert.deepEqual(
      statuses.map(({ status, name }: Record<string, string>) => [status, name]),
      ['backlog', 'todo', 'in_progress', 'in_review', 'done', 'cancelled'].map((status) => [status, null]),
    );
    assert.deepEqual([transitions, exempt], [null, []]);
    const ticket = await create({ status: 'done' });
    assert.equal((await ada.put(`/api/tickets/${ticket.id}/status`, { status: 'backlog' })).status, 200);
    assert.ok(!('statusName' in ticket));
  });

  test('names, colours, order and hidden statuses are those of the project, and the API keeps its six', async () => {
    const { key, create } = await openProject(strict);
    const { statuses } = (await ada.get(`/api/project/${key}/workflow`)).body.data;
    assert.deepEqual(
      statuses.map(({ status }: { status: string }) => status),
      ['todo', 'backlog', 'in_review', 'in_progress', 'done', 'cancelled'],
    );
    const ticket = await create({ status: 'todo' });
    assert.deepEqual([ticket.status, ticket.statusName], ['todo', 'Selected']);
    const [listed] = (await ada.get(`/api/tickets?project=${key}&status=todo`)).body.data;
    assert.equal(listed.statusName, 'Selected');
    const { projects } = (await ada.get('/api/boot')).body.data;
    const own = projects.find((project: { key: string }) => project.key === key);
    assert.deepEqual(own.workflow.statuses[0], {
      status: 'todo',
      name: 'Selected',
      color: '#00ff00',
      hidden: false,
    });
  });

  test('a transition that is not allowed is refused with 409 and the names of those that are', async () => {
    const { create } = await openProject(strict);
    const { id } = await create({ status: 'todo' });
    const move = (status: string) => ada.put(`/api/tickets/${id}/status`, { status });
    const refused = await move('done');
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'CONFLICT']);
    assert.match(
      refused.body.error.message,
      /from Selected to Done: it can go to In progress \(in_progress\)$/,
    );
    assert.equal((await move('in_review')).status, 409, 'a hidden status takes no tickets');
    const bulk = await ada.post('/api/tickets/bulk', { tickets: [{ id, status: 'done' }] });
    assert.match(bulk.body.error.details['tickets.0'][0], /it can go to In progress/);
    assert.equal((await ada.put(`/api/tickets/${id}`, { status: 'done' })).status, 409);
    assert.equal(
      (await ada.put(`/api/tickets/${id}/rank`, { status: 'done', position: 'first' })).status,
      409,
    );
    assert.equal((await ada.put(`/api/tickets/${id}`, { title: 'Other' })).status, 200);
    assert.equal((await move('in_progress')).status, 200);
    assert.equal((await move('done')).status, 200);
    assert.equal((await move('backlog')).status, 200, 'a status without a list may be followed by any');
  });

  test('a new ticket starts in the first status that the project shows, and never in a hidden one', async () => {
    const { key, create } = await openProject({
      statuses: [{ status: 'todo' }, { status: 'backlog', hidden: true }],
    });
    assert.equal((await create()).status, 'todo');
    const hidden = await ada.post('/api/tickets', { title: 'T', projectId: key, status: 'backlog' });
    assert.deepEqual([hidden.status, Object.keys(hidden.body.error.details)], [400, ['status']]);
  });

  test('agents pass if the project exempts them', async () => {
    const { key, create } = await openProject(strict);
    const agent = (await ada.post('/api/agents', { name: `Bot ${keys}` })).body.data;
    await ada.post(`/api/project/${key}/members`, { userId: agent.id });
    const made = await ada.post(`/api/agents/${agent.id}/api-keys`, { name: 'k', scopes: ['read', 'write'] });
    const bot = world.caller({ authorization: `Bearer ${made.body.data.key}` });
    const { id } = await create({ status: 'todo' });
    const finish = () => bot.put(`/api/tickets/${id}/status`, { status: 'done' });
    assert.equal((await finish()).status, 409);
    await ada.put(`/api/project/${key}/workflow`, { ...strict, exempt: ['agents'] });
    assert.equal((await finish()).status, 200);
  });

  test('a workflow that nobody could use is refused, and an empty one restores the six', async () => {
    const { key } = await openProject(strict);
    const url = `/api/project/${key}/workflow`;
    const wrong = [
      { statuses: [{ status: 'todo' }, { status: 'todo', name: 'Twice' }] },
      { statuses: [{ status: 'todo', name: 'done' }] },
      { statuses: [{ status: 'done', hidden: true }] },
      {
        statuses: ['backlog', 'todo', 'in_progress', 'in_review'].map((status) => ({ status, hidden: true })),
      },
      { statuses: [{ status: 'ready' }] },
    ];
    for (const input of wrong) assert.equal((await ada.put(url, input)).status, 400, JSON.stringify(input));
    assert.equal((await ada.put(url, { transitions: { ready: ['todo'] } })).status, 400);
    assert.equal((await ada.put(url, {})).status, 200);
    const { projects } = (await ada.get('/api/boot')).body.data;
    assert.ok(!('workflow' in projects.find((project: { key: string }) => project.key === key)));
    const [entry] = (await ada.get('/api/user/activity?limit=1')).body.data;
    assert.match(JSON.stringify(entry), /workflow|updated/);
  });

  test('limits of statuses are set without the rest of the workflow, and stay when that is replaced', async () => {
    const { key } = await openProject(strict);
    const limitsOf = async () => {
      const { statuses } = (await ada.get(`/api/project/${key}/workflow`)).body.data;
      return Object.fromEntries(
        statuses.flatMap(({ status, limit }: { status: string; limit?: number }) =>
          limit === undefined ? [] : [[status, limit]],
        ),
      );
    };
    const set = (limits: object) => ada.put(`/api/project/${key}/limits`, { limits });
    const { body } = await set({ in_progress: 5, todo: 2 });
    assert.deepEqual(body.data.statuses[0], {
      status: 'todo',
      name: 'Selected',
      color: '#00ff00',
      hidden: false,
      limit: 2,
    });
    await set({ todo: null });
    await ada.put(`/api/project/${key}/workflow`, strict);
    assert.deepEqual(await limitsOf(), { in_progress: 5 });
    await ada.put(`/api/project/${key}/workflow`, {});
    const { projects } = (await ada.get('/api/boot')).body.data;
    const own = projects.find((project: { key: string }) => project.key === key);
    assert.equal(own.workflow.statuses[2].limit, 5, 'everybody sees it');
    for (const wrong of [{ todo: 0 }, { todo: 1000 }, { todo: 1.5 }, { ready: 3 }])
      assert.equal((await set(wrong)).status, 400, JSON.stringify(wrong));
    await set({ in_progress: null });
    const after = (await ada.get('/api/boot')).body.data.projects;
    assert.ok(!('workflow' in after.find((project: { key: string }) => project.key === key)));
  });
});
