import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { archiveKinds } from '../../src/archives/index.ts';
import { verifyArchive } from '../../src/imports/index.ts';
import { sealNextEvents, verifyDatabase } from '../../src/sealed-history/index.ts';
import { updateEmailVerified } from '../../src/users/index.ts';
import { finishImport, prepareImport, runImport } from '../imports/import-scene.ts';
import { engines, onEveryEngine } from '../support/engines.ts';
import { notifyAll } from '../support/notifying.ts';
import { openWorld, type Person, type World } from '../support/world.ts';
import {
  buildFullInstance,
  download,
  editArchive,
  type ReadArchive,
  readArchiveFile,
} from './archive-scene.ts';

type Rows = ReadArchive['rows'];

/** What an import changes on purpose; docs/archive-format.md names the same. */
const withoutChanges = ({ rows: { seals: _, sealKeys: __, ...rows }, files }: ReadArchive): Rows => ({
  ...rows,
  schedules: (rows.schedules ?? []).map(({ pausedAt: _, pauseReason: __, ...row }) => row),
  events: (rows.events ?? []).map(({ data: { imported: _, ...data }, ...event }) => ({ ...event, data })),
  attachments: (rows.attachments ?? []).map(({ fileKey, ...row }) => ({ ...row, content: files[fileKey] })),
});

/** The rows that name none of the ids. The engines sort texts differently, so only events keep their order. */
function rowsWithout(ids: string[], rows: Rows): Record<string, string[]> {
  const entries = Object.entries(rows).map(([kind, list]) => {
    const lines = list
      .map((row) => JSON.stringify(row))
      .filter((line) => !ids.some((id) => line.includes(id)));
    return [kind, kind === 'events' ? lines : lines.sort()] as const;
  });
  return Object.fromEntries(entries);
}

const asFile = (content: Buffer) => ({
  name: 'all.docket.tar',
  bytes: content.length,
  open: async function* () {
    yield content;
  },
});

