import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { archiveKinds, peopleKind } from '../../src/archives/archive-kind-store.ts';
import { RowThreads } from '../../src/archives/row-threads.ts';
import { tablesLeftOut } from '../../src/archives/tables-left-out.ts';
import { openDatabaseSource } from '../../src/platform/db/index.ts';
import { onEveryEngine } from '../support/engines.ts';
import { openWorld, type Person, type World } from '../support/world.ts';
import { buildFullProject, download, readArchiveFile } from './archive-scene.ts';

onEveryEngine('archives of projects and of the instance', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;
  let scene: Awaited<ReturnType<typeof buildFullProject>>;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    ada = await world.person('Ada');
    ben = await world.person('Ben');
    scene = await buildFullProject(ada, ben, 'ENG');
  });
  after(() => world.close());

  test('every table is in the archive, or on the list of those left out with a reason', async () => {
    const source = await openDatabaseSource(world.config.database);
    const tables = source.tables.map(({ name }) => name);
    await source.close();
    const held = new Set([peopleKind, ...archiveKinds].map(({ table }) => table));
    const missing = tables.filter((name) => !held.has(name) && !(name in tablesLeftOut));
    assert.deepEqual(
      missing,
      [],
      'add each to archive-kind-store.ts, or to tables-left-out.ts with the reason',
    );
    const stale = Object.keys(tablesLeftOut).filter((name) => held.has(name) || !tables.includes(name));
    assert.deepEqual(stale, []);
  });

  test('an archive of a project has a row of every kind, and its files', async () => {
    const { rows, files, manifest } = readArchiveFile(await download(world, ada, 'ENG'));
    const kinds = archiveKinds.filter(({ isInstanceOnly }) => !isInstanceOnly).map(({ name }) => name);
    assert.deepEqual(Object.keys(rows), ['people', ...kinds]);
    const rare = ['automation', 'cycleSchedules', 'triggers', 'formerNumbers', 'links', 'originalKeys'];
    const empty = kinds.filter((name) => rows[name]?.length === 0 && !rare.includes(name));
    assert.deepEqual(empty, []);
    assert.deepEqual(manifest.project, { id: scene.project.id, key: 'ENG', name: 'Engine' });
    assert.deepEqual(
      manifest.kinds,
      ['people', ...kinds].map((name) => ({ name, rows: rows[name]?.length })),
    );
    assert.deepEqual(rows.people?.map(({ email }) => email).toSorted(), [ada.email, ben.email].toSorted());
    const child = rows.tickets?.find(({ id }) => id === scene.ticket.id);
    assert.deepEqual(
      [child.title, child.number, child.status, child.estimateHundredths, child.dueDate],
      ['Child', 2, 'done', 250, '2027-01-31T23:59:59.999Z'],
    );
    assert.deepEqual(child.fieldValues[scene.owner.id], ben.id);
    assert.deepEqual(rows.parents, [{ id: scene.ticket.id, parentId: scene.epic.id }]);
    assert.equal(rows.tickets?.find(({ title }) => title === 'Deleted').deletedAt.length, 24);
    for (const { fileKey, sha256 } of rows.attachments ?? [])
      assert.equal(
        createHash('sha256')
          .update(files[fileKey] ?? 'missing')
          .digest('hex'),
        sha256,
      );
    assert.deepEqual(manifest.files, { count: 4, bytes: 100_056, missing: [] });
  });

  test('an archive of a project has nothing of another one, and no secret', async () => {
    const other = (await ben.post('/api/projects', { name: 'Elsewhere', key: 'ELS' })).body.data;
    const ticket = (await ben.post('/api/tickets', { title: 'Unseen', projectId: other.id })).body.data;
    await ben.post(`/api/tickets/${ticket.id}/comments`, { content: 'Unseen too' });
    const text = JSON.stringify(readArchiveFile(await download(world, ada, 'ENG')));
    for (const word of ['Unseen', other.id, 'password', 'argon2', 'secret', 'token'])
      assert.ok(!text.includes(word), word);
  });

  test('the archive of the instance is for administrators in a session, and has every project and workspace', async () => {
    assert.equal((await ada.get('/api/admin/archive')).status, 403);
    const root = await world.person('Root', 'ADMIN');
    const { key } = (await root.post('/api/user/api-keys', { name: 'CI' })).body.data;
    const keyed = world.caller({ authorization: `Bearer ${key}` });
    assert.equal((await keyed.get('/api/admin/archive')).status, 403);
    const { rows, manifest } = readArchiveFile(await download(world, root));
    assert.equal(manifest.project, undefined);
    assert.ok(rows.projects?.some(({ key }) => key === 'ENG'));
    assert.ok(rows.projects?.some(({ key }) => key === 'ELS'));
    assert.ok(rows.workspaces?.some(({ ownerId }) => ownerId === ada.id));
  });

  test('members who do not administer the project cannot export it', async () => {
    assert.equal((await ben.get('/api/project/ENG/archive')).status, 403);
    const stranger = await world.person('Stranger');
    assert.equal((await stranger.get('/api/project/ENG/archive')).status, 404);
  });

  test('exports after one another are read by one thread, also after one that was broken off', async () => {
    let started = 0;
    const count = () => void started++;
    process.on('worker', count);
    try {
      const whole = readArchiveFile(await download(world, ada, 'ENG'));
      started = 0;
      for (let i = 0; i < 2; i++)
        assert.deepEqual(readArchiveFile(await download(world, ada, 'ENG')).rows, whole.rows);
      assert.equal(started, 0);

      const { database } = world.config;
      const threads = new RowThreads();
      const half = threads.readParts({ database, projectId: scene.project.id });
      assert.equal((await half.next()).value?.kind, 'people');
      await half.return(undefined);
      const kinds = async () => {
        const parts = await Array.fromAsync(threads.readParts({ database, projectId: scene.project.id }));
        return [...new Set(parts.map(({ kind }) => kind))];
      };
      assert.deepEqual(await kinds(), Object.keys(whole.rows));
      assert.deepEqual(await kinds(), Object.keys(whole.rows));
      assert.equal(started, 2);
      await threads.close();
      if (database.engine === 'sqlite')
        assert.deepEqual(globSync(`${database.file}.backup-*`), [], 'copies of the database are left');
    } finally {
      process.off('worker', count);
    }
  });
});
