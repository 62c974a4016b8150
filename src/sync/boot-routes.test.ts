import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';

onEveryEngine('GET /api/boot', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;
  let eve: Person;
  let project: { id: string; workspaceId: string };
  let label: string;
  let group: string;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off', INSTANCE_NAME: 'Acme' });
    [ada, ben, eve] = (await Promise.all(['Ada', 'Ben', 'Eve'].map((name) => world.person(name)))) as [
      Person,
      Person,
      Person,
    ];
    project = (await ada.post('/api/projects', { name: 'One', key: 'ONE' })).body.data;
    await ada.post('/api/projects', { name: 'Two', key: 'TWO', visibility: 'public' });
    await ben.post('/api/projects', { name: 'Secret', key: 'SEC' });
    await ada.post('/api/project/ONE/members', { userId: ben.id, role: 'viewer' });
    label = await world.label(project.workspaceId, 'red');
    group = await world.group(project.id, 'Sprint');
  });
  after(() => world.close());

  type Named = { id: string; name: string };
  const boot = async (person: Person) => (await person.get('/api/boot')).body.data;
  const names = (list: Named[]) => list.map(({ name }) => name).sort();

  test('boot has what the single routes have', async () => {
    const answer = await boot(ada);
    const { email, id, name, role } = answer.me;
    assert.deepEqual([email, id, name, role], [ada.email, ada.id, 'Ada', 'USER']);
    assert.deepEqual(answer.preferences, (await ada.get('/api/user/preferences')).body.data);
    assert.deepEqual(answer.labels, (await ada.get('/api/labels')).body.data);
    assert.deepEqual(answer.groups, (await ada.get('/api/groups')).body.data);
    assert.deepEqual(answer.instance, (await world.anonymous.get('/api/instance')).body.data);
    assert.equal(answer.unreadNotifications, 0);
    assert.deepEqual(answer.truncated, []);
    const listed = (await ada.get('/api/projects?limit=100')).body.data as Named[];
    assert.deepEqual(names(answer.projects), names(listed));
    assert.deepEqual([answer.labels[0].id, answer.groups[0].id], [label, group]);
    assert.deepEqual(answer.workspaces[0].role, 'owner');
  });

  test('a project in boot has the role and the permissions of its own route', async () => {
    for (const person of [ada, ben, eve]) {
      const { projects } = await boot(person);
      assert.ok(projects.length > 0);
      for (const { id, may, mayNot, key } of projects) {
        const single = (await person.get(`/api/project/${id}`)).body.data;
        assert.deepEqual([may, mayNot], [single.may, single.mayNot], `${person.name} ${key}`);
      }
    }
    const roles = (await boot(ben)).projects.map(({ key, role }: { key: string; role: string }) => [
      key,
      role,
    ]);
    assert.deepEqual(roles, [
      ['ONE', 'viewer'],
      ['SEC', 'owner'],
      ['TWO', null],
    ]);
  });

  test('people are those of the projects and workspaces that one sees, without their e-mail addresses', async () => {
    const shared = await world.sharedWorkspace(eve.id, []);
    const finn = await world.person('Finn');
    await eve.post(`/api/workspaces/${shared}/members`, { userId: finn.id, role: 'member' });
    assert.deepEqual(names((await boot(ada)).people), ['Ada', 'Ben']);
    assert.deepEqual(
      names((await boot(finn)).people),
      ['Ada', 'Eve', 'Finn'],
      'Ada through her public project',
    );
    const [person] = (await boot(ben)).people;
    assert.deepEqual(Object.keys(person), ['id', 'name', 'image', 'isAgent', 'isActive']);
    const agent = (await ada.post('/api/agents', { name: 'Robot' })).body.data;
    await ada.post('/api/project/ONE/members', { userId: agent.id, role: 'member' });
    const robot = (await boot(ben)).people.find(({ id }: Named) => id === agent.id);
    assert.deepEqual([robot.isAgent, robot.isActive], [true, true]);
  });

  test('an unchanged boot answers 304 to its ETag, and a change makes it stale', async () => {
    const { headers } = await ada.get('/api/boot');
    const etag = String(headers.etag);
    const again = () => ada.get('/api/boot', { 'if-none-match': etag });
    assert.equal((await again()).status, 304);
    await ada.post('/api/labels', { name: 'blue' });
    assert.equal((await again()).status, 200);
  });

  test('an API key that is limited to a project gets that project and nothing of the account', async () => {
    const { body } = await ada.post('/api/user/api-keys', { name: 'One', projectIds: ['ONE'] });
    const caller = world.caller({ authorization: `Bearer ${body.data.key}` });
    const answer = (await caller.get('/api/boot')).body.data;
    assert.deepEqual(names(answer.projects), ['One']);
    assert.equal(answer.projects[0].may.createTicket, true);
    assert.deepEqual(names(answer.people), ['Ada', 'Ben', 'Robot']);
    assert.deepEqual(names(answer.labels), ['blue', 'red']);
    assert.deepEqual(answer.groups[0].id, group);
    assert.deepEqual([answer.me.email, answer.unreadNotifications, answer.workspaces], [null, null, []]);
    assert.equal('preferences' in answer, false);
  });

  test('boot runs the same number of statements for one project as for forty', async () => {
    const count = async () => {
      const { reads } = world.db;
      const { find, list } = reads;
      let statements = 0;
      Object.assign(reads, {
        find: (...call: Parameters<typeof find>) => {
          statements++;
          return find(...call);
        },
        list: (...call: Parameters<typeof list>) => {
          statements++;
          return list(...call);
        },
      });
      await boot(eve);
      Object.assign(reads, { find, list });
      return statements;
    };
    const few = await count();
    assert.ok(few > 5);
    for (let i = 0; i < 40; i++) await eve.post('/api/projects', { name: `P${i}`, key: `P${i}` });
    assert.equal(await count(), few);
  });
});
