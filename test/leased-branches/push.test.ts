import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { onEngineOfToday } from '../support/engines.ts';
import { newRepositories } from '../support/git-history.ts';
import { claimWorker, listen, newGitUser, ownTemporaryFolder, type Worker } from '../support/leased-git.ts';
import { openWorld, type Person, type World } from '../support/world.ts';

onEngineOfToday('a leased branch', (engine) => {
  const repositories = newRepositories();
  const agent = newGitUser();
  let world: World;
  let ada: Person;
  let origin: string;
  let count = 0;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off', LOCAL_REPOSITORIES: repositories.root });
    ada = await world.person('Ada');
    origin = await listen(world);
  });
  after(async () => {
    await world.close();
    agent.remove();
    repositories.remove();
  });

  /** A project with a repository of its own, a claimed task on a ticket, and a clone. */
  const begin = async (settings: object = {}) => {
    const name = `acme/app${++count}`;
    repositories.add(name, [
      { message: 'First', files: { 'README.md': 'Read', 'src/a.ts': 'a', 'docs/a.md': 'a' } },
      { message: 'Second', files: { 'src/a.ts': 'b' } },
    ]);
    const { data } = (
      await ada.post('/api/projects', { name: 'Work', key: `L${count}`, repositories: [name] })
    ).body;
    await ada.put(`/api/project/${data.id}/agent-branches`, settings);
    const ticket = (await ada.post('/api/tickets', { title: 'Broken', projectId: data.id })).body.data;
    const worker = await claimWorker(ada, origin, data.id, { ticketId: ticket.id });
    const gitDir = path.join(repositories.root, `${name}.git`);
    return { projectId: data.id as string, ticket, worker, gitDir, clone: await agent.clone(worker.remote) };
  };
  const commit = async (clone: string, files: Record<string, string>, message = 'Change') => {
    for (const [file, content] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(clone, file)), { recursive: true });
      writeFileSync(path.join(clone, file), content);
    }
    await agent.succeed('-C', clone, 'add', '--all');
    await agent.succeed('-C', clone, 'commit', '--quiet', '--allow-empty', '-m', message);
  };
  const push = (clone: string, ...args: string[]) => agent.run(['-C', clone, 'push', ...args]);
  const refsOf = (gitDir: string) =>
    execFileSync('git', ['--git-dir', gitDir, 'for-each-ref', '--format=%(refname) %(objectname)'], {
      encoding: 'utf8',
    });
  const taskNow = async ({ task }: Worker) => (await ada.get(`/v1/agent-tasks/${task.id}`)).body.data;
  const pushesOf = async ({ task }: Worker) =>
    (await world.events())
      .filter(({ type, data }) => type === 'agent_task.pushed' && JSON.parse(data).task.id === task.id)
      .map(({ data }) => JSON.parse(data));
  /** Runs the push and asserts that it is refused with the reason, and that nothing changed. */
  const assertRefused = async (gitDir: string, reason: string, pushing: () => ReturnType<typeof push>) => {
    const refs = refsOf(gitDir);
    const { code, output } = await pushing();
    assert.equal(code, 1, output);
    assert.ok(output.includes('[remote rejected]') && output.includes(`(${reason})`), output);
    assert.ok(output.includes('remote: Docket refused the push'), output);
    assert.equal(refsOf(gitDir), refs);
  };

  test('a push to the branch of the task is taken, told as an event and shown on the task', async () => {
    const { worker, clone, gitDir, ticket } = await begin();
    await commit(clone, { 'src/new.ts': 'n', 'docs/a.md': 'b' });
    const branch = `${worker.git.branch}fix`;
    const first = await push(clone, 'origin', `HEAD:refs/heads/${branch}`);
    assert.equal(first.code, 0, first.output);
    await commit(clone, { 'src/new.ts': 'm' });
    const second = await push(clone, 'origin', `HEAD:refs/heads/${branch}`);
    assert.equal(second.code, 0, second.output);

    const head = (await agent.succeed('-C', clone, 'rev-parse', 'HEAD')).trim();
    assert.ok(refsOf(gitDir).includes(`refs/heads/${branch} ${head}`));
    const [one, two] = await pushesOf(worker);
    assert.deepEqual(
      [one.branch, one.before, one.files, one.epoch],
      [branch, null, ['docs/a.md', 'src/new.ts'], 1],
    );
    assert.deepEqual([two.before, two.after, two.files], [one.after, head, ['src/new.ts']]);
    assert.deepEqual([one.ticket.id, one.user.id], [ticket.id, ada.id]);
    const task = await taskNow(worker);
    assert.deepEqual([task.branch, task.touched], [branch, ['docs/a.md', 'src/new.ts']]);
    assert.deepEqual(
      task.artifacts.map(({ type, title }: { type: string; title: string }) => [type, title]),
      [['branch', branch]],
    );
  });

  test('a push to other refs, a deletion and a tag are refused, each with its reason', async () => {
    const { worker, clone, gitDir } = await begin();
    const only = `this task may push only to ${worker.git.branch}*`;
    await commit(clone, { 'a.txt': 'a' });
    await push(clone, 'origin', `HEAD:refs/heads/${worker.git.branch}fix`);
    await agent.succeed('-C', clone, 'tag', 'v1');
    const cases: [string, string[]][] = [
      [only, ['HEAD:main']],
      [only, ['+HEAD~2:main']],
      [only, ['HEAD:refs/heads/docket/OTHER-1/fix']],
      [only, [`HEAD:refs/heads/${worker.git.branch.slice(0, -1)}2/fix`]],
      [only, ['HEAD:refs/notes/x']],
      ['tags are not allowed', ['v1']],
      ['deleting is not allowed', [`:refs/heads/${worker.git.branch}fix`]],
      ['deleting is not allowed', [':main']],
      [only, ['HEAD:main', `HEAD:refs/heads/${worker.git.branch}two`]],
      ['another ref of this push was refused', ['HEAD:main', `HEAD:refs/heads/${worker.git.branch}two`]],
      [only, ['--atomic', 'HEAD:main', `HEAD:refs/heads/${worker.git.branch}two`]],
    ];
    for (const [reason, args] of cases)
      await assertRefused(gitDir, reason, () => push(clone, 'origin', ...args));
    assert.equal((await pushesOf(worker)).length, 1);
    const { activities } = await taskNow(worker);
    assert.deepEqual(
      activities.map(({ type, content }: { type: string; content: string }) => `${type}: ${content}`),
      [only, 'tags are not allowed', 'deleting is not allowed', only].map(
        (reason) => `error: Docket refused the push: ${reason}`,
      ),
    );
  });

  test('a force push, an atomic push of several branches and push options are taken', async () => {
    const { worker, clone, gitDir } = await begin();
    const branch = `refs/heads/${worker.git.branch}`;
    await commit(clone, { 'a.txt': 'a' });
    await push(clone, 'origin', `HEAD:${branch}fix`);
    await agent.succeed('-C', clone, 'commit', '--quiet', '--amend', '-m', 'Another');
    const plain = await push(clone, 'origin', `HEAD:${branch}fix`);
    assert.deepEqual([plain.code, plain.output.includes('non-fast-forward')], [1, true]);
    const forced = await push(clone, '--force', '-o', 'ci.skip', 'origin', `HEAD:${branch}fix`);
    assert.equal(forced.code, 0, forced.output);
    const atomic = await push(clone, '--atomic', 'origin', `HEAD:${branch}one`, `HEAD~1:${branch}two`);
    assert.equal(atomic.code, 0, atomic.output);
    assert.equal(
      refsOf(gitDir)
        .split('\n')
        .filter((line) => line.includes(branch)).length,
      3,
    );
    assert.equal((await pushesOf(worker)).length, 4);
  });

  test('paths that the project does not allow are refused, also as a rename, a deletion or a link', async () => {
    const { worker, clone, gitDir, projectId } = await begin({ paths: ['docs/**', 'README.md'] });
    const target = `HEAD:refs/heads/${worker.git.branch}fix`;
    const attempt = async (reason: string, change: () => Promise<void>) => {
      await agent.succeed('-C', clone, 'reset', '--quiet', '--hard', 'origin/main');
      await change();
      await assertRefused(gitDir, reason, () => push(clone, '--force', 'origin', target));
    };
    await attempt('path not allowed: src/b.ts', () => commit(clone, { 'docs/b.md': 'b', 'src/b.ts': 'b' }));
    await attempt('path not allowed: src/a.ts', async () => {
      await agent.succeed('-C', clone, 'mv', 'src/a.ts', 'docs/a.ts');
      await commit(clone, {});
    });
    await attempt('path not allowed: src/a.ts', async () => {
      await agent.succeed('-C', clone, 'rm', '--quiet', 'src/a.ts');
      await commit(clone, {});
    });
    await attempt('path not allowed: docs/link', async () => {
      symlinkSync('../src', path.join(clone, 'docs/link'));
      await commit(clone, {});
    });
    await attempt('path not allowed: docs/module', async () => {
      const head = (await agent.succeed('-C', clone, 'rev-parse', 'HEAD')).trim();
      await agent.succeed('-C', clone, 'update-index', '--add', '--cacheinfo', `160000,${head},docs/module`);
      await agent.succeed('-C', clone, 'commit', '--quiet', '-m', 'Module');
    });
    assert.deepEqual((await taskNow(worker)).touched, []);

    await agent.succeed('-C', clone, 'reset', '--quiet', '--hard', 'origin/main');
    await commit(clone, { 'docs/b.md': 'b', 'README.md': 'new' });
    assert.equal((await push(clone, 'origin', target)).code, 0);
    // A change on the default branch is not one of the task, so it may be merged.
    execFileSync('git', ['--git-dir', gitDir, 'update-ref', 'refs/heads/main', await foreignCommit(gitDir)]);
    await agent.succeed('-C', clone, 'pull', '--quiet', '--no-rebase', 'origin', 'main');
    const merged = await push(clone, 'origin', target);
    assert.equal(merged.code, 0, merged.output);
    await ada.put(`/api/project/${projectId}/agent-branches`, { paths: ['README.md'] });
    await commit(clone, { 'README.md': 'newer' });
    await assertRefused(gitDir, 'path not allowed: docs/b.md', () => push(clone, 'origin', target));
  });
  /** A commit on main that changes src/a.ts. */
  const foreignCommit = async (gitDir: string) => {
    const other = await agent.clone(gitDir);
    await commit(other, { 'src/a.ts': 'foreign' });
    await agent.succeed('-C', other, 'push', '--quiet', 'origin', 'HEAD:refs/heads/foreign');
    return (await agent.succeed('-C', other, 'rev-parse', 'HEAD')).trim();
  };

  test('paths of WORKFLOW.md on the default branch apply, unless the project names its own', async () => {
    const { worker, clone, gitDir, projectId } = await begin();
    const other = await agent.clone(gitDir);
    await commit(other, { 'WORKFLOW.md': '---\npaths:\n  - docs/**\n---\nFix {{ticket.title}}\n' });
    await agent.succeed('-C', other, 'push', '--quiet', 'origin', 'HEAD:main');
    const { data } = (await ada.post(`/api/project/${projectId}/agent-workflow/refresh`)).body;
    assert.deepEqual(data.problems, []);
    const target = `HEAD:refs/heads/${worker.git.branch}fix`;
    // What the branch itself says does not count.
    await commit(clone, { 'WORKFLOW.md': '---\npaths:\n  - src/**\n---\nFix it\n' });
    await assertRefused(gitDir, 'path not allowed: WORKFLOW.md', () => push(clone, 'origin', target));
    await agent.succeed('-C', clone, 'reset', '--quiet', '--hard', 'origin/main');
    await commit(clone, { 'src/b.ts': 'b' });
    await assertRefused(gitDir, 'path not allowed: src/b.ts', () => push(clone, 'origin', target));
    await ada.put(`/api/project/${projectId}/agent-branches`, { paths: ['src'] });
    assert.equal((await push(clone, 'origin', target)).code, 0);
  });

  test('a push that is larger than the limit is refused, and leaves no file behind', async () => {
    const { worker, clone, gitDir } = await begin({ maxMegabytes: 1 });
    await commit(clone, { 'large.txt': randomBytes(1_500_000).toString('base64') });
    const temporary = ownTemporaryFolder();
    await assertRefused(gitDir, 'push too large: the limit is 1 MB', () =>
      push(clone, 'origin', `HEAD:refs/heads/${worker.git.branch}fix`),
    );
    const left = readdirSync(temporary.folder);
    temporary.remove();
    assert.deepEqual(left, []);
  });

  test('a lease that ended refuses fetch and push, and says who cancelled', async () => {
    const { worker, clone, gitDir, projectId } = await begin();
    const target = `HEAD:refs/heads/${worker.git.branch}fix`;
    await commit(clone, { 'a.txt': 'a' });
    await ada.post(`/v1/agent-tasks/${worker.task.id}/cancel`, {});
    await assertRefused(gitDir, 'the task was cancelled by Ada', () => push(clone, 'origin', target));
    const fetched = await agent.run(['-C', clone, 'fetch', 'origin']);
    assert.notEqual(fetched.code, 0);
    assert.ok(fetched.output.includes('remote error: the task was cancelled by Ada'), fetched.output);

    const other = await claimWorker(ada, origin, projectId);
    const { epoch } = other.task.lease;
    await agent.succeed('-C', clone, 'remote', 'set-url', 'origin', other.remote);
    await ada.post(`/v1/agent-tasks/${other.task.id}/release`, { epoch });
    const own = `HEAD:refs/heads/${other.git.branch}fix`;
    const ended = 'the lease of this task has ended';
    await assertRefused(gitDir, ended, () => push(clone, 'origin', own));
    // Claimed again: the key of the lease before stays without effect, the new one works.
    const { data: again } = (await ada.post('/v1/agent-tasks/claim', { workerId: 'w2', projectId })).body;
    assert.equal(again.id, other.task.id);
    await assertRefused(gitDir, ended, () => push(clone, 'origin', own));
    await ada.post(`/v1/agent-tasks/${again.id}/complete`, { epoch: again.lease.epoch });
    await assertRefused(gitDir, ended, () => push(clone, 'origin', own));

    const third = await claimWorker(ada, origin, projectId);
    await agent.succeed('-C', clone, 'remote', 'set-url', 'origin', third.remote);
    world.clock.advance(901_000);
    await assertRefused(gitDir, ended, () => push(clone, 'origin', `HEAD:refs/heads/${third.git.branch}fix`));
  });

  test('a key is needed, opens only its own task, and ends with the link of the repository', async () => {
    const { worker, projectId } = await begin();
    const other = await begin();
    const url = (id: string) => `${origin}/git/${id}.git/info/refs?service=git-upload-pack`;
    const authorization = ({ username, password }: Worker['git']) =>
      `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    const ask = async (id: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(url(id), { headers });
      return {
        status: answer.status,
        body: await answer.text(),
        challenge: answer.headers.get('www-authenticate'),
      };
    };
    const anonymous = await ask(worker.task.id);
    assert.deepEqual([anonymous.status, anonymous.challenge], [401, 'Basic realm="Docket", charset="UTF-8"']);
    const foreign = await ask(worker.task.id, { authorization: authorization(other.worker.git) });
    assert.deepEqual([foreign.status, foreign.body], [403, '']);
    const forged = {
      ...worker.git,
      password: worker.git.password.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    };
    assert.equal((await ask(worker.task.id, { authorization: authorization(forged) })).status, 401);
    assert.equal((await ask(worker.task.id, { authorization: authorization(worker.git) })).status, 200);
    const bare = (await ada.post('/v1/agent-tasks', { title: 'x', instructions: 'x', projectId })).body.data;
    assert.equal((await ask(bare.id, { authorization: authorization(worker.git) })).status, 404);
    await ada.put(`/api/project/${projectId}/agent-branches`, { enabled: false });
    assert.equal((await ask(worker.task.id, { authorization: authorization(worker.git) })).status, 404);
  });

  test('protocols 0, 1 and 2, shallow and partial clones fetch and push', async () => {
    const { worker } = await begin();
    const options = [
      ['-c', 'protocol.version=0'],
      ['-c', 'protocol.version=1'],
      ['-c', 'protocol.version=2'],
      ['--depth=1'],
      ['--filter=blob:none'],
      ['--filter=blob:none', '-c', 'protocol.version=0'],
      // The body of a push is then sent in chunks, after a test request.
      ['-c', 'http.postBuffer=66000'],
    ];
    for (const [index, option] of options.entries()) {
      const clone = await agent.clone(worker.remote, ...option);
      await commit(clone, { [`f${index}.txt`]: randomBytes(100_000).toString('base64') });
      const pushed = await push(clone, 'origin', `HEAD:refs/heads/${worker.git.branch}p${index}`);
      assert.equal(pushed.code, 0, `${option.join(' ')}\n${pushed.output}`);
      assert.equal((await agent.run(['-C', clone, 'fetch', '--quiet', 'origin'])).code, 0);
    }
    assert.equal((await pushesOf(worker)).length, options.length);
  });
});
