import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newAgent, type TestAgent } from '../../../test/support/agents.ts';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { startFakeHost } from '../../../test/support/fake-code-host.ts';
import { newRepositories } from '../../../test/support/git-history.ts';
import { gitObjects } from '../../../test/support/git-objects.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';

onEveryEngine('the pull request of a task', (engine) => {
  const repositories = newRepositories();
  let world: World;
  let ada: Person;
  let count = 0;

  before(async () => {
    repositories.add('local/app', [{ message: 'First', files: { 'a.ts': 'a' } }]);
    world = await openWorld(engine, { RATE_LIMIT: 'off', DOCS_EGRESS: 'private' });
    ada = await world.person('Ada');
  });
  after(async () => {
    await world.close();
    repositories.remove();
  });

  /** A claimed task on a ticket of a project that links a repository on the host, with a pushed branch. */
  const handOver = async (host: { kind: string; apiUrl: string }) => {
    const key = `P${++count}`;
    const repo = `acme/app${count}`;
    repositories.add(repo, [{ message: 'First', files: { 'a.ts': `${count}` } }]);
    const { id } = (await ada.post('/api/projects', { name: key, key, repositories: [repo] })).body.data;
    await ada.put(`/api/project/${key}/code-host`, { ...host, token: 'good-token' });
    const pilot = await newAgent(world, ada, `Pilot ${count}`, id);
    const ticket = (
      await ada.post('/api/tickets', {
        title: `Rounding @everyone fixes #1 closes ${key}-1`,
        projectId: key,
        status: 'todo',
      })
    ).body.data;
    const checklist = `/api/tickets/${ticket.id}/checklist`;
    const added = (await ada.post(checklist, { text: 'Prices are right' })).body.data;
    await ada.put(`${checklist}/${added.id ?? added[0].id}`, { done: true });
    await ada.post(checklist, { text: 'No `break`' });
    await ada.post('/v1/agent-tasks', {
      ticketId: ticket.id,
      agentId: pilot.id,
      title: 'Fix it',
      instructions: 'Fix it.',
    });
    const task = (await pilot.post('/v1/agent-tasks/claim', { workerId: 'w', projectId: key })).body.data;
    const objects = gitObjects(`${repositories.root}/${repo}.git`);
    const branch = `docket/${ticket.key}/fix`;
    const push = (content: string) => {
      const tip = (objects.commit(branch) ?? objects.commit('main')) as { sha: string; tree: string };
      const tree = objects.treeWith(tip.tree, [{ path: 'a.ts', content }]);
      objects.setBranch(branch, objects.commitTree(tree, [tip.sha], 'Fix', '2026-10-01T00:00:00Z'));
      return objects.resolve(branch) as string;
    };
    return { key, repo, pilot, ticket, task, branch, push, epoch: task.lease.epoch as number };
  };
  const addCriteria = async (ticketId: string, ...texts: string[]): Promise<string[]> => {
    const ids: string[] = [];
    for (const text of texts)
      ids.push((await ada.post(`/api/tickets/${ticketId}/criteria`, { text })).body.data.id);
    return ids;
  };
  const open = (caller: Pick<TestAgent, 'post'>, taskId: string, body: object) =>
    caller.post(`/v1/agent-tasks/${taskId}/pull-request`, body);

  for (const kind of ['github', 'gitlab', 'gitea'] as const)
    test(`${kind}: it is opened once with the ticket, its criteria and how it was made, and updated after`, async () => {
      const fake = await startFakeHost(kind, repositories.root);
      try {
        const { pilot, ticket, task, branch, push, epoch, repo } = await handOver({
          kind,
          apiUrl: fake.origin,
        });
        const early = await open(pilot, task.id, { epoch, branch });
        assert.deepEqual([early.status, early.body.error.code], [409, 'CONFLICT']);
        assert.match(early.body.error.message, /has no branch docket\/P\d+-1\/fix\. Push it first/);

        const commit = push('fixed');
        await pilot.post(`/v1/agent-tasks/${task.id}/artifacts`, {
          epoch,
          type: 'link',
          title: 'Report of the tests',
          url: 'https://ci.example.org/1',
        });
        const [criterionId] = await addCriteria(
          ticket.id,
          'Rounds <half> to even, says @everyone',
          'No tests break',
        );
        const shown = {
          kind: 'command',
          passed: true,
          exitCode: 0,
          summary: 'Fixes #1',
          commit,
          criterionId,
        };
        await pilot.post(`/v1/agent-tasks/${task.id}/evidence`, { ...shown, epoch });
        const { status, body } = await open(pilot, task.id, { epoch, branch });
        assert.equal(status, 200, JSON.stringify(body));
        assert.deepEqual(
          [body.data.number, body.data.branch, body.data.commit, body.data.action, body.data.state],
          [101, branch, commit, 'opened', 'open'],
        );
        const [pull] = fake.pulls;
        assert.equal(
          pull?.title.replaceAll('\u200b', ''),
          `${ticket.key}: Rounding @everyone fixes #1 closes ${ticket.key}`,
        );
        assert.doesNotMatch(pull?.title ?? '', /@everyone|#1|closes P\d+-1/);
        assert.equal(pull?.target, 'main');
        const text = pull?.body ?? '';
        assert.match(
          text,
          new RegExp(`^Ticket \\[${ticket.key}\\]\\(http\\S+/tickets/${ticket.key}\\): Rounding`),
        );
        assert.match(
          text.replaceAll('\u200b', ''),
          /## Criteria\n\n1 of 2 shown by evidence\.\n\n- \[x\] Rounds \\<half\\> to even, says \\@everyone \(\*\*shown\*\*\)\n {2}- passed: Fixes \\#1 \(at `[0-9a-f]{12}`, exit code 0\)\n- \[ \] No tests break \(\*\*open\*\*\)\n\n/,
        );
        assert.match(text, /## Checklist\n\n- \[x\] Prices are right\n- \[ \] No \\`break\\`/);
        assert.match(text, /## Results\n\n- link: Report of the tests <https:\/\/ci\.example\.org\/1>/);
        assert.match(
          text,
          /## How it was made\n\n- Agent: Pilot \d+, task `[^`]+`, attempt 1\n- Asked by: Ada/,
        );
        assert.doesNotMatch(text, /@everyone|#1\b|closes P\d+-1/, 'it notifies nobody and closes nothing');
        assert.doesNotMatch(JSON.stringify(body), /good-token/);

        await pilot.post(`/v1/agent-tasks/${task.id}/evidence`, {
          ...shown,
          passed: false,
          exitCode: 1,
          epoch,
        });
        push('fixed better');
        const again = await open(pilot, task.id, { epoch, branch, title: 'Round half to even' });
        assert.deepEqual([again.body.data.number, again.body.data.action], [101, 'updated']);
        assert.equal(fake.pulls.length, 1);
        assert.equal(fake.pulls[0]?.title, `${ticket.key}: Round half to even`);
        assert.match(
          fake.pulls[0]?.body ?? '',
          /0 of 2 shown by evidence\.\n\n- \[ \] Rounds .*\(\*\*failed\*\*\)/,
        );
        const { artifacts } = (await ada.get(`/v1/agent-tasks/${task.id}`)).body.data;
        const made = artifacts.filter(({ type }: { type: string }) => type === 'pull_request');
        assert.deepEqual(
          made.map(({ title, url }: { title: string; url: string }) => [title, url]),
          [[`${repo}#101`, body.data.url]],
        );
        const links = (await ada.get(`/api/tickets/${ticket.id}/links`)).body.data;
        assert.deepEqual(
          links.map((link: { kind: string; url: string; state: string }) => [
            link.kind,
            link.url,
            link.state,
          ]),
          [['pull_request', body.data.url, 'open']],
        );
      } finally {
        await fake.close();
      }
    });

  test('a worker without the lease, another branch and the default branch are refused before the host is asked', async () => {
    const fake = await startFakeHost('github', repositories.root);
    try {
      const { pilot, task, branch, push, epoch, key } = await handOver({
        kind: 'github',
        apiUrl: fake.origin,
      });
      push('fixed');
      const asked = fake.calls.length;
      const stale = await open(pilot, task.id, { epoch: epoch + 1, branch });
      assert.deepEqual([stale.status, stale.body.error.code], [409, 'CONFLICT']);
      for (const other of ['main', `docket/${key}-99/fix`, `docket/${key}-1/`, 'docket/../main', '-x']) {
        const { status, body } = await open(pilot, task.id, { epoch, branch: other });
        assert.deepEqual([status, Object.keys(body.error.details)], [400, ['branch']], other);
      }
      const eve = await world.person('Eve');
      assert.equal((await open(eve, task.id, { epoch, branch })).status, 403);
      assert.deepEqual([fake.calls.length, fake.pulls.length], [asked, 0]);

      // The lease ends while the code host answers: the pull request is there, but not a result of this worker.
      fake.state.hold = ({ method }) =>
        method === 'POST' ? ada.post(`/v1/agent-tasks/${task.id}/cancel`, {}).then(() => {}) : undefined;
      const late = await open(pilot, task.id, { epoch, branch });
      assert.deepEqual([late.status, late.body.error.details], [409, { stop: ['cancelled'] }]);
      assert.deepEqual((await ada.get(`/v1/agent-tasks/${task.id}`)).body.data.artifacts, []);
    } finally {
      await fake.close();
    }
  });

  test('a failed check queues a follow-up that names the task and the branch that it continues', async () => {
    const fake = await startFakeHost('github', repositories.root);
    try {
      const { pilot, task, branch, push, epoch, repo } = await handOver({
        kind: 'github',
        apiUrl: fake.origin,
      });
      const sha = push('fixed');
      await pilot.post(`/v1/agent-tasks/${task.id}/artifacts`, { epoch, type: 'branch', title: branch });
      await open(pilot, task.id, { epoch, branch });
      await pilot.post(`/v1/agent-tasks/${task.id}/complete`, { epoch });
      const { enqueueFollowUp } = await import('../../agent-tasks/index.ts');
      const projectId = task.project.id as string;
      const enqueued = await world.db.transaction((tx) =>
        enqueueFollowUp(
          tx,
          { now: world.clock.now(), tasksPerHourMax: 60 },
          {
            pullRequest: { repository: repo, number: 101 },
            projectIds: [projectId],
            isLinked: true,
            includesInstance: false,
            reason: 'checks_failed',
            sentence: 'A check failed.',
            source: { provider: 'github', event: 'check_run', repo },
            dedupeKey: sha,
          },
        ),
      );
      const follower = (await pilot.post('/v1/agent-tasks/claim', { workerId: 'w' })).body.data;
      assert.equal(follower.id, enqueued?.task.id);
      assert.equal(follower.followsId, task.id);
      assert.deepEqual(follower.input.followUp, { reason: 'checks_failed', branch });
      push('fixed again');
      const again = await open(pilot, follower.id, { epoch: follower.lease.epoch, branch });
      assert.deepEqual([again.body.data.number, again.body.data.action], [101, 'updated']);
    } finally {
      await fake.close();
    }
  });
});

onEveryEngine('a task whose repository is local', (engine) => {
  const repositories = newRepositories();
  let world: World;

  before(async () => {
    repositories.add('acme/app', [{ message: 'First', files: { 'a.ts': 'a' } }]);
    world = await openWorld(engine, { RATE_LIMIT: 'off', LOCAL_REPOSITORIES: repositories.root });
  });
  after(async () => {
    await world.close();
    repositories.remove();
  });

  test('has no pull request, and says so', async () => {
    const ada = await world.person('Ada');
    await ada.post('/api/projects', { name: 'App', key: 'APP', repositories: ['acme/app'] });
    const instructions = 'Do it.';
    const { id } = (await ada.post('/v1/agent-tasks', { projectId: 'APP', title: 'Work', instructions })).body
      .data;
    const { lease } = (await ada.post('/v1/agent-tasks/claim', { workerId: 'w' })).body.data;
    const { status, body } = await ada.post(`/v1/agent-tasks/${id}/pull-request`, {
      epoch: lease.epoch,
      branch: `docket/${id}/fix`,
    });
    assert.deepEqual([status, body.error.code], [409, 'CONFLICT']);
    assert.match(body.error.message, /acme\/app is a local repository, which has no pull requests/);
  });
});
