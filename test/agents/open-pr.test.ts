import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { newFolder } from '../cli/docket.ts';
import { startFakeHost } from '../support/fake-code-host.ts';
import { newRepositories } from '../support/git-history.ts';
import { gitObjects } from '../support/git-objects.ts';
import { openRunnerWorld } from './runner.ts';

const repositories = newRepositories();
const workflow =
  '---\nchecks:\n  - name: tests\n    run: test "$(cat a.txt)" = right || { echo a.txt is wrong; exit 3; }\n---\n';
repositories.add('acme/app', [{ message: 'First', files: { 'a.txt': 'a', 'WORKFLOW.md': workflow } }]);
const fake = await startFakeHost('github', repositories.root);
after(async () => {
  await fake.close();
  repositories.remove();
});
const { opened, queue, taskOf, startRunner } = openRunnerWorld(newFolder());

test('--open-pr opens the pull request through Docket once the checks pass, and updates it for the next task', async () => {
  const { ada } = opened;
  const project = { name: 'App', key: 'APP', repositories: ['acme/app'] };
  const projectId = (await ada.post('/api/projects', project)).body.data.id;
  const host = { kind: 'github', apiUrl: fake.origin, token: 'good-token' };
  await ada.put(`/api/project/${projectId}/code-host`, host);
  const ticket = (await ada.post('/api/tickets', { title: 'Leased', projectId, status: 'todo' })).body.data;
  const run = async (kind: string, text: string) => {
    const id = await queue(kind, { ticketId: ticket.id, maxAttempts: 1 });
    const exec = `cat > /dev/null; echo ${text} > a.txt; echo ${kind} > b.txt; git add .; git commit -qm "${text}"`;
    const args = ['--exec', exec, '--worktree', '--open-pr', '--sandbox', 'off', '--tasks', '1'];
    const { tally, log } = await startRunner(kind, ...args).ended;
    const task = await taskOf(id);
    return { tally, task, log: `${log}\n${task.activities.map(({ content }) => content).join('\n')}` };
  };

  const wrong = await run('wrong', 'wrong');
  assert.equal(wrong.tally?.failed, 1, wrong.log);
  assert.equal(wrong.task.failure?.type, 'tests');
  assert.match(
    wrong.task.failure?.message ?? '',
    /The check tests of WORKFLOW\.md ended with exit code 3\.\na\.txt is wrong/,
  );
  assert.equal(fake.pulls.length, 0);

  const right = await run('right', 'right');
  assert.equal(right.tally?.completed, 1, right.log);
  assert.equal(fake.pulls.length, 1, right.log);
  const [pull] = fake.pulls;
  assert.equal(pull?.title, `${ticket.key}: Leased`);
  assert.match(pull?.branch ?? '', new RegExp(`^docket/${ticket.key}/`));
  assert.match(right.log, /Pull request: http:\S+\/acme\/app\/pull\/101/);
  assert.equal(right.task.artifacts.filter(({ type }) => type === 'pull_request').length, 1);
  const objects = gitObjects(`${repositories.root}/acme/app.git`);
  assert.equal(objects.git(['show', `${pull?.branch}:a.txt`]), 'right\n');

  const next = await run('next', 'right');
  assert.deepEqual([next.tally?.completed, fake.pulls.length], [1, 1], next.log);
});
