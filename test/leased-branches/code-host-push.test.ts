import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type FakeKind, startFakeHost } from '../support/fake-code-host.ts';
import { newRepositories } from '../support/git-history.ts';
import { claimWorker, listen, newGitUser, type Worker } from '../support/leased-git.ts';
import { isDue } from '../support/rotation.ts';
import { openWorld, type Person, type World } from '../support/world.ts';

const kinds: FakeKind[] = ['github', 'gitlab', 'gitea'];
for (const [index, kind] of kinds.entries())
  describe(`a leased branch of ${kind}`, { skip: !isDue(index, kinds.length) }, () => {
    const repositories = newRepositories();
    const agent = newGitUser();
    const gitDir = path.join(repositories.root, 'acme/app.git');
    let fake: Awaited<ReturnType<typeof startFakeHost>>;
    let world: World;
    let ada: Person;
    let projectId: string;
    let worker: Worker;
    let clone: string;

    before(async () => {
      repositories.add('acme/app', [
        { message: 'First', files: { 'README.md': 'Read', 'src/deep/a.ts': 'a', 'docs/a.md': 'a' } },
        { message: 'Second', files: { 'src/deep/a.ts': 'b' } },
      ]);
      fake = await startFakeHost(kind, repositories.root);
      const name = kind.toUpperCase();
      world = await openWorld('sqlite', {
        RATE_LIMIT: 'off',
        [`${name}_API_URL`]: fake.origin,
        [`${name}_TOKEN`]: 'good-token',
      });
      ada = await world.person('Ada');
      const created = await ada.post('/api/projects', {
        name: 'Work',
        key: 'REM',
        repositories: ['acme/app'],
      });
      projectId = created.body.data.id;
      worker = await claimWorker(ada, await listen(world), projectId);
      clone = await agent.clone(worker.remote);
    });
    after(async () => {
      await world.close();
      await fake.close();
      agent.remove();
      repositories.remove();
    });

    const commit = async (files: Record<string, string>) => {
      for (const [file, content] of Object.entries(files)) writeFileSync(path.join(clone, file), content);
      await agent.succeed('-C', clone, 'add', '--all');
      await agent.succeed('-C', clone, 'commit', '--quiet', '-m', 'Change');
    };
    const push = (...args: string[]) => agent.run(['-C', clone, 'push', ...args]);
    const refs = () => execFileSync('git', ['--git-dir', gitDir, 'for-each-ref'], { encoding: 'utf8' });
    const pushes = async () =>
      (await world.events())
        .filter(({ type }) => type === 'agent_task.pushed')
        .map(({ data }) => JSON.parse(data));

    test('git passes through Docket, which alone knows the token', async () => {
      const target = `HEAD:refs/heads/${worker.git.branch}fix`;
      await commit({ 'src/deep/b.ts': 'new' });
      const pushed = await push('-o', 'merge_request.create', 'origin', target);
      assert.equal(pushed.code, 0, pushed.output);
      await commit({ 'docs/a.md': 'new' });
      assert.equal((await push('origin', target)).code, 0);
      const head = (await agent.succeed('-C', clone, 'rev-parse', 'HEAD')).trim();
      assert.match(refs(), new RegExp(`${head} commit\\trefs/heads/${worker.git.branch}fix`));
      const [first, second] = await pushes();
      assert.deepEqual([first.before, first.files], [null, ['src/deep/b.ts']]);
      assert.deepEqual([second.before, second.after, second.files], [first.after, head, ['docs/a.md']]);
      assert.equal(pushed.output.includes('good-token'), false);
    });

    test('refused pushes, also by their paths, never reach the code host', async () => {
      await ada.put(`/api/project/${projectId}/agent-branches`, { paths: ['docs'] });
      const target = `HEAD:refs/heads/${worker.git.branch}paths`;
      const before = refs();
      const pushesToHost = () =>
        fake.calls.filter(({ method, path }) => method === 'POST' && path.endsWith('receive-pack')).length;
      const reached = pushesToHost();
      const expectRefusal = async (reason: string, ...args: string[]) => {
        const { code, output } = await push('origin', ...args);
        assert.equal(code, 1, output);
        assert.ok(output.includes('[remote rejected]') && output.includes(`(${reason})`), output);
      };
      await expectRefusal(`this task may push only to ${worker.git.branch}*`, 'HEAD:main');
      await expectRefusal('path not allowed: src/deep/b.ts', target);
      await agent.succeed('-C', clone, 'reset', '--quiet', '--hard', 'origin/main');
      await commit({ 'docs/a.md': 'allowed', 'src/deep/a.ts': 'a' });
      // The tree of src/deep is one that the host has, so the pack lacks it.
      await expectRefusal('path not allowed: src/deep/a.ts', target);
      assert.deepEqual([refs(), pushesToHost()], [before, reached]);
      await agent.succeed('-C', clone, 'reset', '--quiet', '--hard', 'origin/main');
      await commit({ 'docs/a.md': 'allowed' });
      const allowed = await push('origin', target);
      assert.equal(allowed.code, 0, allowed.output);
      assert.deepEqual((await pushes()).at(-1).files, ['docs/a.md']);
    });

    test('what the code host refuses is told with its words', async () => {
      fake.state.gitFails = [403, 'Protected by the host', {}];
      const { code, output } = await push('origin', `HEAD:refs/heads/${worker.git.branch}late`);
      assert.notEqual(code, 0);
      assert.match(output, /remote error: .* returned 403: Protected by the host/);
      fake.state.gitFails = undefined;
      fake.state.renamed = { '/acme/app.git': '/acme/renamed.git' };
      const moved = await push('origin', `HEAD:refs/heads/${worker.git.branch}late`);
      assert.match(moved.output, /remote error: .* another name now/);
      fake.state.renamed = {};
    });

    test('a lease that ends while the code host is asked refuses the push', async () => {
      await commit({ 'docs/a.md': 'late' });
      const before = refs();
      // The last check comes after the clone for the paths, whose requests the host holds until the task is cancelled.
      fake.state.hold = async ({ method, path }) => {
        if (method !== 'POST' || !path.endsWith('upload-pack')) return;
        fake.state.hold = undefined;
        await ada.post(`/v1/agent-tasks/${worker.task.id}/cancel`, {});
      };
      const { code, output } = await push('origin', `HEAD:refs/heads/${worker.git.branch}late`);
      assert.equal(code, 1, output);
      assert.ok(output.includes('(the task was cancelled by Ada)'), output);
      assert.equal(refs(), before);
    });
  });
