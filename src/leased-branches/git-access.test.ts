import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { newRepositories } from '../../test/support/git-history.ts';
import { listen, newGitUser, remoteOf } from '../../test/support/leased-git.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { beginPushes, finishOldPushes } from './finish-pushes.ts';
import { matchesPath } from './path-rules.ts';
import { findTaskKey } from './task-key-store.ts';
import { listUnfinishedPushesOfTask } from './unfinished-push-store.ts';

test('a path rule stands for a file, a folder, any name or any folders', () => {
  const cases: [pattern: string, path: string, isMatch: boolean][] = [
    ['docs', 'docs/a/b.md', true],
    ['docs/', 'docs/a.md', true],
    ['docs', 'docs2/a.md', false],
    ['README.md', 'README.md', true],
    ['README.md', 'sub/README.md', false],
    ['**/*.md', 'a/b/c.md', true],
    ['**/*.md', 'c.md', true],
    ['src/*/index.ts', 'src/a/b/index.ts', false],
    ['src/*/index.ts', 'src/a/index.ts', true],
    ['src/**/test-*.ts', 'src/x/y/test-a.ts', true],
    ['src/**/test-*.ts', 'src/x/y/a.ts', false],
    ['src/**', 'src/a', true],
    ['a*c', 'ac', true],
    ['a*c', 'a', false],
    [`${'**/'.repeat(100)}x`, `${'a/'.repeat(1_000)}y`, false],
  ];
  for (const [pattern, path, isMatch] of cases)
    assert.equal(matchesPath(pattern, path), isMatch, `${pattern} ${path}`);
});

