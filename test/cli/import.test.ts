import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { startImportWorker } from '../../src/imports/index.ts';
import { newLogger } from '../../src/platform/logger.ts';
import { listen } from '../support/live-stream.ts';
import { openWorld, type Person, type World } from '../support/world.ts';
import { docket, newFolder } from './docket.ts';

const folder = newFolder();
let world: World;
let ada: Person;
let worker: ReturnType<typeof startImportWorker>;
let settings: Record<string, string>;

before(async () => {
  world = await openWorld('sqlite', { RATE_LIMIT: 'off' });
  ada = await world.person('Ada');
  await ada.post('/api/projects', { name: 'Lamps', key: 'LAMP' });
  const { key } = (await ada.post('/api/user/api-keys', { name: 'cli' })).body.data;
  settings = { DOCKET_URL: await listen(world.app), DOCKET_API_KEY: key, XDG_CONFIG_HOME: folder };
  const { db, clock, context } = world;
  worker = startImportWorker({
    db,
    clock,
    logger: newLogger('silent'),
    storage: context.storage,
    eventCatalogue: context.eventCatalogue,
    attachmentBytesMax: context.config.ATTACHMENT_BYTES_MAX,
    workspaceBytesMax: context.config.WORKSPACE_BYTES_MAX,
  });
});
after(async () => {
  await worker.stop();
  await world.close();
});

const write = (name: string, content: string) => {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
};

test('docket import uploads several files, maps people and prints the report', async () => {
  const one = write('one.csv', 'id,title,reporter\nA-1,First,benny\n');
  const two = write('two.csv', 'id,title\nA-2,Second\n');
  const people = write('people.csv', `benny,${ada.email}\n`);
  const args = ['import', 'csv', one, two, '--project', 'LAMP', '--map-people', people];
  const dry = await docket([...args, '--dry-run'], settings);
  assert.equal(dry.code, 0, dry.stderr);
  assert.match(dry.stdout, /^Would import 2 of 2 tickets/);
  const real = await docket([...args, '--json'], settings);
  assert.equal(real.code, 0, real.stderr);
  assert.equal(JSON.parse(real.stdout).import.report.tickets.created, 2);
  assert.equal((await ada.get('/api/tickets/A-1')).body.data.reporter.id, ada.id);
});

test('docket import packs a folder with the attached files beside the table', async () => {
  const files = path.join(folder, 'files');
  const deep = path.join(files, 'a-folder-with-a-long-name-'.repeat(4), 'another-folder');
  mkdirSync(deep, { recursive: true });
  writeFileSync(path.join(deep, 'deep.txt'), 'deep');
  writeFileSync(path.join(files, 'a.txt'), 'text');
  symlinkSync('/etc/hostname', path.join(files, 'link.txt'));
  const table = write(
    'with-files.csv',
    'id,title,files\nF-1,First,"a.txt, another-folder/deep.txt, link.txt"\n',
  );
  const done = await docket(['import', 'csv', table, files, '--project', 'LAMP'], settings);
  assert.equal(done.code, 0, done.stderr);
  assert.match(done.stdout, /2 attachments/);
  const attached = (await ada.get('/api/tickets/F-1/attachments')).body.data;
  assert.deepEqual(attached.map(({ name }: { name: string }) => name).toSorted(), ['a.txt', 'deep.txt']);
});

test('docket import says what is wrong with a file and exits with 1', async () => {
  const failed = await docket(
    ['import', 'github', write('a.json', '[{"number":1'), '--project', 'LAMP'],
    settings,
  );
  assert.equal(failed.code, 1);
  assert.match(failed.stdout, /^a\.json, byte \d+: the file ends within a value/);
  const missing = await docket(
    ['import', 'csv', path.join(folder, 'none.csv'), '--project', 'LAMP'],
    settings,
  );
  assert.equal(missing.code, 2);
  assert.match(missing.stderr, /none\.csv is not a file that can be read/);
});
