import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { newRepositories } from '../../test/support/git-history.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { matchesPath } from './path-rules.ts';

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
  let world: World;
  let ada: Person;
  let count = 0;

  before(async () => {
    repositories.add('acme/app', [{ message: 'First', files: { 'a.txt': 'a' } }]);
    repositories.add('acme/site', [{ message: 'First', files: { 'b.txt': 'b' } }]);
    world = await openWorld(engine, { RATE_LIMIT: 'off', LOCAL_REPOSITORIES: repositories.root });
    ada = await world.person('Ada');
  });
  after(async () => {
    await world.close();
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