onEveryEngine('imports of whole instances', (engine) => {
  const other = engines.find((name) => name !== engine) ?? engine;
  let from: World;
  let archive: Buffer;
  let source: { root: Person; ada: Person; ben: Person };
  let scene: Awaited<ReturnType<typeof buildFullInstance>>;
  const input = (content = archive) => ({ product: 'docket', files: [{ name: 'all.docket.tar', content }] });

  before(async () => {
    from = await openWorld(engine, { RATE_LIMIT: 'off' });
    const [root, ada, ben] = [
      await from.person('Root', 'ADMIN'),
      await from.person('Ada'),
      await from.person('Ben'),
    ];
    source = { root, ada, ben };
    scene = await buildFullInstance(from, ada, ben);
    archive = await download(from, root);
  });
  after(() => from.close());
  let opened: World | undefined;
  afterEach(async () => {
    await opened?.close();
    opened = undefined;
  });

  /** An empty Docket of the other engine with its first administrator. */
  async function openEmpty(email?: string) {
    const world = await openWorld(other, { RATE_LIMIT: 'off' });
    opened = world;
    const admin = await world.person('Operator', 'ADMIN', email);
    const [workspace] = (await admin.get('/api/workspaces')).body.data;
    return { world, admin, workspaceId: workspace.id as string };
  }

  test('the archive that the tests move has a row of every kind', () => {
    const { rows } = readArchiveFile(archive);
    assert.deepEqual(
      archiveKinds.map(({ name }) => name).filter((name) => (rows[name]?.length ?? 0) === 0),
      [],
    );
  });

  test(`an instance that is imported into an empty Docket on ${other} and exported again is the same`, async () => {
    const { world, admin, workspaceId } = await openEmpty();
    const done = await runImport(world, admin, null, input());
    assert.deepEqual([done.state, done.error], ['done', undefined]);
    assert.deepEqual(done.report.lost, []);
    const again = readArchiveFile(await download(world, admin));
    assert.deepEqual(
      rowsWithout([admin.id, workspaceId], withoutChanges(again)),
      rowsWithout([], withoutChanges(readArchiveFile(archive))),
    );
  });

  test('the archive proves its history without a database, and so does the Docket that imported it', async () => {
    const verdict = await verifyArchive(asFile(archive));
    assert.deepEqual([verdict.problem, verdict.sealed > 20], [undefined, true]);
    const { world, admin } = await openEmpty();
    assert.equal((await runImport(world, admin, null, input())).state, 'done');
    const sealing = { db: world.db, clock: world.clock, box: world.context.secretBox };
    const verify = () => verifyDatabase(world.db.reads);
    const { length } = await world.events();
    while ((await verify()).sealed < length) await sealNextEvents(sealing);
    assert.equal((await verify()).problem, undefined);
    assert.ok((await verify()).sealed > verdict.sealed);
    assert.equal((await verifyArchive(asFile(await download(world, admin)))).problem, undefined);
  });

  test('an archive with a changed, removed or added event does not fit its seals, although its manifest fits', async () => {
    const { rows } = readArchiveFile(archive);
    const [chosen, other] = rows.events?.slice(5, 7) ?? [];
    const edit = (change: (event: { id: string }) => object | object[]) =>
      verifyArchive(asFile(editArchive(archive, (kind, row) => (kind === 'events' ? change(row) : row))));
    const changed = await edit((event) =>
      event.id === chosen.id ? { ...event, occurredAt: '2026-01-01T00:00:00.000Z' } : event,
    );
    assert.match(String(changed.problem), new RegExp(`${chosen.id} as it is`));
    const removed = await edit((event) => (event.id === chosen.id ? [] : event));
    assert.match(String(removed.problem), /removed/);
    const added = await edit((event) =>
      event.id === other.id ? [{ ...event, id: 'forged' }, event] : event,
    );
    assert.match(String(added.problem), /forged/);
    const project = await download(from, source.ada, 'ENG');
    await assert.rejects(verifyArchive(asFile(project)), /is the archive of a project/);
  });

  test('people work on in the imported instance with the roles, counts and links that they had', async () => {
    const { world, admin, workspaceId } = await openEmpty(source.ada.email);
    const done = await runImport(world, admin, null, input());
    assert.deepEqual([done.state, done.report.people.matched], ['done', 1]);
    const ada = admin;
    const ticket = (await ada.get('/api/tickets/ENG-2')).body.data;
    assert.deepEqual([ticket.id, ticket.reporter.id], [scene.ticket.id, ada.id]);
    assert.deepEqual([ticket._count.comments, ticket._count.attachments], [2, 4]);
    const [relation] = (await ada.get(`/api/tickets/${scene.near.id}/relations`)).body.data;
    assert.equal(relation.ticket.id, scene.ticket.id);
    assert.equal((await ada.get('/api/project/ENG')).body.data.workspaceId, workspaceId);
    const views = (await ada.get('/api/views')).body.data.map(({ name }: { name: string }) => name);
    assert.deepEqual(views.toSorted(), ['Mine', 'Open', 'Team']);
    const members = (await ada.get(`/api/workspaces/${scene.team.id}/members`)).body.data;
    assert.deepEqual(
      members.map(({ name, role }: { name: string; role: string }) => [name, role]).toSorted(),
      [
        ['Ben', 'admin'],
        ['Fixer', 'member'],
        ['Operator', 'owner'],
      ],
    );
    assert.equal((await ada.get('/api/project/ENG')).body.data._count.tickets, 2);
    assert.equal((await ada.post('/api/tickets', { title: 'New', projectId: 'ENG' })).body.data.number, 5);
    assert.equal((await ada.post('/api/tickets', { title: 'New', workspaceId: scene.team.id })).status, 201);
    await notifyAll(world);
    const notifications = (await ada.get('/api/user/notifications')).body.data;
    assert.deepEqual(
      notifications.filter(({ ticket: of }: { ticket: unknown }) => of !== null),
      [],
      'nobody is notified of the past',
    );
  });

  test('a dry run reports who becomes an administrator and changes nothing', async () => {
    const { world, admin } = await openEmpty();
    const before = readArchiveFile(await download(world, admin)).rows;
    const dry = await runImport(world, admin, null, { ...input(), dryRun: true });
    assert.equal(dry.state, 'done');
    assert.equal(dry.report.tickets.created, dry.report.tickets.total);
    const administrators = dry.report.changed.find(({ what }: { what: string }) =>
      /administrators/.test(what),
    );
    assert.deepEqual(administrators.examples, [source.root.email]);
    assert.deepEqual(readArchiveFile(await download(world, admin)).rows, before);
  });

  test('an import that was interrupted goes on, and a repeated one creates nothing twice', async () => {
    const { world, admin, workspaceId } = await openEmpty();
    const id = await prepareImport(admin, null, { ...input(), dryRun: false });
    let left = 25;
    const { transaction } = world.db;
    world.db.transaction = (work) => {
      if (left-- === 0) return Promise.reject(new Error('ended'));
      return transaction.call(world.db, work) as never;
    };
    const failed = await finishImport(world, admin, id);
    world.db.transaction = transaction;
    assert.equal(failed.state, 'failed');
    await admin.post(`/api/imports/${id}/start`, { dryRun: false });
    assert.equal((await finishImport(world, admin, id)).state, 'done');
    const again = await runImport(world, admin, null, input());
    assert.deepEqual([again.state, again.report.tickets.created], ['done', 0]);
    const { seals: _, sealKeys: __, ...rows } = readArchiveFile(archive).rows;
    const after = rowsWithout([admin.id, workspaceId], readArchiveFile(await download(world, admin)).rows);
    for (const [kind, list] of Object.entries(rows)) assert.equal(after[kind]?.length, list.length, kind);
  });

  test('projects that clash are named, and nothing is imported', async () => {
    const { world, admin } = await openEmpty();
    await admin.post('/api/projects', { name: 'Other', key: 'WEB' });
    const failed = await runImport(world, admin, null, input());
    assert.equal(failed.state, 'failed');
    assert.match(failed.error.message, /Other projects here have or had the keys WEB/);
    assert.deepEqual((await admin.get('/api/projects')).body.data.length, 1);
    const single = await download(from, source.ada, 'ENG');
    await admin.post('/api/projects', { name: 'Copy', key: 'COPY' });
    await runImport(world, admin, 'COPY', input(single));
    const whole = await runImport(world, admin, null, input(single));
    assert.match(whole.error.message, /is the archive of the project ENG/);
  });

  test('a project that was imported by itself before is named, and nothing is imported', async () => {
    const { world, admin } = await openEmpty();
    await admin.post('/api/projects', { name: 'Copy', key: 'COPY' });
    await runImport(world, admin, 'COPY', input(await download(from, source.ada, 'ENG')));
    const failed = await runImport(world, admin, null, input());
    assert.match(failed.error.message, /imported here before: ENG → COPY/);
    assert.deepEqual((await admin.get('/api/projects')).body.data.length, 1);
  });

  test('an account that has not confirmed its address becomes nobody of the archive', async () => {
    const { world, admin } = await openEmpty();
    const eve = await world.person('Eve', 'USER', source.ben.email);
    await world.db.transaction((tx) => updateEmailVerified(tx, eve.id, false, 0));
    const failed = await runImport(world, admin, null, input());
    assert.match(failed.error.message, new RegExp(`have not confirmed them.*${source.ben.email}`));
    const people = { [source.ben.email]: eve.id };
    const done = await runImport(world, admin, null, { ...input(), people });
    assert.deepEqual([done.state, done.report.people.matched], ['done', 1]);
    assert.equal((await eve.get('/api/tickets/ENG-2')).body.data.assignee.id, eve.id);
  });

  test('only administrators import an instance', async () => {
    const { world } = await openEmpty();
    const user = await world.person('User');
    assert.equal((await user.post('/api/admin/imports', {})).status, 403);
    assert.equal((await user.get('/api/admin/imports')).status, 403);
  });
});
