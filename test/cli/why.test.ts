import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { newId } from '../../src/platform/ids.ts';
import { insertLink } from '../../src/tickets/links/link-store.ts';
import { newAgent } from '../support/agents.ts';
import { listen } from '../support/live-stream.ts';
import { openWorld, type Person, type World } from '../support/world.ts';
import { docket, newFolder } from './docket.ts';

let world: World;
let ada: Person;
let settings: Record<string, string>;
let ticket: { id: string; key: string };
let secret: { key: string };
let taskId: string;
const repository = newFolder();
/** Hashes by the name of the commit. */
const shas: Record<string, string> = {};

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-C', folder, ...args], {
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      ...{ GIT_AUTHOR_NAME: 'Pilot', GIT_AUTHOR_EMAIL: 'pilot@example.org' },
      ...{ GIT_COMMITTER_NAME: 'Pilot', GIT_COMMITTER_EMAIL: 'pilot@example.org' },
      GIT_AUTHOR_DATE: new Date(world.clock.now()).toISOString(),
      GIT_COMMITTER_DATE: new Date(world.clock.now()).toISOString(),
    },
  }).trimEnd();

function commit(name: string, file: string, content: string, message: string) {
  mkdirSync(path.dirname(path.join(repository, file)), { recursive: true });
  writeFileSync(path.join(repository, file), content);
  git(repository, 'add', '--all');
  git(repository, 'commit', '--quiet', '-m', message);
  shas[name] = git(repository, 'rev-parse', 'HEAD');
}

const lines = (...numbers: number[]) =>
  numbers.map((n) => `const value${n} = compute(${n}, 'a long line');\n`);

/** A ticket on which an agent asks, Ben answers, the agent commits and Ben reviews; and commits without any of that. */
before(async () => {
  world = await openWorld('sqlite', { RATE_LIMIT: 'off' });
  ada = await world.person('Ada');
  const ben = await world.person('Ben');
  const url = await listen(world.app);
  const { key } = (await ada.post('/api/user/api-keys', { name: 'why' })).body.data;
  settings = { DOCKET_URL: url, DOCKET_API_KEY: key, XDG_CONFIG_HOME: newFolder() };
  const project = (await ada.post('/api/projects', { name: 'Harbor', key: 'HAR' })).body.data;
  await ada.post(`/api/project/${project.id}/members`, { userId: ben.id, role: 'member' });
  const pilot = await newAgent(world, ada, 'Pilot', project.id);
  const create = async (person: Person, fields: object) =>
    (await person.post('/api/tickets', fields)).body.data;
  ticket = await create(ada, { projectId: project.id, title: 'Login fails after a restart' });
  const own = (await ben.post('/api/projects', { name: 'Secret', key: 'SEC' })).body.data;
  secret = await create(ben, { projectId: own.id, title: 'Nobody else may know this' });

  const given = { ticketId: ticket.id, agentId: pilot.id, title: 'Fix the login', instructions: 'Fix it.' };
  taskId = (await ada.post('/v1/agent-tasks', given)).body.data.id;
  const claim = () => pilot.post('/v1/agent-tasks/claim', { workerId: 'w' });
  let { epoch } = (await claim()).body.data.lease;
  await pilot.post(`/v1/agent-tasks/${taskId}/ask`, { epoch, question: 'Keep old sessions?' });
  await ben.post(`/v1/agent-tasks/${taskId}/answer`, { answer: 'No, end them.' });
  epoch = (await claim()).body.data.lease.epoch;
  world.clock.advance(60_000);

  git(repository, 'init', '--quiet', '--initial-branch=main');
  commit('start', 'src/login.ts', lines(1, 2, 3).join(''), 'Start');
  const trailers = `Docket-Ticket: ${ticket.key}\nDocket-Task: ${taskId}`;
  commit('fix', 'src/login.ts', lines(1, 20, 3).join(''), `End sessions\n\n${trailers}`);
  commit('secret', 'src/secret.ts', 'x\n', `Hide\n\nDocket-Ticket: ${secret.key}`);
  const foreign = '01a2b3c4-0000-7000-8000-000000000000';
  commit('forged', 'src/forged.ts', 'y\n', `Forged\n\nDocket-Ticket: ${ticket.key}\nDocket-Task: ${foreign}`);
  git(repository, 'switch', '--quiet', '-c', `docket/${ticket.key}/menu`);
  commit('branch', 'src/menu.ts', 'menu\n', 'Add a menu');
  git(repository, 'switch', '--quiet', 'main');
  commit('touched', 'src/touched.ts', 'z\n', `Touch\n\n${trailers}`);
  commit('plain', 'src/plain.ts', 'plain\n', 'Use utf-8 everywhere');
  const merge = `Merge pull request #12 from acme/docket/${ticket.key}/menu`;
  git(repository, 'merge', '--quiet', '--no-ff', '-m', merge, `docket/${ticket.key}/menu`);
  writeFileSync(path.join(repository, 'image.png'), Buffer.from([137, 80, 0, 1, 10]));
  commit('image', 'notes:3', 'odd name\n', `${ticket.key}: draw`);

  const step = { epoch, type: 'action', content: 'Edit', files: ['src/touched.ts'] };
  await pilot.post(`/v1/agent-tasks/${taskId}/activities`, step);
  const artifacts = [{ type: 'commit', title: `Fix ${shas.fix}` }];
  await pilot.post(`/v1/agent-tasks/${taskId}/complete`, { epoch, result: {}, artifacts });
  await ben.put(`/api/tickets/${ticket.id}/status`, { status: 'in_review' });
  await ben.put(`/api/tickets/${ticket.id}/status`, { status: 'done' });
  await ada.post('/api/project/HAR/releases', { version: '1.4', ticketIds: [ticket.id] });
});
after(() => world.close());

