import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { newRepositories } from '../../../test/support/git-history.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';
import { predictDueTasks } from './predict-task-files.ts';

interface Task {
  id: string;
  state: string;
  hold?: string;
  heldReason?: string;
  touched: string[];
  predicted: { path: string; share: number }[];
  collisions: { taskId: string; ticket: { id: string; key: string; title: string }; files: string[] }[];
  lease: { epoch: number } | null;
}

interface Ticket {
  id: string;
  key: string;
}

const session = 'src/auth/session.ts';
const chart = 'web/charts/burndown.ts';
const history = [
  { message: 'Refuse expired session cookies', files: { [session]: '1' } },
  { message: 'Draw the burndown chart', files: { [chart]: '1' } },
  { message: 'Session cookies survive a restart', files: { [session]: '2' } },
  { message: 'Burndown chart in dark colours', files: { [chart]: '2', 'old.ts': '1' } },
];

onEveryEngine('tasks that would touch the same files', (engine) => {
  const repositories = newRepositories();
  let world: World;
  let ada: Person;
  let count = 0;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off', LOCAL_REPOSITORIES: repositories.root });
    ada = await world.person('Ada');
  });
  after(async () => {
    await world.close();
    repositories.remove();
  });

  const predict = () =>
    predictDueTasks({
      db: world.db,
      clock: world.clock,
      docs: world.context.docs,
      logger: world.context.logger,
      tasksPerHourMax: 1_000,
    });

  /** A project that links a repository with the history, and what its people and workers do. */
  const newProject = async (collisions: 'off' | 'warn' | 'hold', repo = `acme/app${count}`) => {
    const key = `C${++count}`;
    if (repo === `acme/app${count - 1}`) repositories.add(repo, history);
    await ada.post('/api/projects', { name: key, key, repositories: [repo] });
    await ada.put(`/api/project/${key}/agent-limits`, { tasksPerHour: 1_000, collisions });
    const newTicket = async (title: string): Promise<Ticket> =>
      (await ada.post('/api/tickets', { title, projectId: key })).body.data;
    const newTask = async (ticket: Ticket): Promise<Task> => {
      const fields = { ticketId: ticket.id, title: 'Do it', instructions: 'Do it.', kind: `k${ticket.key}` };
      return (await ada.post('/v1/agent-tasks', fields)).body.data;
    };
    const claim = async (ticket: Ticket): Promise<Task | undefined> =>
      (await ada.post('/v1/agent-tasks/claim', { workerId: 'w', kinds: [`k${ticket.key}`] })).body?.data;
    const act = async (task: Task, action: string, more: object = {}) => {
      const answer = await ada.post(`/v1/agent-tasks/${task.id}/${action}`, {
        epoch: task.lease?.epoch,
        ...more,
      });
      assert.ok(answer.status < 300, JSON.stringify(answer.body));
    };
    const touch = (task: Task, ...files: string[]) =>
      act(task, 'activities', { type: 'action', content: 'Edited', files });
    /** A claimed task on a new ticket that has touched the files. */
    const newRunning = async (title: string, ...files: string[]) => {
      const ticket = await newTicket(title);
      await newTask(ticket);
      await predict();
      const task = (await claim(ticket)) as Task;
      if (files.length > 0) await touch(task, ...files);
      return { ticket, task };
    };
    return { key, newTicket, newTask, claim, act, touch, newRunning };
  };

  const read = async ({ id }: Task): Promise<Task> => (await ada.get(`/v1/agent-tasks/${id}`)).body.data;

  test('the files of a queued task are predicted from the history of its repository', async () => {
    const { newTicket, newTask } = await newProject('warn');
    const task = await newTask(await newTicket('Session cookies expire too early'));
    assert.deepEqual(task.predicted, []);
    await predict();
    const [best] = (await read(task)).predicted;
    assert.equal(best?.path, session);
    assert.ok(best.share >= 0.3 && best.share <= 1, String(best.share));
  });

  test('a project that does not ask for it predicts nothing', async () => {
    const { newTicket, newTask, newRunning } = await newProject('off');
    await newRunning('Anything', session);
    const task = await newTask(await newTicket('Session cookies expire too early'));
    await predict();
    const { predicted, collisions, hold } = await read(task);
    assert.deepEqual({ predicted, collisions, hold }, { predicted: [], collisions: [], hold: undefined });
  });

  test('a task waits while a running task touches its predicted files, and names the other ticket', async () => {
    const { newTicket, newTask, newRunning, claim, act } = await newProject('hold');
    const running = await newRunning('Rewrite sign-in', session);
    const ticket = await newTicket('Session cookies expire too early');
    const created = await newTask(ticket);
    assert.equal(created.hold, 'collision');
    assert.match(created.heldReason ?? '', /predicting/);
    await predict();
    const held = await read(created);
    assert.equal(held.heldReason, `Waits for ${running.ticket.key}: both would change ${session}`);
    assert.deepEqual(held.collisions, [
      {
        taskId: running.task.id,
        ticket: { id: running.ticket.id, key: running.ticket.key, title: 'Rewrite sign-in' },
        files: [session],
      },
    ]);
    const listed = (await ada.get(`/v1/agent-tasks?ticket=${ticket.key}&ready=false`)).body.data as Task[];
    assert.equal(listed[0]?.heldReason, held.heldReason);
    assert.equal(await claim(ticket), undefined);

    await act(running.task, 'complete');
    const free = await read(created);
    assert.deepEqual([free.hold, free.collisions], [undefined, []]);
    assert.equal((await claim(ticket))?.id, created.id);
  });

  test('a task that is offered already is held as soon as a running one touches its file', async () => {
    const { newTicket, newTask, newRunning, touch, act } = await newProject('hold');
    const running = await newRunning('Rewrite sign-in');
    const waiting = await newTask(await newTicket('Session cookies expire too early'));
    await predict();
    assert.equal((await read(waiting)).hold, undefined);
    await touch(running.task, chart);
    assert.equal((await read(waiting)).hold, undefined);
    await touch(running.task, session);
    assert.equal((await read(waiting)).hold, 'collision');
    await act(running.task, 'ask', { question: 'Which one?' });
    assert.equal((await read(waiting)).hold, 'collision', 'a task that waits for an answer keeps its branch');
    await act(running.task, 'cancel');
    assert.equal((await read(waiting)).hold, undefined);
  });

  test('with warn the task says what it collides with and is handed out all the same', async () => {
    const { newTicket, newTask, newRunning, claim } = await newProject('warn');
    const running = await newRunning('Rewrite sign-in', session);
    const ticket = await newTicket('Session cookies expire too early');
    const task = await newTask(ticket);
    await predict();
    const warned = await read(task);
    assert.equal(warned.hold, undefined);
    assert.deepEqual(
      warned.collisions.map((collision) => collision.ticket.key),
      [running.ticket.key],
    );
    assert.equal((await claim(ticket))?.id, task.id);
  });

  test('two tasks on the same file never wait for each other, even if a blocker is between them', async () => {
    const { newTicket, newTask, newRunning, claim, touch, act } = await newProject('hold');
    const first = await newRunning('Session cookies of guests', session);
    const ticket = await newTicket('Session cookies expire too early');
    const second = await newTask(ticket);
    await predict();
    assert.equal((await read(second)).hold, 'collision');

    await ada.post(`/api/tickets/${first.ticket.id}/relations`, { kind: 'blocked_by', ticketId: ticket.id });
    await act(first.task, 'release');
    assert.equal((await read(first.task)).hold, 'blocked');
    assert.equal((await read(second)).hold, undefined, 'a queued task holds nobody');

    const claimed = (await claim(ticket)) as Task;
    await touch(claimed, session);
    await ada.put(`/api/tickets/${ticket.id}/status`, { status: 'done' });
    assert.equal((await read(first.task)).hold, 'collision', 'now the first waits for the second');
    await act(claimed, 'complete');
    assert.equal((await read(first.task)).hold, undefined);

    const third = await newTicket('Session cookies for robots');
    const last = await newTask(third);
    await predict();
    assert.equal((await read(last)).hold, undefined);
    assert.equal((await claim(first.ticket))?.id, first.task.id);
    assert.equal((await read(last)).hold, 'collision', 'the files of the earlier attempt hold again');
  });

  test('an admin offers a colliding task all the same, and it stays offered', async () => {
    const { newTicket, newTask, newRunning, touch } = await newProject('hold');
    const running = await newRunning('Rewrite sign-in', session);
    const task = await newTask(await newTicket('Session cookies expire too early'));
    await predict();
    await ada.post(`/v1/agent-tasks/${task.id}/unhold`);
    assert.equal((await read(task)).hold, undefined);
    await touch(running.task, 'src/auth/other.ts', session);
    assert.equal((await read(task)).hold, undefined);
  });

  test('the setting applies to the tasks that wait', async () => {
    const { key, newTicket, newTask, newRunning } = await newProject('off');
    await newRunning('Rewrite sign-in', session);
    const task = await newTask(await newTicket('Session cookies expire too early'));
    const set = (collisions: string | null) => ada.put(`/api/project/${key}/agent-limits`, { collisions });
    await set('hold');
    await predict();
    assert.equal((await read(task)).hold, 'collision');
    assert.equal((await ada.get(`/api/project/${key}/agent-limits`)).body.data.used.held.collision, 1);
    await set('warn');
    assert.equal((await read(task)).hold, undefined);
    await set('hold');
    await predict();
    assert.equal((await read(task)).hold, 'collision');
    assert.equal((await set(null)).body.data.collisions, 'off');
    assert.equal((await read(task)).hold, undefined);
    assert.equal((await set('sometimes')).status, 400);
  });

  test('without a readable repository, files of completed tasks are the past', async () => {
    const { newTicket, newTask, newRunning, act } = await newProject('hold', 'acme/none');
    const done = await newRunning('Session cookies of guests', session);
    await act(done.task, 'complete');
    await newRunning('Rewrite sign-in', session);
    const task = await newTask(await newTicket('Session cookies expire too early'));
    await predict();
    assert.equal((await read(task)).predicted[0]?.path, session);
    assert.equal((await read(task)).hold, 'collision');
  });
});
