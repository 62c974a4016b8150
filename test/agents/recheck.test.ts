import assert from 'node:assert/strict';
import { appendFileSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { enqueueRecheck } from '../../src/agent-tasks/index.ts';
import { git, openRunnerWorld, waitUntil } from './runner.ts';

const { opened, taskOf, startRunner } = openRunnerWorld();

/** Adds 20 commits to main, whose seventh breaks `grep -q works state`; returns them. */
function addCommits(): string[] {
  const { repository } = opened;
  return Array.from({ length: 20 }, (_, index) => {
    writeFileSync(path.join(repository, 'state'), index < 6 ? 'works\n' : 'broken\n');
    appendFileSync(path.join(repository, 'log'), `${index}\n`);
    git(repository, 'add', '.');
    git(repository, 'commit', '--quiet', '-m', `Commit ${index + 1}`);
    return git(repository, 'rev-parse', 'HEAD');
  });
}

/** A done ticket whose command has passed at the first commit, and the task that runs it again at the last. */
async function queueRecheck(command: string, commits: string[]) {
  const { ada, world, projectId } = opened;
  const criteria = [{ text: 'It works', check: { type: 'command', value: command } }];
  const ticket = (await ada.post('/api/tickets', { title: 'Work', projectId, criteria })).body.data;
  const [criterion] = (await ada.get(`/api/tickets/${ticket.id}/criteria`)).body.data;
  await ada.post(`/api/tickets/${ticket.id}/evidence`, {
    ...{ kind: 'command', passed: true, summary: command, commit: commits[0], criterionId: criterion.id },
  });
  await ada.put(`/api/tickets/${ticket.id}/status`, { status: 'done' });
  const settings = { now: world.clock.now(), tasksPerHourMax: 100 };
  const queued = await world.db.transaction((tx) =>
    enqueueRecheck(tx, settings, {
      ...{ projectId, ticketId: ticket.id, ticketLabel: ticket.key, repository: 'acme/app', branch: 'main' },
      ...{ commit: commits.at(-1) as string, good: commits.slice(0, 1), source: { provider: 'github' } },
    }),
  );
  return { key: ticket.key as string, taskId: queued?.task.id as string };
}

const args = (...more: string[]) => [
  ...['--exec', 'false', '--repository', opened.repository, '--tasks', '1', '--sandbox', 'off', ...more],
];
const statusOf = async (key: string) => (await opened.ada.get(`/api/tickets/${key}`)).body.data.status;
const reopenings = async () =>
  (await opened.world.events())
    .filter(({ type }) => type === 'ticket.reopened')
    .map(({ data }) => JSON.parse(data));

test('a runner that is killed in the middle of the bisection is followed by one that reopens the ticket, once', async () => {
  const commits = addCommits();
  const [marks, released] = [path.join(opened.folder, 'marks'), path.join(opened.folder, 'released')];
  const keyFile = path.join(opened.folder, 'key');
  const command = `echo "$DOCKET_API_KEY" >> ${keyFile}; echo x >> ${marks}; [ -e ${released} ] || [ "$(wc -l < ${marks})" -lt 5 ] || sleep 600; grep -q works state`;
  const { key, taskId } = await queueRecheck(command, commits);
  const first = startRunner('recheck', ...args('--lease', '900'));
  await waitUntil(() => existsSync(marks) && readFileSync(marks, 'utf8').length >= 10);
  first.child.kill('SIGKILL');
  await first.ended;
  assert.equal(await statusOf(key), 'done');
  writeFileSync(released, '');
  const { tally, log } = await startRunner('recheck', ...args()).ended;
  assert.equal(tally?.completed, 1, log);
  const found = await reopenings();
  assert.deepEqual(
    found.map(({ commit, commitTitle, ticket }) => [commit, commitTitle, ticket.key]),
    [[commits[6], 'Commit 7', key]],
  );
  assert.equal(await statusOf(key), 'todo');
  const { result } = await taskOf(taskId);
  assert.match(JSON.stringify(result), /fails since [0-9a-f]{10} \(Commit 7\)/);
  assert.equal(readFileSync(keyFile, 'utf8').trim(), '', 'the command got the key of Docket');
  assert.equal(git(opened.repository, 'branch', '--list', 'docket/*'), '');
});

test('a command that hangs is ended, says that nothing is decided, and reopens nothing', async () => {
  const before = (await reopenings()).length;
  const commits = git(opened.repository, 'rev-list', '--reverse', 'main').split('\n');
  const { key, taskId } = await queueRecheck('sleep 600', commits);
  const { tally, log } = await startRunner('recheck', ...args('--check-timeout', '1')).ended;
  assert.equal(tally?.completed, 1, log);
  assert.deepEqual([await statusOf(key), (await reopenings()).length], ['done', before]);
  assert.match(JSON.stringify((await taskOf(taskId)).result), /not decided: it took longer than 1 s/);
  assert.deepEqual(globSync('*/work/*-recheck/tree/sleep', { cwd: opened.cache }), []);
});
