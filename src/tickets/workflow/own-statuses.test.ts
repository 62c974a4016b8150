import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newAgent } from '../../../test/support/agents.ts';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';

interface Entry {
  id?: string;
  status: string;
  name: string | null;
  limit?: number;
}

onEveryEngine('own statuses of projects', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;
  let keys = 0;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    ada = await world.person('Ada');
    ben = await world.person('Ben');
  });
  after(() => world.close());

  const ok = async (answer: ReturnType<Person['get']>) => {
    const { status, body } = await answer;
    assert.ok(status < 300, JSON.stringify(body));
    return body.data;
  };

  /** A project with “QA” and “Waiting” for in_review and “Ready” for todo. */
  async function openProject(names = ['in_review QA', 'in_review Waiting', 'todo Ready']) {
    const key = `OS${++keys}`;
    const project = await ok(ada.post('/api/projects', { name: `Project ${key}`, key }));
    const url = `/api/project/${key}/workflow`;
    const ids: Record<string, string> = {};
    for (const text of names) {
      const [status, name] = text.split(' ') as [string, string];
      const { statuses } = await ok(ada.post(`${url}/statuses`, { status, name }));
      ids[name] = statuses.find((own: Entry) => own.name === name).id;
    }
    const create = (more: object = {}) =>
      ok(ada.post('/api/tickets', { title: 'T', projectId: key, ...more }));
    const workflow = async (): Promise<Entry[]> => (await ok(ada.get(url))).statuses;
    return { key, url, ids, create, workflow, projectId: project.id as string };
  }
  const change = (id: string, body: object) => ada.put(`/api/tickets/${id}`, body);
  const step = ({ status, ownStatusId, statusName }: Record<string, string>) => [
    status,
    ownStatusId,
    statusName,
  ];

  test('a project adds statuses for one of the six, which stand after it until the order changes', async () => {
    const { url, workflow, ids } = await openProject();
    const before = await workflow();
    assert.deepEqual(
      before.map(({ status, name }) => name ?? status),
      ['backlog', 'todo', 'Ready', 'in_progress', 'in_review', 'QA', 'Waiting', 'done', 'cancelled'],
    );
    const statuses = [
      { id: ids.QA, status: 'in_review', name: 'Test', color: '#123456', limit: 3 },
      { status: 'in_review', name: 'Review' },
      { id: ids.Ready, status: 'todo' },
    ];
    const after = (await ok(ada.put(url, { statuses }))).statuses as Entry[];
    assert.deepEqual(
      after.map(({ status, name }) => name ?? status),
      ['Test', 'Review', 'Waiting', 'Ready', 'backlog', 'todo', 'in_progress', 'done', 'cancelled'],
      'an own status that is left out stays, and one without a name keeps it',
    );
    assert.equal(after[0]?.limit, 3);
    const limited = await ok(
      ada.put(url.replace('workflow', 'limits'), { limits: { [ids.Ready as string]: 5 } }),
    );
    assert.equal(limited.statuses.find(({ id }: Entry) => id === ids.Ready).limit, 5);
  });

  test('a workflow with a wrong own status is refused with words, whatever it is called', async () => {
    const { url, ids, key } = await openProject();
    const add = (body: object) => ada.post(`${url}/statuses`, body);
    for (const name of ['qa', 'Done', ' Waiting ']) {
      const { status, body } = await add({ status: 'todo', name });
      assert.deepEqual([status, Object.keys(body.error.details)], [400, ['name']], name);
    }
    for (const body of [
      { status: 'ready', name: 'A' },
      { status: 'todo', name: ' ' },
      { status: 'todo', name: 'x'.repeat(41) },
    ])
      assert.equal((await add(body)).status, 400, JSON.stringify(body));
    for (const statuses of [
      [{ id: ids.QA, status: 'todo' }],
      [
        { id: ids.QA, status: 'in_review' },
        { id: ids.QA, status: 'in_review' },
      ],
      [{ id: '018f0000-0000-7000-8000-000000000000', status: 'todo', name: 'Foreign' }],
      [{ id: ids.QA, status: 'in_review', name: 'Ready' }],
    ]) {
      const { status, body } = await ada.put(url, { statuses });
      assert.deepEqual(
        [status, Object.keys(body.error.details)],
        [400, ['statuses']],
        JSON.stringify(statuses),
      );
    }
    assert.equal((await ada.put(`/api/project/${key}/limits`, { limits: { lost: 3 } })).status, 400);
    const hostile = [
      '<img src=x onerror=alert(1)>',
      '"; drop table tickets; --',
      '{"id":1}',
      'ÄÖÜ ß 🦊',
      "a'b%_\\",
    ];
    for (const name of hostile) {
      const { statuses } = await ok(add({ status: 'todo', name }));
      const own = statuses.find((entry: Entry) => entry.name === name);
      const ticket = await ok(ada.post('/api/tickets', { title: 'T', projectId: key, ownStatusId: own.id }));
      assert.equal(ticket.statusName, name);
      const found = await ok(ada.get(`/api/tickets?ownStatus=${own.id}`));
      assert.deepEqual(
        found.map(({ id }: { id: string }) => id),
        [ticket.id],
      );
      const quoted = `status = "${name.replace(/["\\]/g, '\\$&')}" and project = ${key}`;
      const filtered = await ok(ada.get(`/api/tickets?filter=${encodeURIComponent(quoted)}`));
      assert.deepEqual(
        filtered.map(({ id }: { id: string }) => id),
        [ticket.id],
        name,
      );
    }
    for (let more = 3 + hostile.length; more < 24; more++)
      await ok(add({ status: 'done', name: `More ${more}` }));
    assert.equal((await add({ status: 'done', name: 'One too many' })).status, 409);
  });

  test('a ticket in an own status has its status, and every form of the ticket names both', async () => {
    const { key, ids, create } = await openProject();
    const ticket = await create({ ownStatusId: 'qa' });
    assert.deepEqual(step(ticket), ['in_review', ids.QA, 'QA']);
    const [listed] = await ok(ada.get(`/api/tickets?project=${key}`));
    assert.deepEqual(step(listed), ['in_review', ids.QA, 'QA']);
    const [row] = await ok(ada.get(`/api/tickets?project=${key}&fields=row`));
    assert.equal(row.ownStatusId, ids.QA);
    const [exported] = await ok(ada.get(`/api/tickets/export?project=${key}&format=json`));
    assert.deepEqual(step(exported), ['in_review', ids.QA, 'QA']);
    const plain = await create({ status: 'in_review' });
    assert.deepEqual(step(plain), ['in_review', undefined, undefined]);
    const csv = (await ada.get(`/api/tickets/export?project=${key}`)).body as string;
    assert.match(csv.split('\r\n')[0] as string, /statusName/);
    assert.match(csv, /,QA,/);
  });

  test('a status alone keeps the own status that belongs to it, and clears any other', async () => {
    const { ids, create } = await openProject();
    const { id } = await create({ ownStatusId: ids.QA });
    const move = (body: object) => ada.put(`/api/tickets/${id}/status`, body);
    assert.deepEqual(step(await ok(move({ status: 'in_review' }))), ['in_review', ids.QA, 'QA']);
    assert.deepEqual(step(await ok(move({ status: 'todo' }))), ['todo', undefined, undefined]);
    assert.deepEqual(step(await ok(move({ status: 'todo', ownStatusId: 'Ready' }))), [
      'todo',
      ids.Ready,
      'Ready',
    ]);
    assert.deepEqual(step(await ok(change(id, { ownStatusId: ids.Waiting }))), [
      'in_review',
      ids.Waiting,
      'Waiting',
    ]);
    assert.deepEqual(step(await ok(change(id, { ownStatusId: null }))), ['in_review', undefined, undefined]);
    const placed = await ok(ada.put(`/api/tickets/${id}/rank`, { ownStatusId: 'Ready', position: 'first' }));
    assert.deepEqual(step(placed), ['todo', ids.Ready, 'Ready']);
    const refused = await change(id, { status: 'done', ownStatusId: 'QA' });
    assert.deepEqual([refused.status, Object.keys(refused.body.error.details)], [400, ['ownStatusId']]);
    assert.match(refused.body.error.details.ownStatusId[0], /QA is an own status of in_review, not of done/);
    const unknown = await change(id, { ownStatusId: 'Nowhere' });
    assert.match(unknown.body.error.details.ownStatusId[0], /no such own status; it has Ready, QA, Waiting$/);
    const homeless = await ada.post('/api/tickets', { title: 'T', ownStatusId: 'QA' });
    assert.equal(homeless.status, 400);
  });

  test('a change of the own status is one change in the history, with names, and undone by its former values', async () => {
    const { ids, create } = await openProject();
    const { id } = await create({ status: 'todo' });
    await ok(change(id, { ownStatusId: 'QA' }));
    await ok(change(id, { ownStatusId: 'Waiting' }));
    const recorded = (await world.events())
      .filter(({ ticketId, type }) => ticketId === id && type !== 'ticket.created')
      .map(({ type, data }) => [type, JSON.parse(data).changes] as const);
    assert.deepEqual(
      recorded.map(([type]) => type),
      ['ticket.updated', 'ticket.status_changed', 'ticket.updated'],
      'the status of the six changed once',
    );
    const both = {
      status: { from: 'todo', to: 'in_review' },
      ownStatusId: {
        from: null,
        to: ids.QA,
        described: [{ id: 'ownStatusId', name: 'status', from: 'To do', to: 'QA' }],
      },
    };
    assert.deepEqual(recorded[0]?.[1], both);
    assert.deepEqual(recorded[1]?.[1], both);
    const history = await ok(ada.get(`/api/tickets/${id}/history`));
    assert.match(JSON.stringify(history), /changed status of/);
    const bulk = await ada.post('/api/tickets/bulk', { tickets: [{ id, ownStatusId: 'Ready' }] });
    assert.deepEqual(bulk.body.former, [{ status: 'in_review', ownStatusId: ids.Waiting }]);
    await ada.post('/api/tickets/bulk', { tickets: [{ id, ...bulk.body.former[0] }] });
    assert.deepEqual(step(await ok(ada.get(`/api/tickets/${id}`))), ['in_review', ids.Waiting, 'Waiting']);
  });

  test('lists, counts and the filter language find own statuses by id and name, with exact totals', async () => {
    const { key, ids, create } = await openProject();
    const other = await openProject(['in_review QA']);
    const tickets = {
      qa: await create({ ownStatusId: 'QA' }),
      review: await create({ status: 'in_review' }),
      ready: await create({ ownStatusId: 'Ready' }),
      done: await create({ status: 'done' }),
      elsewhere: await other.create({ ownStatusId: 'QA' }),
    };
    const names = new Map(Object.entries(tickets).map(([name, { id }]) => [id, name]));
    const find = async (query: string) => {
      const { body } = await ada.get(`/api/tickets?project=${key},${other.key}&${query}`);
      assert.ok(body.data, JSON.stringify(body));
      assert.equal(body.pagination.total, body.data.length, query);
      return body.data.map(({ id }: { id: string }) => names.get(id)).sort();
    };
    const language = (text: string) => find(`filter=${encodeURIComponent(text)}`);
    assert.deepEqual(await find('ownStatus=QA'), ['elsewhere', 'qa']);
    assert.deepEqual(await find(`ownStatus=${ids.QA},Ready`), ['qa', 'ready']);
    assert.deepEqual(await find('status=in_review&ownStatus=none'), ['review']);
    assert.deepEqual(
      await find('status=in_review'),
      ['elsewhere', 'qa', 'review'],
      'the six contain their own',
    );
    assert.deepEqual(await language('status = "qa"'), ['elsewhere', 'qa']);
    assert.deepEqual(await language('status in (done, QA)'), ['done', 'elsewhere', 'qa']);
    assert.deepEqual(await language('status not in (QA, Ready)'), ['done', 'review']);
    assert.deepEqual(await language('ownstatus = none and status = in_review'), ['review']);
    assert.deepEqual(await language('ownStatus != none'), ['elsewhere', 'qa', 'ready']);
    const wrong = await ada.get('/api/tickets?filter=status%20%3D%20Lost');
    assert.match(JSON.stringify(wrong.body.error.details), /Lost” is no status; expected backlog/);
    const counts = await ok(ada.get(`/api/tickets/counts?by=status,ownStatus&project=${key}`));
    assert.deepEqual(counts.by.ownStatus, { [ids.QA as string]: 1, [ids.Ready as string]: 1, none: 2 });
    assert.equal(counts.by.status.in_review, 2);
    const foreign = await ben.get('/api/tickets?ownStatus=QA');
    assert.deepEqual([foreign.body.data, foreign.body.pagination.total], [[], 0]);
    const stranger = await ben.get('/api/tickets?filter=status%20%3D%20QA');
    assert.equal(stranger.status, 400, 'names of projects that somebody cannot see do not exist for them');
  });

  test('transitions bind own statuses by their status, and a hidden own status takes no tickets', async () => {
    const { url, ids, create } = await openProject();
    await ok(
      ada.put(url, {
        statuses: [{ id: ids.Waiting, status: 'in_review', hidden: true }],
        transitions: { todo: ['in_review'] },
      }),
    );
    const { id } = await create({ status: 'todo' });
    assert.equal((await change(id, { ownStatusId: 'Ready' })).status, 200, 'within the same status');
    assert.equal((await change(id, { status: 'done' })).status, 409);
    const refused = await change(id, { ownStatusId: 'Waiting' });
    assert.equal(refused.status, 409);
    assert.match(
      refused.body.error.message,
      /from Ready to Waiting: it can go to .*To do \(todo\), In review \(in_review\), QA$/,
    );
    assert.equal((await change(id, { ownStatusId: 'QA' })).status, 200);
    const hidden = await ada.post('/api/tickets', {
      title: 'T',
      projectId: url.split('/')[3],
      ownStatusId: 'Waiting',
    });
    assert.deepEqual([hidden.status, Object.keys(hidden.body.error.details)], [400, ['status']]);
  });

  test('an own status of done closes the ticket, with the rules for children', async () => {
    const { create } = await openProject(['done Released']);
    const parent = await create();
    const child = await create({ parentId: parent.id });
    assert.equal((await change(parent.id, { ownStatusId: 'Released' })).status, 409);
    const bulk = await ada.post('/api/tickets/bulk', {
      tickets: [{ id: parent.id, ownStatusId: 'Released' }],
    });
    assert.equal(bulk.status, 409);
    await ok(change(child.id, { ownStatusId: 'Released' }));
    const closed = await ok(change(parent.id, { ownStatusId: 'Released' }));
    assert.ok(closed.completedAt);
  });

  test('a deleted own status leaves its tickets in the status that it was for', async () => {
    const { url, ids, create, workflow } = await openProject();
    const ticket = await create({ ownStatusId: 'QA' });
    const other = await create({ ownStatusId: 'Waiting' });
    assert.equal((await ben.delete(`${url}/statuses/${ids.QA}`)).status, 404);
    await ok(ada.delete(`${url}/statuses/${ids.QA}`));
    assert.equal((await ada.delete(`${url}/statuses/${ids.QA}`)).status, 404);
    assert.deepEqual(step(await ok(ada.get(`/api/tickets/${ticket.id}`))), [
      'in_review',
      undefined,
      undefined,
    ]);
    assert.equal((await ok(ada.get(`/api/tickets/${other.id}`))).statusName, 'Waiting');
    assert.ok(!(await workflow()).some(({ id }) => id === ids.QA));
    assert.equal((await change(other.id, { ownStatusId: ids.QA })).status, 400);
  });

  test('a moved ticket gets the own status of the same name and status, or none', async () => {
    const here = await openProject();
    const there = await openProject(['in_review qa', 'in_progress Waiting']);
    const move = async (ownStatusId: string, more: object = {}) => {
      const { id } = await here.create({ ownStatusId });
      return step(await ok(change(id, { projectId: there.projectId, ...more })));
    };
    assert.deepEqual(await move('QA'), ['in_review', there.ids.qa, 'qa']);
    assert.deepEqual(
      await move('Waiting'),
      ['in_review', undefined, undefined],
      'another status has that name',
    );
    assert.deepEqual(await move('QA', { ownStatusId: 'Waiting' }), [
      'in_progress',
      there.ids.Waiting,
      'Waiting',
    ]);
    assert.deepEqual(await move('QA', { projectId: null }), ['in_review', undefined, undefined]);
  });

  test('a task that fails for good puts its ticket back into its own status', async () => {
    const { create, projectId } = await openProject();
    const pilot = await newAgent(world, ada, `Pilot ${keys}`, projectId);
    const { id } = await create({ ownStatusId: 'Ready' });
    await ok(
      ada.post('/v1/agent-tasks', { ticketId: id, title: 'T', instructions: 'Do it.', kind: `k${keys}` }),
    );
    const task = await ok(pilot.post('/v1/agent-tasks/claim', { workerId: 'w', kinds: [`k${keys}`] }));
    const read = async () => step(await ok(ada.get(`/api/tickets/${id}`)));
    assert.deepEqual(await read(), ['in_progress', undefined, undefined]);
    const failure = { epoch: task.lease.epoch, error: 'No', retryable: false };
    await ok(pilot.post(`/v1/agent-tasks/${task.id}/fail`, failure));
    assert.equal((await read())[2], 'Ready');
  });

  test('an own status that is deleted while tickets enter it keeps none of them', async () => {
    for (let round = 0; round < 5; round++) {
      const { url, ids, create, key } = await openProject(['in_review QA']);
      const tickets = await Promise.all([create(), create(), create({ ownStatusId: 'QA' }), create()]);
      const [deleted, ...moved] = await Promise.all([
        ada.delete(`${url}/statuses/${ids.QA}`),
        ...tickets.map(({ id }) => change(id, { ownStatusId: ids.QA, title: `Round ${round}` })),
        ada.post('/api/tickets', { title: 'New', projectId: key, ownStatusId: ids.QA }),
        ada.put(url, { statuses: [{ status: 'todo', name: 'Next' }] }),
      ]);
      assert.equal(deleted.status, 200);
      for (const { status, body } of moved)
        assert.ok([200, 201, 400, 409].includes(status), `${status} ${JSON.stringify(body)}`);
      const rows = await ok(ada.get(`/api/tickets?project=${key}&fields=row`));
      assert.deepEqual(
        rows.filter(({ ownStatusId }: { ownStatusId: string | null }) => ownStatusId !== null),
        [],
      );
    }
  });

  test('two people who add and rename statuses at once lose neither', async () => {
    const { url, ids, workflow } = await openProject();
    const add = (name: string) => ada.post(`${url}/statuses`, { status: 'todo', name });
    const statuses = [{ id: ids.QA, status: 'in_review', name: 'Quality' }];
    await Promise.all([add('One'), add('Two'), ada.put(url, { statuses }), add('Three')].map(ok));
    const names = (await workflow()).map(({ name }) => name);
    for (const name of ['One', 'Two', 'Three', 'Quality', 'Ready', 'Waiting'])
      assert.ok(names.includes(name), name);
  });
});
