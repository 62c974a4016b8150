import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';
import { hourMs } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/index.ts';
import { enqueueFollowUp, type FollowUp } from './enqueue-follow-up.ts';
import { enqueueTask, type NewTask } from './enqueue-task.ts';

const source = { provider: 'github', event: 'issues', action: 'opened', repo: 'acme/app' };

onEveryEngine('enqueueing tasks', (engine) => {
  let world: World;
  let ada: Person;
  let count = 0;

  before(async () => {
    world = await openWorld(engine);
    ada = await world.person('Ada');
  });
  after(() => world.close());

  const newProject = async () =>
    (await ada.post('/api/projects', { name: 'Work', key: `W${++count}` })).body.data.id as string;
  const taskOf = (projectId: string | null, more: Partial<NewTask> = {}): NewTask => ({
    projectId,
    kind: 'issue.opened',
    title: 'Look at it',
    instructions: 'Read the issue and fix it.',
    source,
    ...more,
  });
  const enqueue = (task: NewTask, tasksPerHourMax = 60) =>
    world.db.transaction((tx) => enqueueTask(tx, { now: world.clock.now(), tasksPerHourMax }, task));
  const wake = (followUp: FollowUp) =>
    world.db.transaction((tx) =>
      enqueueFollowUp(tx, { now: world.clock.now(), tasksPerHourMax: 60 }, followUp),
    );
  const eventsOf = async (taskId: string) =>
    (await world.events()).filter(({ data }) => JSON.parse(data).task?.id === taskId).map(({ type }) => type);
  const setState = (id: string, state: string) =>
    world.db.transaction((tx) =>
      tx.run({ text: 'update agent_tasks set state = :state where id = :id' }, { id, state }),
    );

  test('a task and its event roll back with the transaction of their cause', async () => {
    const projectId = await newProject();
    const { outcome, task } = await enqueue(taskOf(projectId, { input: { number: 7 } }));
    assert.deepEqual([outcome, task.state, task.projectId, task.attempt], ['queued', 'queued', projectId, 0]);
    assert.deepEqual(JSON.parse(task.input), { number: 7 });
    assert.deepEqual(await eventsOf(task.id), ['agent_task.queued']);
    const cause = new Error('the cause did not happen');
    let undone = '';
    const failing = async (tx: Tx) => {
      const made = await enqueueTask(tx, { now: 0, tasksPerHourMax: 60 }, taskOf(projectId));
      undone = made.task.id;
      throw cause;
    };
    await assert.rejects(world.db.transaction(failing), cause);
    assert.deepEqual(await eventsOf(undone), []);
  });

  test('concurrent enqueues with one dedupe key create one task in each project', async () => {
    const projectId = await newProject();
    const made = await Promise.all(
      Array.from({ length: 20 }, () => enqueue(taskOf(projectId, { dedupeKey: 'acme/app#7 opened' }))),
    );
    assert.equal(made.filter(({ outcome }) => outcome === 'queued').length, 1);
    assert.equal(new Set(made.map(({ task }) => task.id)).size, 1);
    const elsewhere = await enqueue(taskOf(await newProject(), { dedupeKey: 'acme/app#7 opened' }));
    assert.equal(elsewhere.outcome, 'queued');
  });

  test('concurrent enqueues above the hourly cap are held with the reason', async () => {
    const projectId = await newProject();
    const burst = await Promise.all(Array.from({ length: 12 }, () => enqueue(taskOf(projectId), 5)));
    assert.equal(burst.filter(({ outcome }) => outcome === 'queued').length, 5);
    const held = burst.find(({ outcome }) => outcome === 'held');
    assert.match(held?.task.heldReason ?? '', /^More than 5 tasks within an hour/);
    assert.deepEqual(await eventsOf(held?.task.id ?? ''), ['agent_task.held']);
    assert.equal((await enqueue(taskOf(await newProject()), 5)).outcome, 'queued');
    world.clock.advance(hourMs + 1);
    assert.equal((await enqueue(taskOf(projectId), 5)).outcome, 'queued');
  });

  test('a task belongs to the project of its ticket, and has no ticket if that is deleted', async () => {
    const projectId = await newProject();
    const ticket = (await ada.post('/api/tickets', { title: 'Broken', projectId })).body.data;
    const { task } = await enqueue(taskOf(null, { ticketId: ticket.id }));
    assert.deepEqual([task.projectId, task.ticketId, task.ticketTitle], [projectId, ticket.id, 'Broken']);
    await ada.delete(`/api/tickets/${ticket.id}`);
    const late = await enqueue(taskOf(projectId, { ticketId: ticket.id }));
    assert.deepEqual([late.task.projectId, late.task.ticketId], [projectId, null]);
  });

  test('overlong titles, NUL characters and oversized payloads are truncated', async () => {
    const { task } = await enqueue(
      taskOf(await newProject(), {
        title: `a\0b${'x'.repeat(9_000)}`,
        instructions: `\0${'y'.repeat(200_000)}`,
        input: { huge: 'z'.repeat(1024 * 1024), nul: '\0' },
      }),
    );
    assert.equal(task.title.length, 500);
    assert.equal(task.instructions.length, 100_000);
    assert.deepEqual(JSON.parse(task.input).truncated, true);
  });

  test('a pull request of a started task queues one follow-up with the same context', async () => {
    const projectId = await newProject();
    const pullRequest = { repository: 'Acme/App', number: 12 };
    const { task } = await enqueue(taskOf(projectId, { pullRequest, input: { number: 12 } }));
    const followUp: FollowUp = {
      pullRequest: { repository: 'acme/app', number: 12 },
      projectIds: [projectId],
      isLinked: true,
      includesInstance: true,
      reason: 'checks_failed',
      sentence: 'The check build failed.',
      source: { provider: 'github', event: 'check_run', repo: 'acme/app' },
      input: { check: 'build' },
      dedupeKey: '1a2b3c',
    };
    assert.equal(await wake(followUp), undefined, 'a queued task needs no follow-up');
    await setState(task.id, 'completed');
    const woken = await wake(followUp);
    assert.equal(woken?.outcome, 'queued');
    assert.deepEqual(
      [woken?.task.followsId, woken?.task.projectId, woken?.task.kind, woken?.task.title],
      [task.id, projectId, 'pull_request.checks_failed', 'Follow up: Look at it'],
    );
    assert.deepEqual(JSON.parse(woken?.task.input ?? ''), {
      number: 12,
      followUp: { reason: 'checks_failed', check: 'build' },
    });
    const elsewhere = { ...followUp, projectIds: [await newProject()] };
    assert.equal(await wake(elsewhere), undefined, 'the repository is linked to another project');
    assert.equal((await wake({ ...followUp, projectIds: [], isLinked: false }))?.outcome, 'duplicate');
    assert.equal(await wake({ ...followUp, projectIds: [] }), undefined);
    assert.equal((await wake({ ...followUp, dedupeKey: '4d5e6f' }))?.outcome, 'queued');
    const other = { ...followUp, pullRequest: { repository: 'acme/app', number: 13 } };
    assert.equal(await wake(other), undefined);
  });
});
