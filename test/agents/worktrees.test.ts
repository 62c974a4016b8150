import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { git, isGone, openRunnerWorld, waitUntil } from './runner.ts';

const { opened, newTicket, queue, taskOf, startRunner } = openRunnerWorld();

const workFolders = () => globSync('*/work/*', { cwd: opened.cache }).map((name) => path.basename(name));
const treeOf = (name: string) =>
  path.join(opened.cache, globSync(`*/work/${name}/tree`, { cwd: opened.cache })[0] ?? '');
const commit = (message: string) => `git add . && git commit --quiet -m '${message}'`;

test('two tasks at once have a worktree and a branch each, and their commits are pushed with trailers', async () => {
  const [first, second] = [await newTicket('Login fails (again)!'), await newTicket('Größe der Menüs')];
  const ids = [await queue('pair', { ticketId: first.id }), await queue('pair', { ticketId: second.id })];
  const marks = path.join(opened.folder, 'pair');
  // Each command waits for the other one, so both run at the same time.
  const exec = `pwd > file.txt; echo x >> ${marks}; until [ "$(wc -l < ${marks})" -ge 2 ]; do sleep 0.1; done; ${commit('Work')}`;
  const args = [
    '--exec',
    exec,
    '--repository',
    opened.repository,
    '--tasks',
    '2',
    '--concurrency',
    '2',
    '--sandbox',
    'off',
  ];
  const { tally, log } = await startRunner('pair', ...args).ended;
  assert.equal(tally?.completed, 2, log);
  const branches = [`docket/${first.key}/login-fails-again`, `docket/${second.key}/gro-e-der-menus`];
  for (const [index, branch] of branches.entries()) {
    const folder = git(opened.repository, 'show', `${branch}:file.txt`);
    assert.match(folder, new RegExp(`/work/${[first, second][index]?.key}/tree$`));
    const message = git(opened.repository, 'log', '-1', '--format=%B', branch);
    assert.equal(
      message,
      `Work\n\nDocket-Ticket: ${[first, second][index]?.key}\nDocket-Task: ${ids[index]}`,
    );
    assert.equal((await taskOf(ids[index] as string)).branch, branch);
  }
  assert.equal(git(opened.repository, 'log', '--format=%s', 'main'), 'First');
});

test('a retry and a later task of the ticket go on in the same worktree', async () => {
  const ticket = await newTicket('Again');
  await queue('again', { ticketId: ticket.id });
  const args = ['--repository', opened.repository, '--tasks', '1'];
  await startRunner('again', '--exec', 'echo one > one.txt; exit 75', ...args).ended;
  opened.world.clock.advance(120_000);
  await startRunner('again', '--exec', `cat one.txt && ${commit('One')}`, ...args).ended;
  await queue('again', { ticketId: ticket.id });
  const { tally, log } = await startRunner('again', '--exec', `echo two > two.txt; ${commit('Two')}`, ...args)
    .ended;
  assert.equal(tally?.completed, 1, log);
  const subjects = git(opened.repository, 'log', '--format=%s', `docket/${ticket.key}/again`);
  assert.equal(subjects, 'Two\nOne\nFirst');
});

test('a second task of a ticket whose first one waits for an answer gets a folder of its own', async () => {
  const ticket = await newTicket('Both');
  await queue('both', { ticketId: ticket.id });
  const args = ['--repository', opened.repository, '--tasks', '1'];
  const asking = `echo '{"docket":"question","question":"Which?"}'`;
  assert.equal((await startRunner('both', '--exec', asking, ...args).ended).tally?.asked, 1);
  await queue('both', { ticketId: ticket.id });
  const { tally } = await startRunner('both', '--exec', `pwd > where.txt; ${commit('Where')}`, ...args).ended;
  assert.equal(tally?.completed, 1);
  const where = git(opened.repository, 'show', `docket/${ticket.key}/both-2:where.txt`);
  assert.match(where, new RegExp(`/work/${ticket.key}\\.2/tree$`));
});