async function explain(place: string, ...more: string[]) {
  const { code, stdout, stderr } = await docket(
    ['why', path.join(repository, place), '--json', ...more],
    more.length > 0 ? { XDG_CONFIG_HOME: newFolder() } : settings,
  );
  assert.equal(code, 0, stderr);
  const answer = JSON.parse(stdout);
  return { ...answer, first: answer.commits[0] };
}

async function refusal(place: string, ...more: string[]): Promise<string> {
  const { code, stderr } = await docket(['why', path.join(repository, place), ...more], settings);
  assert.equal(code, 2, stderr);
  return stderr;
}

test('a line leads to its commit, ticket, release, question, task, agent and reviewer', async () => {
  const { first, ranges } = await explain('src/login.ts:2');
  assert.deepEqual(ranges, [{ from: 2, to: 2, commit: shas.fix }]);
  assert.deepEqual([first.ticket.key, first.ticket.shippedIn], [ticket.key, '1.4']);
  assert.equal(first.basis, 'trailer');
  assert.equal(first.confirmed, true);
  assert.equal(first.task.id, taskId);
  assert.equal(first.agent, 'Pilot');
  const { question, answer, answeredBy } = first.decision;
  assert.deepEqual([question, answer, answeredBy], ['Keep old sessions?', 'No, end them.', 'Ben']);
  assert.deepEqual(
    first.reviewers.map(({ name, by }: { name: string; by: string }) => [name, by]),
    [['Ben', 'ticket']],
  );
  assert.deepEqual(first.unknown, []);
  const { stdout } = await docket(['why', path.join(repository, 'src/login.ts:2')], settings);
  assert.match(
    stdout,
    /^src\/login\.ts:2\n {2}commit .* End sessions \(Pilot, \S+\)\n {2}ticket .*Login fails/,
  );
  assert.match(stdout, /\n {2}release {4}1\.4\n/);
  assert.match(stdout, /question {3}Keep old sessions\?\n {2}answer {5}No, end them\. \(Ben, /);
});

test('what is not known is said: no ticket, an unreadable one, a forged task, a claim that Docket does not confirm', async () => {
  assert.deepEqual((await explain('src/login.ts:1')).first.unknown, ['No ticket is named in this commit.']);
  assert.deepEqual((await explain('src/plain.ts:1')).first.unknown, ['No ticket is named in this commit.']);
  const hidden = (await explain('src/secret.ts:1')).first;
  assert.equal(hidden.ticket, null);
  assert.match(
    hidden.unknown[0],
    new RegExp(`names ${secret.key}, but there is no such ticket at http.* that you may read`),
  );
  assert.doesNotMatch(JSON.stringify(hidden), /Nobody else may know/);
  const touched = (await explain('src/touched.ts:1')).first;
  assert.deepEqual([touched.confirmed, touched.task.id], [false, taskId]);
  assert.match(
    touched.unknown[0],
    /has not linked this commit to HAR-1, but knows that the task changed this file/,
  );
  const forged = (await explain('src/forged.ts:1')).first;
  assert.equal(forged.ticket.key, ticket.key);
  assert.equal(forged.confirmed, false);
  assert.equal(forged.task, null);
  assert.equal(forged.agent, null);
  assert.match(forged.unknown.join(' '), /names the task 01a2b3c4-\S+, which is not a task of HAR-1/);
  assert.match(forged.unknown.join(' '), /only its message says so, and anybody can write one/);
});

test('a commit without a key is explained by the merge of its branch', async () => {
  const { first } = await explain('src/menu.ts:1');
  assert.equal(first.sha, shas.branch);
  assert.deepEqual([first.ticket.key, first.basis, first.confirmed], [ticket.key, 'merge', false]);
});

test('a commit that only its link or its merged pull request leads to a ticket is explained by the server', async () => {
  const link = (kind: 'commit' | 'pull_request', reference: string, repository: string) => {
    const now = world.clock.now();
    return world.db.transaction((tx) =>
      insertLink(tx, {
        ...{ id: newId(now), ticketId: ticket.id, kind, provider: 'github', repository, reference },
        ...{
          title: 'Fix',
          url: null,
          state: kind === 'commit' ? null : 'merged',
          author: null,
          authorId: null,
        },
        ...{ closes: 0, createdAt: now, updatedAt: now },
      }),
    );
  };
  commit('linked', 'src/linked.ts', 'linked\n', 'Say nothing');
  commit('pulled', 'src/pulled.ts', 'pulled\n', 'Say a number (#31)');
  await link('commit', shas.linked as string, 'acme/harbor');
  await link('pull_request', '31', 'acme/harbor');
  const linked = (await explain('src/linked.ts:1')).first;
  assert.deepEqual([linked.ticket?.key, linked.basis, linked.confirmed], [ticket.key, 'link', true]);
  // A number alone says nothing: every repository has a pull request 31.
  assert.equal((await explain('src/pulled.ts:1')).first.ticket, null);
  git(repository, 'remote', 'add', 'origin', 'git@example.org:Acme/harbor.git');
  const pulled = (await explain('src/pulled.ts:1')).first;
  assert.deepEqual([pulled.ticket?.key, pulled.basis, pulled.confirmed], [ticket.key, 'link', true]);
  git(repository, 'remote', 'remove', 'origin');
});

test('a whole file has a row for each range of lines, also after a rename and with lines not committed', async () => {
  renameSync(path.join(repository, 'src/login.ts'), path.join(repository, 'src/sign-in.ts'));
  git(repository, 'add', '--all');
  git(repository, 'commit', '--quiet', '-m', 'Rename');
  writeFileSync(path.join(repository, 'src/sign-in.ts'), [...lines(1, 20, 3), 'new\n'].join(''));
  const { ranges, commits } = await explain('src/sign-in.ts');
  assert.deepEqual(
    ranges.map(({ from, to, commit: sha }: { from: number; to: number; commit?: string }) => [from, to, sha]),
    [
      [1, 1, shas.start],
      [2, 2, shas.fix],
      [3, 3, shas.start],
      [4, 4, undefined],
    ],
  );
  assert.equal(commits.length, 2);
  const { stdout } = await docket(['why', path.join(repository, 'src/sign-in.ts')], settings);
  assert.match(
    stdout,
    /^LINES +COMMIT +TICKET +BY +WHAT\n1 .*\n2 +\S+ +HAR-1 +Pilot +Login fails after a restart\n/,
  );
  assert.match(stdout, /\n4 +not committed yet\n/);
  const line = await docket(['why', path.join(repository, 'src/sign-in.ts:4')], settings);
  assert.match(line.stdout, /:4\n {2}not committed yet\n/);
  git(repository, 'mv', 'src/sign-in.ts', 'src/login.ts');
  git(repository, 'checkout', '--quiet', 'HEAD~1', '--', 'src/login.ts');
  git(repository, 'commit', '--quiet', '-m', 'Rename back', '--all');
});

test('a file outside git, a line beyond the end, a folder and a line of a binary file are refused with the reason', async () => {
  writeFileSync(path.join(repository, 'untracked.ts'), 'x\n');
  assert.match(await refusal('untracked.ts'), /untracked\.ts is not in git: it was never added/);
  assert.match(await refusal('src/plain.ts:2'), /plain\.ts has 1 line; there is no line 2/);
  assert.match(await refusal('src/plain.ts:0'), /Lines count from 1/);
  assert.match(await refusal('missing.ts:1'), /There is no file \S+missing\.ts\./);
  assert.match(await refusal('src'), /src is a folder/);
  assert.match(await refusal('image.png:1'), /image\.png is binary/);
  assert.equal((await explain('image.png')).first.sha, shas.image);
  assert.equal((await explain('notes:3')).first.ticket.key, ticket.key);
  const outside = path.join(newFolder(), 'x.ts');
  writeFileSync(outside, 'x\n');
  assert.match((await docket(['why', outside], settings)).stderr, /x\.ts is in no git repository/);
  const empty = newFolder();
  git(empty, 'init', '--quiet');
  writeFileSync(path.join(empty, 'x.ts'), 'x\n');
  assert.match((await docket(['why', path.join(empty, 'x.ts')], settings)).stderr, /has no commit yet/);
});

test('a shallow clone names no ticket for lines that may be older than its end', async () => {
  const clone = path.join(newFolder(), 'clone');
  git(repository, 'clone', '--quiet', '--depth', '1', `file://${repository}`, clone);
  const { stdout } = await docket(['why', path.join(clone, 'src/login.ts:2'), '--json'], settings);
  const [first] = JSON.parse(stdout).commits;
  assert.equal(first.ticket, null);
  assert.match(first.unknown[0], /The clone is shallow .* git fetch --unshallow/);
});

test('an archive explains a line without network, and a damaged one is refused', async () => {
  const archive = path.join(newFolder(), 'har.tar');
  const exported = await docket(['export', archive, '--project', 'HAR'], settings);
  assert.equal(exported.code, 0, exported.stderr);
  const { first } = await explain('src/login.ts:2', '--archive', archive);
  assert.deepEqual(first, (await explain('src/login.ts:2')).first);
  const hidden = (await explain('src/secret.ts:1', '--archive', archive)).first;
  assert.match(hidden.unknown[0], /no such ticket in the archive/);
  const cut = path.join(newFolder(), 'cut.tar');
  writeFileSync(cut, readFileSync(archive));
  truncateSync(cut, 4_000);
  assert.match(
    await refusal('src/login.ts:2', '--archive', cut),
    /no complete archive of Docket: it is cut off/,
  );
  assert.match(await refusal('src/login.ts:2', '--archive', 'none.tar'), /There is no archive none\.tar/);
});

test('a mirror explains a line without network, with tasks that ended before and after it was made', async () => {
  const folder = path.join(newFolder(), 'mirror');
  assert.equal((await docket(['mirror', folder], settings)).code, 0);
  const before = (await explain('src/login.ts:2', '--mirror', folder)).first;
  assert.equal(before.task.id, taskId);
  await ada.put(`/api/tickets/${ticket.id}/status`, { status: 'in_review' });
  await ada.put(`/api/tickets/${ticket.id}/status`, { status: 'done' });
  assert.equal((await docket(['mirror', folder], settings)).code, 0);
  const created = await ada.post('/v1/agent-tasks', {
    ticketId: ticket.id,
    title: 'Again',
    instructions: 'Once more.',
  });
  const again = created.body.data.id;
  assert.equal((await ada.post(`/v1/agent-tasks/${again}/cancel`)).status, 200);
  assert.equal((await docket(['mirror', folder], settings)).code, 0);
  const subjects = git(folder, 'log', '-2', '--format=%s').split('\n');
  assert.deepEqual(subjects, [`${ticket.key}: agent task cancelled`, `${ticket.key}: status changed`]);
  const { first } = await explain('src/login.ts:2', '--mirror', folder);
  assert.deepEqual(
    [first.ticket.title, first.agent, first.confirmed],
    ['Login fails after a restart', 'Pilot', true],
  );
  assert.equal(first.decision.answer, 'No, end them.');
  assert.equal(first.reviewers[0].name, 'Ada');
  assert.match(
    readFileSync(path.join(folder, `HAR/${ticket.key}.md`), 'utf8'),
    new RegExp(`^work: .*"id":"${again}"`, 'm'),
  );
  assert.match(await refusal('src/login.ts:2', '--mirror', newFolder()), /is no mirror of Docket/);
});
