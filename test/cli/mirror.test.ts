import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { parse } from 'yaml';
import { cleanEmail, cleanName } from '../../src/cli/client/mirror/git.ts';
import { MirrorRepository } from '../../src/cli/client/mirror/mirror-repository.ts';
import { pathOfTicket } from '../../src/cli/client/mirror/ticket-file.ts';
import { listen } from '../support/live-stream.ts';
import { openWorld, type Person, type World } from '../support/world.ts';
import { docket, newFolder, startDocket } from './docket.ts';

let world: World;
let ada: Person;
let ben: Person;
let settings: Record<string, string>;

before(async () => {
  world = await openWorld('sqlite', { RATE_LIMIT: 'off' });
  ada = await world.person('Ada');
  ben = await world.person('Ben');
  const url = await listen(world.app);
  const { key } = (await ada.post('/api/user/api-keys', { name: 'mirror' })).body.data;
  settings = { DOCKET_URL: url, DOCKET_API_KEY: key, XDG_CONFIG_HOME: newFolder() };
});
after(() => world.close());

async function mirror(folder: string, ...more: string[]) {
  const { code, stdout, stderr } = await docket(['mirror', folder, '--json', ...more], settings);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout) as { tickets: number; commits: number; cursor: string };
}

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' }).trimEnd();
const log = (folder: string) => git(folder, 'log', '--reverse', '--format=%an <%ae> %aI %s').split('\n');