onEveryEngine('git access of a claimed task', (engine) => {
  const repositories = newRepositories();
  const git = newGitUser();
  let world: World;
  let ada: Person;
  let origin: string;
  let count = 0;

  before(async () => {
    repositories.add('acme/app', [{ message: 'First', files: { 'a.txt': 'a' } }]);
    repositories.add('acme/site', [{ message: 'First', files: { 'b.txt': 'b' } }]);
    world = await openWorld(engine, { RATE_LIMIT: 'off', LOCAL_REPOSITORIES: repositories.root });
    ada = await world.person('Ada');
    origin = await listen(world);
  });
  after(async () => {
    await world.close();
    git.remove();
    repositories.remove();
  });

  const newProject = async (...names: string[]) => {
    const { data } = (
      await ada.post('/api/projects', { name: 'Work', key: `W${++count}`, repositories: names })
    ).body;
    return data.id as string;
  };
  const claim = async (projectId: string, more: object = {}, headers = {}) => {
    await ada.post('/v1/agent-tasks', { projectId, title: 'Fix it', instructions: 'Fix.', ...more });
    return (await ada.post('/v1/agent-tasks/claim', { workerId: 'w', projectId }, headers)).body.data;
  };

  test('the key of a lease opens Docket’s tools in its project alone, and ends with the lease', async () => {
    const projectId = await newProject('acme/app');
    const other = await newProject('acme/site');
    const [near, far] = [
      (await ada.post('/api/tickets', { title: 'Near', projectId })).body.data,
      (await ada.post('/api/tickets', { title: 'Far', projectId: other })).body.data,
    ];
    const { id, lease, git } = await claim(projectId);
    const headers = {
      authorization: `Bearer ${git.password}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    };
    const call = async (name: string, args: object) => {
      const payload = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
      const { statusCode, body } = await world.app.inject({ method: 'POST', url: '/mcp', headers, payload });
      return { statusCode, isError: body.includes('"isError":true'), body };
    };
    const read = await call('get_ticket', { ticket: near.key });
    assert.deepEqual([read.statusCode, read.isError], [200, false], read.body);
    assert.equal((await call('get_ticket', { ticket: far.key })).isError, true);
    assert.equal((await call('add_comment', { ticket: near.key, content: 'Read it' })).isError, false);
    assert.match((await call('claim_task', { workerId: 'another' })).body, /lacks the scope/);
    const api = await world.caller({ authorization: headers.authorization }).get(`/api/tickets/${near.id}`);
    assert.equal(api.status, 401);
    const forged = { ...headers, authorization: `${headers.authorization.slice(0, -4)}AAAA` };
    const refused = await world.app.inject({ method: 'POST', url: '/mcp', headers: forged, payload: {} });
    assert.equal(refused.statusCode, 401);
    await ada.post(`/v1/agent-tasks/${id}/complete`, { epoch: lease.epoch });
    assert.equal((await call('get_ticket', { ticket: near.key })).statusCode, 401);
  });

  /** An agent of Ada that has claimed a task of its own with an API key, and has pushed once. */
  const startAgent = async () => {
    const projectId = await newProject('acme/app');
    const agentId = (await ada.post('/api/agents', { name: 'Fixer' })).body.data.id as string;
    await ada.post(`/api/project/${projectId}/members`, { userId: agentId, role: 'member' });
    const newKey = async () =>
      (await ada.post(`/api/agents/${agentId}/api-keys`, { name: 'Key', scopes: ['agent'] })).body.data;
    const key = await newKey();
    const other = await newKey();
    await ada.post('/v1/agent-tasks', { projectId, agentId, title: 'Fix it', instructions: 'Fix.' });
    const caller = world.caller({ authorization: `Bearer ${key.key}` });
    const task = (await caller.post('/v1/agent-tasks/claim', { workerId: 'w', projectId })).body.data;
    const clone = await git.clone(remoteOf(origin, task.git));
    const push = async () => {
      await git.succeed('-C', clone, 'commit', '--quiet', '--allow-empty', '-m', 'More');
      return git.run(['-C', clone, 'push', 'origin', `HEAD:refs/heads/${task.git.branch}fix`]);
    };
    const useTools = async () => {
      const headers = {
        authorization: `Bearer ${task.git.password}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      };
      const payload = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
      return (await world.app.inject({ method: 'POST', url: '/mcp', headers, payload })).statusCode;
    };
    const first = await push();
    assert.deepEqual([first.code, await useTools()], [0, 200], first.output);
    return { projectId, agentId, key, other, task, push, useTools };
  };
  type Started = Awaited<ReturnType<typeof startAgent>>;

  const assertEnded = async ({ push, useTools }: Started, reason: string) => {
    const { code, output } = await push();
    assert.equal(code, 1, output);
    assert.ok(output.includes(`[remote rejected]`) && output.includes(`(${reason})`), output);
    assert.equal(await useTools(), 401);
  };

  test('deleting the API key that claimed a task ends its pushes and tools, deleting another key does not', async () => {
    const started = await startAgent();
    const { agentId, key, other, push } = started;
    await ada.delete(`/api/agents/${agentId}/api-keys/${other.id}`);
    const still = await push();
    assert.equal(still.code, 0, still.output);
    await ada.delete(`/api/agents/${agentId}/api-keys/${key.id}`);
    await assertEnded(started, 'the lease of this task has ended');
  });

  test('disabling an agent ends the pushes of its leases', async () => {
    const started = await startAgent();
    await ada.delete(`/api/agents/${started.agentId}`);
    await assertEnded(started, 'the lease of this task has ended');
  });

  test('an agent that is removed from a project loses its tasks there and can no longer push', async () => {
    const started = await startAgent();
    const { projectId, agentId, task } = started;
    const waiting = { projectId, agentId, title: 'Later', instructions: 'Later.' };
    const queued = (await ada.post('/v1/agent-tasks', waiting)).body.data;
    const elsewhere = await newProject('acme/site');
    const kept = (await ada.post('/v1/agent-tasks', { ...waiting, projectId: elsewhere })).body.data;
    await ada.delete(`/api/project/${projectId}/members/${agentId}`);
    await assertEnded(started, 'the task was cancelled by Ada');
    const stateOf = async (id: string) => (await ada.get(`/v1/agent-tasks/${id}`)).body.data.state;
    assert.deepEqual(
      [await stateOf(task.id), await stateOf(queued.id), await stateOf(kept.id)],
      ['cancelled', 'cancelled', 'queued'],
    );
  });

  test('a push that no process recorded is recorded once by the loop, and one that never happened is dropped', async () => {
    const { agentId, projectId, task } = await startAgent();
    const { db, clock, logger, docs } = { ...world.context, clock: world.clock };
    const context = { db, clock, logger, docs };
    const branch = `${task.git.branch}fix`;
    const gitDir = path.join(repositories.root, 'acme/app.git');
    const head = execFileSync('git', ['--git-dir', gitDir, 'rev-parse', `refs/heads/${branch}`], {
      encoding: 'utf8',
    }).trim();
    const lease = await findTaskKey(db.reads, { taskId: task.id, epoch: task.lease.epoch });
    assert.ok(lease);
    const changes = [
      { branch, before: 'a'.repeat(40), after: head },
      { branch: `${task.git.branch}other`, before: null, after: 'b'.repeat(40) },
    ];
    await beginPushes(context, lease, projectId, changes);
    const left = async () => (await listUnfinishedPushesOfTask(db.reads, { taskId: task.id })).length;
    const recorded = async () =>
      (await world.events())
        .filter(({ type, data }) => type === 'agent_task.pushed' && JSON.parse(data).task.id === task.id)
        .map(({ data, actorId }) => [JSON.parse(data).branch, JSON.parse(data).after, actorId]);
    await finishOldPushes(context);
    assert.deepEqual([(await recorded()).length, await left()], [1, 2], 'a push under way is left alone');
    world.clock.advance(60_000);
    await Promise.all([finishOldPushes(context), finishOldPushes(context)]);
    assert.deepEqual(await recorded(), [
      [branch, head, agentId],
      [branch, head, agentId],
    ]);
    assert.equal(await left(), 1);
    world.clock.advance(600_000);
    await finishOldPushes(context);
    assert.deepEqual([(await recorded()).length, await left()], [2, 0]);
  });

  test('a claim names the remote, the branches and the base of the only repository', async () => {
    const projectId = await newProject('acme/app');
    const task = await claim(projectId);
    assert.deepEqual(
      { ...task.git, password: undefined },
      {
        url: `${world.config.baseUrl}/git/${task.id}.git`,
        username: 'docket',
        password: undefined,
        branch: `docket/${task.id}/`,
        baseRef: 'main',
      },
    );
    assert.ok(task.git.password.startsWith(`${task.id}.1.`));
    const again = (await ada.get(`/v1/agent-tasks/${task.id}`)).body.data;
    assert.equal(JSON.stringify(again).includes('password'), false);

    const ticket = (await ada.post('/api/tickets', { title: 'Broken', projectId })).body.data;
    assert.equal((await claim(projectId, { ticketId: ticket.id })).git.branch, `docket/${ticket.key}/`);
  });

  test('a repeated claim gets a password of its own, and none is stored', async () => {
    const projectId = await newProject('acme/app');
    const first = await claim(projectId, {}, { 'idempotency-key': `k${projectId}` });
    const repeat = await ada.post(
      '/v1/agent-tasks/claim',
      { workerId: 'w', projectId },
      { 'idempotency-key': `k${projectId}` },
    );
    assert.deepEqual([repeat.status, repeat.headers['idempotent-replayed']], [200, 'true']);
    assert.equal(repeat.body.data.id, first.id);
    assert.notEqual(repeat.body.data.git.password, first.git.password);
  });

  test('a task of no, several or an unknown repository has no git access', async () => {
    assert.equal((await claim(await newProject())).git, null);
    assert.equal((await claim(await newProject('acme/app', 'acme/site'))).git, null);
    assert.equal((await claim(await newProject('acme/gone'))).git, null);
  });

  test('a project can turn leased branches off, and limits their paths and size', async () => {
    const projectId = await newProject('acme/app');
    const url = `/api/project/${projectId}/agent-branches`;
    assert.deepEqual((await ada.get(url)).body.data, { enabled: true, paths: null, maxMegabytes: 50 });
    const paths = ['docs/**', 'README.md'];
    assert.deepEqual((await ada.put(url, { paths, maxMegabytes: 5 })).body.data, {
      enabled: true,
      paths,
      maxMegabytes: 5,
    });
    await ada.put(url, { enabled: false });
    assert.equal((await claim(projectId)).git, null);
    assert.deepEqual((await ada.get(url)).body.data, { enabled: false, paths, maxMegabytes: 5 });
    assert.deepEqual((await ada.put(url, { paths: null })).body.data.paths, null);
    for (const wrong of ['/etc', 'a/../b', 'a//b', './a']) {
      const refused = await ada.put(url, { paths: ['docs', wrong] });
      assert.deepEqual([refused.status, Object.keys(refused.body.error.details)], [400, ['paths']], wrong);
    }
  });
});
