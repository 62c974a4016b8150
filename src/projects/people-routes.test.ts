import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { type Caller, openWorld, type Person, type World } from '../../test/support/world.ts';

onEveryEngine('GET /api/users', (engine) => {
  let world: World;
  let ada: Person;
  let people: Record<string, Person>;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    ada = await world.person('Ada');
    people = {};
    for (const name of ['Ben', 'Cleo', 'Dora', 'Mallory']) people[name] = await world.person(name);
    await ada.post('/api/projects', { name: 'One', key: 'ONE' });
    await ada.post('/api/projects', { name: 'Two', key: 'TWO' });
    await ada.post('/api/project/ONE/members', { userId: people.Ben?.id, role: 'member' });
    await ada.post('/api/project/TWO/members', { userId: people.Cleo?.id, role: 'viewer' });
    const shared = await world.sharedWorkspace(ada.id, []);
    await ada.post(`/api/workspaces/${shared}/members`, { userId: people.Dora?.id, role: 'member' });
    await people.Ben?.put('/api/user/profile', { name: 'Ägidius Ben-Said 100%' });
    await people.Mallory?.post('/api/projects', { name: 'Open', key: 'OPEN', visibility: 'public' });
  });
  after(() => world.close());

  const find = async (caller: Caller, query: string) => {
    const { status, body } = await caller.get(`/api/users?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return (body.data.map(({ name }: { name: string }) => name) as string[]).sort();
  };

  test('people whom one shares a project or workspace with are listed and nobody else', async () => {
    assert.deepEqual(await find(ada, ''), ['Ada', 'Cleo', 'Dora', 'Ägidius Ben-Said 100%']);
    assert.deepEqual(await find(people.Cleo as Person, ''), ['Ada', 'Cleo']);
    assert.deepEqual(await find(people.Mallory as Person, ''), ['Mallory']);
  });

  test('an account that one shares nothing with is not found by its name, address or id', async () => {
    const mallory = people.Mallory as Person;
    for (const query of [ada.name, ada.email, ada.email.slice(0, 5), ada.id]) {
      assert.deepEqual(await find(mallory, `query=${encodeURIComponent(query)}`), []);
    }
    assert.deepEqual(await find(ada, 'query=mallory'), [], 'a public project alone shares nothing');
  });

  test('each word of a query starts a word of the name or the e-mail address, in any case', async () => {
    const ben = people.Ben as Person;
    const table: [string, string[]][] = [
      ['ägi', ['Ägidius Ben-Said 100%']],
      ['BEN ÄG', ['Ägidius Ben-Said 100%']],
      [ben.email.slice(0, 8).toUpperCase(), ['Ägidius Ben-Said 100%']],
      ['gidius', []],
      ['ada dora', []],
      ['%', []],
      ['100%', ['Ägidius Ben-Said 100%']],
      ['_da', []],
      ['  ', ['Ada', 'Cleo', 'Dora', 'Ägidius Ben-Said 100%']],
    ];
    for (const [query, expected] of table) {
      assert.deepEqual(await find(ada, `query=${encodeURIComponent(query)}`), expected, query);
    }
  });

  test('a project narrows to its members and those of its workspace; others may not ask', async () => {
    assert.deepEqual(await find(ada, 'project=ONE'), ['Ada', 'Ägidius Ben-Said 100%']);
    assert.deepEqual(await find(ada, 'project=one&query=ada'), ['Ada']);
    assert.deepEqual(await find(ada, 'project=OPEN'), ['Mallory'], 'everybody reads a public project');
    const { id } = (await ada.get('/api/project/ONE')).body.data;
    assert.equal((await people.Cleo?.get(`/api/users?project=${id}`))?.status, 403);
    const { status, body } = await ada.get('/api/users?project=NONE');
    assert.deepEqual([status, Object.keys(body.error.details)], [400, ['project']]);
    const unseen = await people.Cleo?.get('/api/users?project=ONE');
    assert.deepEqual([unseen?.status, unseen?.body.error], [status, body.error], 'as a key that nobody has');
  });

  test('an API key that is limited to a project finds the people of that project', async () => {
    const { body } = await ada.post('/api/user/api-keys', { name: 'One', projectIds: ['ONE'] });
    const caller = world.caller({ authorization: `Bearer ${body.data.key}` });
    assert.deepEqual(await find(caller, ''), ['Ada', 'Ägidius Ben-Said 100%']);
    assert.equal((await caller.get('/api/users?project=TWO')).status, 400);
  });

  test('the list continues by cursor, says who is an agent, and leaves inactive accounts out', async () => {
    const agent = (await ada.post('/api/agents', { name: 'Robot' })).body.data;
    await ada.post('/api/project/ONE/members', { userId: agent.id, role: 'member' });
    const first = (await ada.get('/api/users?limit=3')).body;
    const cursor = encodeURIComponent(first.pagination.nextCursor);
    const second = (await ada.get(`/api/users?limit=3&cursor=${cursor}`)).body;
    const found = [...first.data, ...second.data];
    assert.deepEqual(
      found.map(({ name }) => name).filter((name) => /^[A-Z]/.test(name)),
      ['Ada', 'Cleo', 'Dora', 'Robot'],
      'by name; only the place of an Ä depends on the collation of the database',
    );
    assert.equal(found.length, 5);
    const { name: _, ...robot } = found.find(({ name }) => name === 'Robot');
    assert.deepEqual(robot, { id: agent.id, image: null, isAgent: true, email: agent.email });
    await ada.delete(`/api/agents/${agent.id}`);
    assert.deepEqual(await find(ada, 'query=robot'), []);
  });
});