function read(folder: string, file: string) {
  const text = readFileSync(path.join(folder, file), 'utf8');
  const [, front = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
  return { front: parse(front), body };
}

async function newProject(key: string) {
  const { data } = (await ada.post('/api/projects', { name: key, key })).body;
  await ada.post(`/api/project/${data.id}/members`, { userId: ben.id, role: 'member' });
  return data as { id: string; key: string; workspaceId: string };
}

const create = async (fields: object) => (await ada.post('/api/tickets', fields)).body.data;

test('the first run writes each ticket as a file, later runs a commit for each change, in order and signed', async () => {
  const folder = path.join(newFolder(), 'new');
  const project = await newProject('PAY');
  const label = { workspaceId: project.workspaceId, name: 'urgent: "yes"', color: '#d73a4a' };
  const labelId = (await ada.post('/api/labels', label)).body.data.id;
  const title = 'Refund: "twice"\u2028--- # no';
  const ticket = await create({
    projectId: project.id,
    title,
    description: 'One\r\ntwo',
    labelIds: [labelId],
  });
  const alone = await create({ title: 'Without a project' });
  const first = await mirror(folder);
  assert.equal(first.commits, 1);
  const { front, body } = read(folder, `PAY/${ticket.key}.md`);
  assert.equal(front.title, title);
  assert.deepEqual(front.labels, [label.name]);
  assert.equal(front.reporter, 'Ada');
  assert.match(body, /\nOne\ntwo\n$/);
  assert.equal(read(folder, `no-project/${alone.id}.md`).front.id, alone.id);
  assert.match(log(folder)[0] ?? '', /^Docket <mirror@docket\.invalid> .* State at /);

  world.clock.advance(60_000);
  await ben.put(`/api/tickets/${ticket.id}/status`, { status: 'in_progress' });
  world.clock.advance(60_000);
  await ada.post(`/api/tickets/${ticket.id}/comments`, { content: 'Once\nis enough' });
  world.clock.advance(60_000);
  await ben.put(`/api/tickets/${ticket.id}`, { title: 'Refund once', assigneeId: ben.id });
  const second = await create({ projectId: project.id, title: 'Second' });
  assert.equal((await mirror(folder)).commits, 4);
  const lines = log(folder).slice(1);
  assert.deepEqual(
    lines.map((line) => line.replace(/ \S+T\S+ /, ' ')),
    [
      `Ben <${ben.email}> ${ticket.key}: status changed`,
      `Ada <${ada.email}> ${ticket.key}: comment added`,
      `Ben <${ben.email}> ${ticket.key}: title, assignee changed`,
      `Ada <${ada.email}> ${second.key}: created`,
    ],
  );
  const times = git(folder, 'log', '--reverse', '--format=%at %ct').split('\n').slice(1);
  const now = Math.floor(world.clock.now() / 1_000);
  assert.deepEqual(
    times.map((line) => line.split(' ').map((at) => now - Number(at))),
    [
      [120, 120],
      [60, 60],
      [0, 0],
      [0, 0],
    ],
  );
  const before = git(folder, 'show', `HEAD~3:PAY/${ticket.key}.md`);
  assert.match(before, /^status: "in_progress"$/m);
  assert.match(before, /^title: "Refund: /m);
  assert.doesNotMatch(before, /is enough/);
  assert.match(read(folder, `PAY/${ticket.key}.md`).body, /### Ada, \S+\n\nOnce\nis enough\n$/);
  assert.equal((await mirror(folder)).commits, 0);
  assert.equal(git(folder, 'status', '--porcelain'), '');
});

test('deleted, restored, moved and unreadable tickets and a new project key move and remove files', async () => {
  const folder = newFolder();
  const project = await newProject('OLD');
  const ticket = await create({ projectId: project.id, title: 'Wanders' });
  const file = `OLD/${ticket.key}.md`;
  await mirror(folder, '--project', 'OLD');
  await ada.delete(`/api/tickets/${ticket.id}`);
  await mirror(folder, '--project', 'OLD');
  assert.equal(existsSync(path.join(folder, file)), false);
  await ada.post(`/api/tickets/${ticket.id}/restore`);
  await mirror(folder, '--project', 'OLD');
  assert.equal(read(folder, file).front.title, 'Wanders');
  await ada.put(`/api/project/${project.id}`, { key: 'FRESH' });
  await mirror(folder, '--project', 'FRESH');
  assert.deepEqual(readdirSync(folder).toSorted(), ['.docket-mirror.json', '.git', 'FRESH']);
  assert.equal(read(folder, `FRESH/FRESH-${ticket.number}.md`).front.key, `FRESH-${ticket.number}`);
  const other = await newProject('ELSEWHERE');
  await ada.put(`/api/tickets/${ticket.id}`, { projectId: other.id });
  await mirror(folder, '--project', 'FRESH');
  assert.deepEqual(
    log(folder)
      .slice(1)
      .map((line) => line.replace(/^.*Z |^.*\+00:00 /, '')),
    [
      `${ticket.key}: deleted`,
      `${ticket.key}: restored`,
      'FRESH: project key changed',
      `FRESH-${ticket.number}: no longer readable`,
    ],
  );
  assert.equal((await mirror(folder, '--project', 'FRESH')).tickets, 0);
});

test('a folder that is no mirror, has changes, links or another server is refused', async () => {
  const folder = newFolder();
  const refusal = async (...more: string[]) => {
    const { code, stderr } = await docket(['mirror', folder, ...more], settings);
    assert.equal(code, 2);
    return stderr;
  };
  writeFileSync(path.join(folder, 'notes.txt'), 'mine');
  assert.match(await refusal(), /is no mirror of Docket/);
  git(folder, 'init', '--quiet');
  assert.match(await refusal(), /is no mirror of Docket/);
  assert.deepEqual(readdirSync(folder).toSorted(), ['.git', 'notes.txt']);

  const own = newFolder();
  await newProject('MINE');
  await mirror(own, '--project', 'MINE');
  writeFileSync(path.join(own, 'notes.txt'), 'mine');
  const changed = await docket(['mirror', own, '--project', 'MINE'], settings);
  assert.match(changed.stderr, /changes that are not committed/);
  assert.equal(readFileSync(path.join(own, 'notes.txt'), 'utf8'), 'mine');
  const identity = ['-c', 'user.name=Eve', '-c', 'user.email=eve@example.org'];
  symlinkSync('/tmp', path.join(own, 'PAY'));
  git(own, 'add', '--all');
  git(own, ...identity, 'commit', '--quiet', '--message', 'link');
  assert.match((await docket(['mirror', own, '--project', 'MINE'], settings)).stderr, /is a link/);
  git(own, 'rm', '--quiet', 'PAY');
  git(own, ...identity, 'commit', '--quiet', '--message', 'no link');
  assert.match((await docket(['mirror', own], settings)).stderr, /mirrors the project/);
});

test('what a killed run left is discarded, and a cursor that is too old gives a new snapshot', async () => {
  const folder = newFolder();
  const project = await newProject('KILL');
  const ticket = await create({ projectId: project.id, title: 'Before' });
  await mirror(folder, '--project', 'KILL');
  await ada.put(`/api/tickets/${ticket.id}`, { title: 'After' });
  writeFileSync(path.join(folder, '.git/docket-mirror.lock'), '999999999');
  writeFileSync(path.join(folder, '.git/index.lock'), '');
  writeFileSync(path.join(folder, `KILL/${ticket.key}.md`), 'half');
  writeFileSync(path.join(folder, 'KILL/KILL-99.md'), 'half');
  assert.deepEqual(await mirror(folder, '--project', 'KILL').then(({ commits }) => commits), 1);
  assert.equal(read(folder, `KILL/${ticket.key}.md`).front.title, 'After');
  assert.equal(git(folder, 'status', '--porcelain'), '');

  const mark = path.join(folder, '.docket-mirror.json');
  writeFileSync(mark, readFileSync(mark, 'utf8').replace(/"\d+-\d+"/, '"9-999999"'));
  git(
    folder,
    '-c',
    'user.name=Eve',
    '-c',
    'user.email=e@example.org',
    'commit',
    '--quiet',
    '--all',
    '--message',
    'old',
  );
  await ada.delete(`/api/tickets/${ticket.id}`);
  await mirror(folder, '--project', 'KILL');
  assert.match(
    log(folder).at(-1) ?? '',
    /State at \S+: the events since the last commit are no longer available/,
  );
  assert.equal(existsSync(path.join(folder, `KILL/${ticket.key}.md`)), false);
  writeFileSync(path.join(folder, '.git/docket-mirror.lock'), String(process.ppid));
  assert.match(
    (await docket(['mirror', folder, '--project', 'KILL'], settings)).stderr,
    /is writing this mirror/,
  );
});

test('a first run that failed is begun anew, and a folder is not made for a server that refuses', async () => {
  const parent = newFolder();
  const folder = path.join(parent, 'never');
  const wrong = await docket(['mirror', folder], { ...settings, DOCKET_API_KEY: 'dkt_wrong' });
  assert.equal(wrong.code, 77);
  assert.equal(existsSync(folder), false);
  const { key } = (await ada.post('/api/user/api-keys', { name: 'short', scopes: ['read'] })).body.data;
  const opening = { folder, server: 'http://127.0.0.1', project: null, programs: process.env.PATH };
  const repository = await MirrorRepository.open(opening);
  await repository.close();
  assert.deepEqual(readdirSync(folder), ['.git']);
  const { code, stderr } = await docket(['mirror', folder], { ...settings, DOCKET_API_KEY: key });
  assert.equal(code, 0, stderr);
});

test('with --watch, each change is committed when it happens, until SIGINT', async (t) => {
  const folder = newFolder();
  const project = await newProject('WATCH');
  const child = startDocket(['mirror', folder, '--project', 'WATCH', '--watch'], settings);
  t.after(() => child.kill('SIGKILL'));
  let said = '';
  const [ended, follows] = [once(child, 'exit'), Promise.withResolvers<void>()];
  child.stderr?.on('data', (chunk) => {
    said += chunk;
    if (said.includes('Following')) follows.resolve();
  });
  await Promise.race([follows.promise, ended]);
  const ticket = await create({ projectId: project.id, title: 'Seen at once' });
  const file = path.join(folder, '.git/logs/HEAD');
  while (readFileSync(file, 'utf8').trimEnd().split('\n').length < 2) await wait(20);
  assert.match(log(folder).at(-1) ?? '', new RegExp(`${ticket.key}: created$`));
  child.kill('SIGINT');
  assert.deepEqual(await ended, [0, null], said);
  assert.equal(existsSync(path.join(folder, '.git/docket-mirror.lock')), false);
});

test('names of people cannot forge an author, and keys of a server cannot leave the folder', () => {
  assert.equal(cleanName('Eve <root@example.org>\nauthor'), 'Eve root@example.org author');
  assert.equal(cleanName(' <>\u202e.,'), 'Unknown');
  assert.equal(cleanEmail('a b<c>\n@example.org'), 'abc@example.org');
  assert.equal(cleanEmail('<>'), 'unknown@docket.invalid');
  const id = '01922f0e-5b7a-7c11-9a53-6b1d2f3a4c01';
  for (const key of ['../x-1', 'A/../../x-1', '.git-1/x', 'A-0', 'A-1\n', '-1'])
    assert.throws(() => pathOfTicket({ id, key }), /The server sent/);
  assert.throws(() => pathOfTicket({ id: '../../x' }), /The server sent/);
  assert.equal(pathOfTicket({ id, key: '--upload-pack-1' }), '--upload-pack/--upload-pack-1.md');
});
