import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { followAll, newAgent, type TestAgent } from '../../../test/support/agents.ts';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { startFakeHost } from '../../../test/support/fake-code-host.ts';
import { newRepositories } from '../../../test/support/git-history.ts';
import { gitObjects } from '../../../test/support/git-objects.ts';
import { sendGithub, signedHosts } from '../../../test/support/webhooks.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';
import { unholdTasksWithinCap } from '../../agent-tasks/holds/unhold-tasks-within-cap.ts';
import { minuteMs } from '../../platform/clock.ts';
import { findWorkflowRow, markWorkflowDue } from '../../projects/index.ts';
import { refreshDueWorkflows } from './workflow-loop.ts';

const file = (...frontMatter: string[]) =>
  `---\n${frontMatter.join('\n')}\n---\nWork on {{ ticket.key }}.\n\n{{ ticket.title }}\n`;

onEveryEngine('WORKFLOW.md of a linked repository', (engine) => {
  const repositories = newRepositories();
  let world: World;
  let ada: Person;
  let pilot: TestAgent;
  let count = 0;

  before(async () => {
    world = await openWorld(engine, {
      ...signedHosts,
      RATE_LIMIT: 'off',
      LOCAL_REPOSITORIES: repositories.root,
    });
    ada = await world.person('Ada');
  });
  after(async () => {
    await world.close();
    repositories.remove();
  });

  const refreshDue = () =>
    refreshDueWorkflows({
      db: world.db,
      clock: world.clock,
      docs: world.context.docs,
      tasksPerHourMax: 60,
    });

  /** A project that links a repository with this file. */
  const newProject = async (text: string) => {
    const key = `W${++count}`;
    const repo = `acme/app${count}`;
    repositories.add(repo, [{ message: 'First', files: { 'WORKFLOW.md': text, 'src/a.ts': `${count}` } }]);
    const { id } = (await ada.post('/api/projects', { name: key, key, repositories: [repo] })).body.data;
    pilot = await newAgent(world, ada, `Pilot ${count}`, id);
    const objects = gitObjects(`${repositories.root}/${repo}.git`);
    /** Commits another version of the file to main. */
    const write = (next: string) => {
      const tip = objects.commit('main') as { sha: string; tree: string };
      const tree = objects.treeWith(tip.tree, [{ path: 'WORKFLOW.md', content: next }]);
      objects.setBranch('main', objects.commitTree(tree, [tip.sha], 'Change it', '2026-10-01T00:00:00Z'));
      return objects.resolve('main') as string;
    };
    return { id, key, repo, objects, write };
  };
  const read = async (key: string) => (await ada.get(`/api/project/${key}/agent-workflow`)).body.data;
  const refresh = async (key: string) => {
    const { status, body } = await ada.post(`/api/project/${key}/agent-workflow/refresh`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  const newTicket = async (projectId: string, more: object = {}) =>
    (await ada.post('/api/tickets', { title: 'Broken', projectId, status: 'todo', ...more })).body.data;
  const tasksOf = async (ticketId: string) => {
    await followAll(world, 60);
    return (await ada.get(`/api/tickets/${ticketId}/agent-tasks`)).body.data;
  };

  test('the file is read after the repository is linked, and its last version without problems is kept', async () => {
    const { key, repo, objects, write } = await newProject(file('concurrency: { todo: 2 }', 'paths: [src]'));
    await refreshDue();
    const first = await read(key);
    const commit = objects.resolve('main');
    assert.deepEqual(
      [first.repository, first.commit, first.policyCommit, first.problems, first.template],
      [repo, commit, commit, [], 'Work on {{ ticket.key }}.\n\n{{ ticket.title }}'],
    );
    assert.deepEqual(first.concurrency, [{ status: 'todo', max: 2, from: 'file' }]);
    assert.deepEqual(first.paths, { value: ['src'], from: 'file' });
    assert.deepEqual(first.budget, { value: null, from: 'default' });

    const broken = write(file('concurency: { todo: 3 }'));
    const second = await refresh(key);
    assert.deepEqual([second.commit, second.policyCommit], [broken, commit]);
    assert.deepEqual(second.problems, [
      { line: 2, column: 1, message: 'The file has no key "concurency"', instead: 'concurrency' },
    ]);
    assert.deepEqual(second.concurrency, first.concurrency);
    // The same commit is not parsed again, and its problems stay.
    assert.deepEqual((await refresh(key)).problems, second.problems);

    write(file('concurrency: { todo: 3 }'));
    world.clock.advance(6 * minuteMs);
    assert.equal((await read(key)).concurrency[0].max, 2, 'reading waits for no code host');
    await refreshDue();
    assert.equal((await read(key)).concurrency[0].max, 3);

    await ada.put(`/api/project/${key}`, { repositories: [] });
    await refreshDue();
    const gone = await read(key);
    assert.deepEqual([gone.repository, gone.policyCommit, gone.concurrency], [null, null, []]);
  });

  test('a push that the code host tells of makes Docket read the file again, at once', async () => {
    const { key, repo, write } = await newProject(file('concurrency: { todo: 2 }'));
    await refreshDue();
    write(file('concurrency: { todo: 5 }'));
    await refreshDue();
    assert.equal((await read(key)).concurrency[0].max, 2, 'nothing is due yet');
    const mona = { login: 'mona', name: 'Mona', email: 'mona@example.org' };
    const push = {
      ...{ ref: 'refs/heads/main', before: 'b'.repeat(40), after: 'c'.repeat(40), deleted: false },
      commits: [{ id: 'a'.repeat(40), message: 'Change it', url: '', author: mona, distinct: true }],
      repository: { full_name: repo },
      sender: mona,
    };
    const told = await sendGithub(world, 'push', push);
    assert.ok(told.status < 300, JSON.stringify(told.body));
    await refreshDue();
    assert.equal((await read(key)).concurrency[0].max, 5);
  });

  test('a push that is told of while the file is being read makes it due again', async () => {
    const name = `acme/slow${++count}`;
    const key = `W${count}`;
    repositories.add(name, [
      { message: 'First', files: { 'WORKFLOW.md': file('concurrency: { todo: 2 }') } },
    ]);
    const fake = await startFakeHost('github', repositories.root);
    const settings = { ...signedHosts, GITHUB_API_URL: fake.origin, GITHUB_TOKEN: 'good-token' };
    const slow = await openWorld(engine, { ...settings, RATE_LIMIT: 'off' });
    try {
      const mona = await slow.person('Mona');
      const { id } = (await mona.post('/api/projects', { name: key, key, repositories: [name] })).body.data;
      const context = { db: slow.db, clock: slow.clock, docs: slow.context.docs, tasksPerHourMax: 60 };
      const dueAt = async () => (await findWorkflowRow(slow.db.reads, { projectId: id }))?.dueAt ?? 0;
      const readings: [name: string, start: () => Promise<unknown>][] = [
        ['by the loop', () => refreshDueWorkflows(context)],
        ['on request', () => mona.post(`/api/project/${key}/agent-workflow/refresh`)],
      ];
      for (const [how, start] of readings) {
        const { promise: isReading, resolve: reading } = Promise.withResolvers<void>();
        const { promise: proceed, resolve: goOn } = Promise.withResolvers<void>();
        fake.state.hold = () => {
          reading();
          return proceed;
        };
        const done = start();
        await isReading;
        const told = slow.clock.now();
        await slow.db.transaction((tx) => markWorkflowDue(tx, { projectId: id, dueAt: told }));
        fake.state.hold = undefined;
        goOn();
        await done;
        assert.equal(await dueAt(), told, how);
        await refreshDueWorkflows(context);
        assert.ok(
          (await dueAt()) > slow.clock.now() + minuteMs,
          `${how}: nothing is due after the next reading`,
        );
        slow.clock.advance(minuteMs);
        // The next reading on request begins while the file is due already.
        await slow.db.transaction((tx) => markWorkflowDue(tx, { projectId: id, dueAt: slow.clock.now() }));
        slow.clock.advance(1);
      }
    } finally {
      await slow.close();
      await fake.close();
    }
  });

  test('the settings of the project win over the file', async () => {
    const { id, key } = await newProject(
      file(
        'start: [{ status: todo }, { status: in_review, agent: Nobody }]',
        'paths: [src]',
        'budget: { amount: 100, currency: EUR }',
      ),
    );
    const before = await refresh(key);
    assert.deepEqual(before.start, [{ status: 'todo', labels: [], agentId: null, from: 'file' }]);
    assert.match(before.problems[0].message, /No agent "Nobody"/);
    assert.deepEqual(before.budget, {
      value: { amount: 100, currency: 'EUR', period: 'month' },
      from: 'file',
    });
    assert.equal((await ada.get(`/api/project/${key}/agent-limits`)).body.data.budget.amount, 100);

    await ada.put(`/api/project/${key}`, {
      automation: { statusRules: [{ status: 'todo', labels: ['agent'], agentId: pilot.id }] },
    });
    await ada.put(`/api/project/${key}/agent-branches`, { paths: ['docs'] });
    await ada.put(`/api/project/${key}/agent-limits`, { budget: { amount: 7, currency: 'USD' } });
    const after = await refresh(key);
    assert.deepEqual(after.start, [
      { status: 'todo', labels: ['agent'], agentId: pilot.id, from: 'settings' },
    ]);
    assert.deepEqual(after.paths, { value: ['docs'], from: 'settings' });
    assert.deepEqual([after.budget.value.amount, after.budget.from], [7, 'settings']);
    assert.deepEqual(await tasksOf((await newTicket(id)).id), [], 'the label of the setting is missing');

    await ada.put(`/api/project/${key}/agent-limits`, { budget: null });
    assert.deepEqual((await read(key)).budget, before.budget);
  });

  test('a ticket that enters a status of the file gets a task, as many at a time as the file allows', async () => {
    const { id, key } = await newProject(
      file(
        'start: [todo]',
        'concurrency: { todo: 1 }',
        'hooks: { before_run: npm ci }',
        'checks: [npm test]',
      ),
    );
    await refreshDue();
    const [first] = await tasksOf((await newTicket(id, { title: 'One\nof `two`' })).id);
    assert.deepEqual([first.kind, first.agentId, first.heldReason], ['status_rule', undefined, undefined]);
    const second = await newTicket(id);
    const [held] = await tasksOf(second.id);
    assert.equal(held.hold, 'status');
    assert.match(held.heldReason, /^WORKFLOW.md allows 1 task of tickets that entered todo at a time/);

    const claimed = (await pilot.post('/v1/agent-tasks/claim', { workerId: 'w', projectId: key })).body.data;
    assert.equal(claimed.id, first.id);
    assert.equal((await pilot.post('/v1/agent-tasks/claim', { workerId: 'w' })).status, 204);
    await unholdTasksWithinCap(world.db, world.clock.now(), 60);
    assert.equal((await tasksOf(second.id))[0].hold, 'status', 'the first is still running');

    const workflow = (await pilot.get(`/v1/agent-tasks/${first.id}/workflow`)).body.data;
    assert.deepEqual(
      [workflow.hooks.beforeRun, workflow.hooks.timeoutSeconds, workflow.checks],
      ['npm ci', 600, [{ name: 'npm test', run: 'npm test' }]],
    );
    const prompt = `Work on ${first.ticket.key}.\n\n> One of \`two\``;
    assert.equal(workflow.prompt.replace('One\n> of', 'One of'), prompt);
    const pack = (await pilot.get(`/v1/agent-tasks/${first.id}/context`)).body as string;
    assert.ok(pack.includes(`## Prompt of the repository\n\n${workflow.prompt}`), pack);

    await pilot.post(`/v1/agent-tasks/${first.id}/complete`, { epoch: claimed.lease.epoch });
    await unholdTasksWithinCap(world.db, world.clock.now(), 60);
    const [released] = await tasksOf(second.id);
    assert.deepEqual([released.hold, released.state], [undefined, 'queued']);
  });

  test('a spent budget of the file holds tasks', async () => {
    const { id, key } = await newProject(file('budget: { amount: 10, currency: EUR }'));
    await refreshDue();
    const create = async () =>
      (await ada.post('/v1/agent-tasks', { projectId: id, title: 'Work', instructions: 'Do it.' })).body.data;
    const { id: taskId } = await create();
    const { lease } = (await pilot.post('/v1/agent-tasks/claim', { workerId: 'w', projectId: key })).body
      .data;
    const usage = { cost: { amount: 10, currency: 'EUR' } };
    await pilot.post(`/v1/agent-tasks/${taskId}/complete`, { epoch: lease.epoch, usage });
    assert.equal((await create()).hold, 'budget');
  });

  test('strangers and viewers of a public project do not read the file, and a failing host keeps the policy', async () => {
    const { id, key, repo } = await newProject(file('concurrency: { todo: 2 }'));
    await ada.put(`/api/project/${key}`, { visibility: 'public' });
    await refreshDue();
    const eve = await world.person('Eve');
    assert.equal((await eve.get(`/api/project/${key}/agent-workflow`)).status, 403);
    assert.equal((await eve.post(`/api/project/${key}/agent-workflow/refresh`)).status, 403);
    const fake = await startFakeHost('github', repositories.root);
    try {
      // The local folder loses the repository; the code host that the project sets answers with an error.
      await ada.put(`/api/project/${key}/code-host`, {
        kind: 'github',
        apiUrl: fake.origin,
        token: 'good-token',
      });
      fake.state.fail = [503, { message: 'down' }];
      await ada.put(`/api/project/${key}`, { repositories: [`${repo}-gone`] });
      const { problems, policyCommit, concurrency } = await refresh(key);
      assert.match(problems[0].message, /GitHub returned 503/);
      assert.notEqual(policyCommit, null);
      assert.equal(concurrency[0].max, 2);
    } finally {
      await fake.close();
    }
    assert.ok(id);
  });
});
