import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { newFolder } from '../cli/docket.ts';
import { newRepositories } from '../support/git-history.ts';
import { git, openRunnerWorld } from './runner.ts';

const repositories = newRepositories();
repositories.add('acme/app', [{ message: 'First', files: { 'a.txt': 'a' } }]);
after(() => repositories.remove());
const { opened, queue, taskOf, startRunner } = openRunnerWorld(newFolder(), {
  LOCAL_REPOSITORIES: repositories.root,
});

const newLeasedTicket = async (key: string, title: string) => {
  const project = { name: 'App', key, repositories: ['acme/app'] };
  const projectId = (await opened.ada.post('/api/projects', project)).body.data.id;
  return (await opened.ada.post('/api/tickets', { title, projectId, status: 'todo' })).body.data;
};

test('an agent gets the key of its lease for Docket’s tools, not that of the runner', async () => {
  const ticket = await newLeasedTicket('KEY', 'Tools');
  const id = await queue('work', { ticketId: ticket.id });
  const acp = `${process.execPath} ${path.join(import.meta.dirname, 'acp-agent.ts')} work`;
  const { tally, log } = await startRunner('work', '--acp', acp, '--sandbox', 'off', '--tasks', '1').ended;
  assert.equal(tally?.completed, 1, log);
  const [file = ''] = globSync(`*/work/${ticket.key}/mcp.json`, { cwd: opened.cache });
  const [server] = JSON.parse(readFileSync(path.join(opened.cache, file), 'utf8'));
  assert.match(server.headers[0].value, new RegExp(`^Bearer ${id}\\.1\\.`));
});

test('the work of a task is pushed through its leased branch, and the password is nowhere on disk or in the log', async () => {
  const ticket = await newLeasedTicket('APP', 'Leased');
  const id = await queue('leased', { ticketId: ticket.id });
  // The command pushes once itself, tries another branch, and leaves a commit for the runner.
  const exec = [
    'cat > /dev/null',
    'git config --get-regexp remote',
    'echo b > b.txt && git add . && git commit --quiet -m One && git push --quiet',
    'git push --quiet origin HEAD:main && echo PUSHED TO MAIN',
    `printf %s "$DOCKET_GIT_PASSWORD" > ${path.join(opened.folder, 'password')}`,
    'echo c > c.txt && git add . && git commit --quiet -m Two',
  ].join('; ');
  const { tally, log } = await startRunner(
    'leased',
    '--exec',
    exec,
    '--worktree',
    '--sandbox',
    'off',
    '--tasks',
    '1',
  ).ended;
  const task = await taskOf(id);
  const texts = task.activities.map(({ content }) => content).join('\n');
  assert.equal(tally?.completed, 1, `${log}\n${texts}`);
  assert.doesNotMatch(texts, /PUSHED TO MAIN/);
  const password = readFileSync(path.join(opened.folder, 'password'), 'utf8');
  assert.ok(password.length > 20 && !log.includes(password) && !texts.includes(password));
  const search = spawnSync('grep', ['-rqF', password, opened.cache]);
  assert.equal(search.status, 1, 'the password is in a file of the cache');
  assert.match(texts, new RegExp(`this task may push only to docket/${ticket.key}/`));
  const branch = `docket/${ticket.key}/leased`;
  const repository = path.join(repositories.root, 'acme/app');
  const folder =
    execFileSync('sh', ['-c', `ls -d ${repository}*`], { encoding: 'utf8' })
      .trim()
      .split('\n')[0] ?? '';
  assert.equal(git(folder, 'log', '--format=%s', branch), 'Two\nOne\nFirst');
  assert.match(
    git(folder, 'log', '-1', '--format=%B', branch),
    new RegExp(`Docket-Ticket: ${ticket.key}\nDocket-Task: ${id}`),
  );
  assert.equal(task.branch, branch);
  assert.deepEqual(task.touched, ['b.txt', 'c.txt']);
});

test('a follow-up that starts from the branch of the agent runs the hooks of the default branch alone', async () => {
  const ticket = await newLeasedTicket('HOOK', 'Rules');
  const id = await queue('rules', { ticketId: ticket.id });
  const mark = path.join(opened.folder, 'own-rules');
  const file = `---\\nhooks: { before_run: touch ${mark} }\\n---\\n`;
  const exec = [
    'cat > /dev/null',
    '[ -e WORKFLOW.md ] && exit 0',
    `printf %b '${file}' > WORKFLOW.md && git add . && git commit --quiet -m Rules && git push --quiet && exit 75`,
  ].join('; ');
  const run = () =>
    startRunner('rules', '--exec', exec, '--worktree', '--sandbox', 'off', '--tasks', '1').ended;
  const first = await run();
  assert.equal(first.tally?.released, 1, first.log);
  const { branch } = await taskOf(id);
  opened.world.clock.advance(3_600_000);
  const second = await run();
  assert.equal(second.tally?.completed, 1, second.log);
  const folder = path.join(repositories.root, 'acme/app.git');
  assert.match(git(folder, 'show', `${branch}:WORKFLOW.md`), /before_run: touch/);
  assert.equal(existsSync(mark), false, 'a hook of the agent’s own branch ran');
});
