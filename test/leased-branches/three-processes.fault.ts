import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type RunningServer, startServer } from '../durability/running-server.ts';
import { needsPostgres, type Scene, startScene } from '../faults/scene.ts';
import { request } from '../faults/steady-writers.ts';
import { newRepositories } from '../support/git-history.ts';
import { newGitUser, remoteOf } from '../support/leased-git.ts';

describe('leased branches of three processes', needsPostgres, () => {
  const repositories = newRepositories();
  const agent = newGitUser();
  const gitDir = path.join(repositories.root, 'acme/app.git');
  let scene: Scene;
  let group: RunningServer;

  before(async () => {
    repositories.add('acme/app', [{ message: 'First', files: { 'README.md': 'Read' } }]);
    scene = await startScene();
    group = await startServer(
      { engine: 'postgres', url: scene.cluster.url },
      { LOG_LEVEL: 'fatal', LOCAL_REPOSITORIES: repositories.root },
      ['--processes', '3'],
    );
  });
  after(async () => {
    await group.end('SIGTERM');
    await scene.server.end('SIGTERM');
    await scene.cluster.remove();
    agent.remove();
    repositories.remove();
  });

  const call = (method: string, address: string, body: object) =>
    request(group, scene.caller, method, address, body);
  const branches = () =>
    execFileSync('git', ['--git-dir', gitDir, 'for-each-ref', '--format=%(refname:short)'], {
      encoding: 'utf8',
    })
      .trim()
      .split('\n')
      .filter((name) => name !== 'main');

  test('concurrent pushes are each taken once, and none after the cancellation', async () => {
    const { projectId } = scene.caller;
    await call('PUT', `/api/project/${projectId}`, { repositories: ['acme/app'] });
    await call('POST', '/v1/agent-tasks', { projectId, title: 'Fix', instructions: 'Fix.' });
    const { data: task } = await call('POST', '/v1/agent-tasks/claim', { workerId: 'w', leaseSeconds: 900 });
    const remote = remoteOf(group.url, task.git);
    const clones = await Promise.all(Array.from({ length: 6 }, () => agent.clone(remote)));
    const push = async (clone: string, name: string) => {
      writeFileSync(path.join(clone, `${name}.txt`), name);
      await agent.succeed('-C', clone, 'add', '--all');
      await agent.succeed('-C', clone, 'commit', '--quiet', '-m', name);
      return agent.run(['-C', clone, 'push', 'origin', `HEAD:refs/heads/${task.git.branch}${name}`]);
    };
    const first = await Promise.all(clones.map((clone, index) => push(clone, `first${index}`)));
    for (const { code, output } of first) assert.equal(code, 0, output);
    // All push to one branch from the same start: git lets one of them through.
    const race = await Promise.all(clones.map((clone) => push(clone, 'same')));
    assert.equal(race.filter(({ code }) => code === 0).length, 1);

    // Pushes are under way in all processes when the task is cancelled: each is taken and told, or refused and not there.
    const late = clones.map((clone, index) => push(clone, `late${index}`));
    await late[0];
    await call('POST', `/v1/agent-tasks/${task.id}/cancel`, {});
    const outcomes = await Promise.all(late);
    const taken = outcomes.flatMap(({ code }, index) => (code === 0 ? [`late${index}`] : []));
    for (const { code, output } of outcomes)
      if (code !== 0) assert.match(output, /the task was cancelled by /);
    const after = await Promise.all(clones.map((clone, index) => push(clone, `after${index}`)));
    for (const { code, output } of after) {
      assert.equal(code, 1);
      assert.match(output, /remote rejected.*the task was cancelled by /);
    }
    const expected = [...first.map((_, index) => `first${index}`), 'same', ...taken].map(
      (name) => `${task.git.branch}${name}`,
    );
    assert.deepEqual(branches().sort(), expected.sort());
    const { rows } = await scene.cluster.run("select data from events where type = 'agent_task.pushed'");
    assert.deepEqual(rows.map(({ data }) => JSON.parse(data).branch).sort(), expected);
  });
});
