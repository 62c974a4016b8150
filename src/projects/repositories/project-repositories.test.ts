import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';
import type { Actor } from '../../users/index.ts';
import { isMemberByRepository, listRepositoryProjects } from '../index.ts';

onEveryEngine('repositories of projects', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;
  let root: Person;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    ada = await world.person('Ada');
    ben = await world.person('Ben');
    root = await world.person('Root', 'ADMIN');
  });
  after(() => world.close());

  const create = async (person: Person, fields: object) =>
    (await person.post('/api/projects', { name: 'Project', ...fields })).body.data;
  const isMember = (person: Person, repository: string) =>
    isMemberByRepository(world.db.reads, { userId: person.id } as Actor, repository);
  const linking = async (repository: string) =>
    (await listRepositoryProjects(world.db.reads, repository, null)).map(({ key }) => key).sort();

  test('new repository links replace the old ones, ignoring case and order, and record one change', async () => {
    const project = await create(ada, { key: 'ONE', repositories: ['acme/one', 'Acme/Two', 'ACME/ONE'] });
    assert.deepEqual(project.repositories, ['ACME/ONE', 'Acme/Two']);
    assert.deepEqual(await linking('acme/TWO'), ['ONE']);

    const changed = await ada.put('/api/project/ONE', { repositories: ['group/sub/three', 'ACME/ONE'] });
    assert.deepEqual(changed.body.data.repositories, ['ACME/ONE', 'group/sub/three']);
    const event = (await world.events()).filter(({ type }) => type === 'project.updated').at(-1);
    assert.deepEqual(JSON.parse(event?.data ?? '').changes, {
      repositories: { from: ['ACME/ONE', 'Acme/Two'], to: ['ACME/ONE', 'group/sub/three'] },
    });
    assert.deepEqual(await linking('acme/two'), []);

    const before = (await world.events()).length;
    const again = await ada.put('/api/project/ONE', (await ada.get('/api/project/ONE')).body.data);
    assert.equal(again.status, 200);
    await ada.put('/api/project/ONE', { name: 'Project' });
    assert.equal((await world.events()).length, before, 'what is the same is no change');
    assert.deepEqual((await ada.put('/api/project/ONE', { repositories: null })).body.data.repositories, []);
  });

  test('a name that is not a repository is refused with a detail for the field', async () => {
    await create(ada, { key: 'BAD' });
    const wrong = [
      'app',
      '/app',
      'acme/',
      'acme//app',
      'acme/..',
      '../app',
      'a b/c',
      'https://x.org/a/b',
      '',
      7,
    ];
    for (const name of [...wrong, `acme/${'x'.repeat(200)}`, 'acmé/app']) {
      const { status, body } = await ada.put('/api/project/BAD', { repositories: [name] });
      assert.deepEqual([status, Object.keys(body.error.details)], [400, ['repositories']], String(name));
    }
    for (const repositories of ['acme/app', Array.from({ length: 101 }, (_, i) => `acme/r${i}`)]) {
      assert.equal((await ada.put('/api/project/BAD', { repositories })).status, 400);
    }
    assert.equal(
      (await ada.put('/api/project/BAD', { repositories: ['acme/.github', 'a/..b'] })).status,
      200,
    );
  });

  test('only an admin of a project that links a repository can link it to another project', async () => {
    await create(ada, { key: 'OWN', repositories: ['acme/secret'] });
    await create(ben, { key: 'SPY' });
    const spied = await ben.put('/api/project/SPY', { repositories: ['ACME/Secret'], name: 'Renamed' });
    assert.deepEqual([spied.status, Object.keys(spied.body.error.details)], [400, ['repositories']]);
    assert.equal((await ben.get('/api/project/SPY')).body.data.name, 'Project', 'nothing of it happened');
    const made = await ben.post('/api/projects', { name: 'Spy', key: 'SPY2', repositories: ['acme/secret'] });
    assert.equal(made.status, 400);

    await ada.post('/api/project/OWN/members', { userId: ben.id, role: 'member' });
    assert.equal((await ben.put('/api/project/OWN', { repositories: [] })).status, 403);
    assert.equal((await ben.put('/api/project/SPY', { repositories: ['acme/secret'] })).status, 400);
    assert.deepEqual(
      [await isMember(ben, 'acme/SECRET'), await isMember(root, 'acme/secret')],
      [true, false],
    );
    await ada.post('/api/project/OWN/members', { userId: ben.id, role: 'admin' });
    assert.equal((await ben.put('/api/project/SPY', { repositories: ['acme/secret'] })).status, 200);
    assert.deepEqual(await linking('acme/secret'), ['OWN', 'SPY']);
    const byRoot = await create(root, { key: 'ROOT', repositories: ['acme/secret'] });
    assert.deepEqual(byRoot.repositories, ['acme/secret']);
  });

  test('of concurrent links to a free repository exactly one succeeds', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, (_, i) => world.person(`Racer${i}`)));
    const answers = await Promise.all(
      people.map((person) =>
        person.post('/api/projects', { name: 'Race', repositories: ['race/b', 'race/a'] }),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(7).fill(400)]);
    assert.equal((await linking('race/a')).length, 1);
  });

  test('a restored project loses the repositories that other projects linked meanwhile', async () => {
    await create(ada, { key: 'GONE', repositories: ['gone/kept', 'gone/taken'] });
    await ada.delete('/api/project/GONE');
    assert.deepEqual([await linking('gone/taken'), await isMember(ada, 'gone/taken')], [[], false]);
    await create(ben, { key: 'TOOK', repositories: ['gone/taken'] });
    const restored = await ada.post('/api/project/GONE/restore');
    assert.deepEqual(restored.body.data.repositories, ['gone/kept']);
    assert.deepEqual(await linking('gone/taken'), ['TOOK']);
  });
});