test('after kill -9 the next runner ends the old command and continues in its worktree, before the lease expires', async () => {
  const ticket = await newTicket('Killed');
  const id = await queue('killed', { ticketId: ticket.id });
  const args = ['--repository', opened.repository, '--tasks', '1', '--lease', '900', '--sandbox', 'off'];
  const file = path.join(opened.folder, 'killed');
  const exec = `echo half > half.txt; echo $$ > ${file}; exec sleep 600`;
  const { child, ended } = startRunner('killed', '--exec', exec, ...args);
  await waitUntil(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'));
  // Everything that is stored of the process is written when its folder says so.
  const state = path.join(path.dirname(treeOf(ticket.key)), 'state.json');
  await waitUntil(() => JSON.parse(readFileSync(state, 'utf8')).child);
  child.kill('SIGKILL');
  await ended;
  const pid = Number(readFileSync(file, 'utf8'));
  assert.equal(isGone(pid), false);
  const next = await startRunner('killed', '--exec', `cat half.txt && ${commit('Whole')}`, ...args).ended;
  assert.equal(next.tally?.completed, 1, next.log);
  await waitUntil(() => isGone(pid));
  const task = await taskOf(id);
  assert.deepEqual([task.state, task.lease], ['completed', null]);
  assert.match(task.activities.map(({ content }) => content).join('\n'), /half/);
});

test('the worktree of a closed ticket is removed, and kept with --keep', async () => {
  const ticket = await newTicket('Closed');
  await queue('closed', { ticketId: ticket.id });
  const args = ['--exec', 'true', '--repository', opened.repository, '--tasks', '1'];
  await startRunner('closed', ...args).ended;
  assert.ok(workFolders().includes(ticket.key));
  await opened.ada.put(`/api/tickets/${ticket.id}/status`, { status: 'done' });
  await queue('closed');
  await startRunner('closed', ...args, '--keep').ended;
  assert.ok(workFolders().includes(ticket.key));
  await queue('closed');
  const { log } = await startRunner('closed', ...args).ended;
  assert.ok(!workFolders().includes(ticket.key), log);
});

test('what was not committed is named and stays', async () => {
  const ticket = await newTicket('Left');
  const id = await queue('left', { ticketId: ticket.id });
  const args = ['--repository', opened.repository, '--tasks', '1'];
  await startRunner('left', '--exec', 'echo draft > draft.txt', ...args).ended;
  assert.match(
    (await taskOf(id)).activities.at(-1)?.content ?? '',
    /^Not committed in .*\/tree: draft\.txt$/,
  );
  assert.equal(readFileSync(path.join(treeOf(ticket.key), 'draft.txt'), 'utf8'), 'draft\n');
});

test('the hooks of the repository itself run too', async () => {
  const ticket = await newTicket('Hooked');
  await queue('hooked', { ticketId: ticket.id });
  const args = ['--repository', opened.repository, '--tasks', '1', '--sandbox', 'off'];
  const hook =
    'h=$(git rev-parse --git-common-dir)/hooks/pre-commit; printf "#!/bin/sh\\ntouch hooked\\n" > $h; chmod +x $h';
  const exec = `${hook}; echo a > a; ${commit('A')}; rm $h; git add hooked && ${commit('B')}`;
  const { tally, log } = await startRunner('hooked', '--exec', exec, ...args).ended;
  assert.equal(tally?.completed, 1, log);
});

test('a repository without a commit fails the task with what is wrong', async () => {
  const empty = path.join(opened.folder, 'empty');
  git(opened.folder, 'init', '--quiet', empty);
  const other = (await opened.ada.post('/api/projects', { name: 'Empty' })).body.data.id;
  const id = await queue('empty', { projectId: other, maxAttempts: 1 });
  await startRunner('empty', '--exec', 'true', '--repository', empty, '--tasks', '1').ended;
  const { failure } = await taskOf(id);
  assert.deepEqual(
    [failure?.type, failure?.message],
    [
      'environment',
      'The folder for the task could not be prepared. The repository has no commit to start from.',
    ],
  );
  writeFileSync(path.join(empty, 'x'), '');
});

test('the hooks of WORKFLOW.md on the default branch run in the worktree; a failed one fails the attempt', async () => {
  const file = path.join(opened.repository, 'WORKFLOW.md');
  const marks = path.join(opened.folder, 'hooks');
  const write = (beforeRun: string) => {
    const hooks = ['after_create', 'after_run', 'before_remove'].map(
      (name) => `  ${name}: echo ${name} $DOCKET_TASK_ID >> ${marks}`,
    );
    writeFileSync(file, ['---', 'hooks:', ...hooks, `  before_run: ${beforeRun}`, '---', ''].join('\n'));
    git(opened.repository, 'add', '.');
    git(opened.repository, 'commit', '--quiet', '-m', 'Workflow');
  };
  const ticket = await newTicket('Workflow');
  const id = await queue('workflow', { ticketId: ticket.id });
  const args = [
    '--exec',
    'rm WORKFLOW.md',
    '--repository',
    opened.repository,
    '--tasks',
    '1',
    '--sandbox',
    'off',
  ];
  write(`echo before_run $DOCKET_TASK_ID >> ${marks}; echo no compiler; exit 4`);
  assert.equal((await startRunner('workflow', ...args).ended).tally?.failed, 1);
  const { failure } = await taskOf(id);
  assert.equal(failure?.type, 'environment');
  assert.match(
    failure?.message ?? '',
    /The hook beforeRun of WORKFLOW\.md ended with exit code 4\.\nno compiler$/,
  );
  write(`echo before_run $DOCKET_TASK_ID >> ${marks}`);
  // A version with problems is told of, and the one before it applies.
  writeFileSync(file, '---\nhocks: {}\n---\n');
  git(opened.repository, 'commit', '--quiet', '-am', 'Broken');
  opened.world.clock.advance(3_600_000);
  const { tally, log } = await startRunner('workflow', ...args).ended;
  assert.equal(tally?.completed, 1, log);
  assert.match(
    (await taskOf(id)).activities.map(({ content }) => content).join('\n'),
    /WORKFLOW\.md of [0-9a-f]{10} is used\. line 2: /,
  );
  await opened.ada.put(`/api/tickets/${ticket.id}/status`, { status: 'done' });
  await queue('workflow');
  await startRunner('workflow', ...args).ended;
  const expected = ['after_create', 'before_run', 'after_create', 'before_run', 'after_run', 'before_remove'];
  const lines = readFileSync(marks, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith(id));
  assert.deepEqual(
    lines,
    expected.map((name) => `${name} ${id}`),
  );
});
