import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { dueRuns } from '../../../test/support/rotation.ts';
import { sendGithub, signedHosts } from '../../../test/support/webhooks.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';

interface Ticket {
  id: string;
  key: string;
}

interface Task {
  id: string;
  ticketId: string;
  state: string;
  hold?: string;
  heldReason?: string;
  blockedBy: { id: string; key?: string; title: string }[];
}

const mergedPull = (number: number, body: string) => ({
  action: 'closed',
  number,
  pull_request: {
    ...{ id: number, number, body, title: 'Change', state: 'closed', draft: false, merged: true },
    user: { login: 'mona' },
    html_url: `https://github.com/acme/app/pull/${number}`,
    head: { ref: 'change', sha: 'a'.repeat(40) },
    base: { ref: 'main', repo: { full_name: 'acme/app' } },
    updated_at: '2026-11-01T10:00:00Z',
  },
  repository: { full_name: 'acme/app' },
  sender: { login: 'mona' },
});

onEveryEngine('tasks of blocked tickets', (engine) => {
  let world: World;
  let ada: Person;
  let count = 0;

  before(async () => {
    world = await openWorld(engine, { ...signedHosts, RATE_LIMIT: 'off', AGENT_TASKS_PER_HOUR: '100000' });
    ada = await world.person('Ada');
    await ada.post('/api/projects', { name: 'App', key: 'APP', repositories: ['acme/app'] });
    await ada.put('/api/project/APP', { automation: { moveWithTasks: false } });
  });
  after(() => world.close());

  const newTicket = async (more: object = {}): Promise<Ticket> =>
    (await ada.post('/api/tickets', { title: `T${++count}`, projectId: 'APP', ...more })).body.data;
  const relate = (ticket: Ticket, kind: string, other: Ticket) =>
    ada.post(`/api/tickets/${ticket.id}/relations`, { kind, ticketId: other.id });
  const setStatus = (ticket: Ticket, status: string) =>
    ada.put(`/api/tickets/${ticket.id}/status`, { status });
  const newTask = async (ticket: Ticket, more: object = {}): Promise<Task> => {
    const fields = { ticketId: ticket.id, title: 'Task', instructions: 'Do it.', kind: `k${ticket.key}` };
    return (await ada.post('/v1/agent-tasks', { ...fields, ...more })).body.data;
  };
  const readTask = async (task: Task): Promise<Task> =>
    (await ada.get(`/v1/agent-tasks/${task.id}`)).body.data;
  const claim = (ticket: Ticket) =>
    ada.post('/v1/agent-tasks/claim', { workerId: 'w', kinds: [`k${ticket.key}`] });
  const isReady = async (task: Task) => (await readTask(task)).heldReason === undefined;
  /** A ticket with a task, blocked by another ticket. */
  const newBlocked = async () => {
    const [blocked, blocker] = [await newTicket(), await newTicket()];
    await relate(blocked, 'blocked_by', blocker);
    return { blocked, blocker, task: await newTask(blocked) };
  };

  test('a task of a blocked ticket names its blockers and is not handed out', async () => {
    const { blocked, blocker, task } = await newBlocked();
    assert.equal(task.state, 'queued');
    assert.equal(task.hold, 'blocked');
    assert.equal(task.heldReason, `Blocked by ${blocker.key}`);
    assert.deepEqual(task.blockedBy, [{ id: blocker.id, key: blocker.key, title: `T${count}` }]);
    assert.equal((await claim(blocked)).status, 204);
    const list = async (ready: boolean) =>
      (await ada.get(`/v1/agent-tasks?ticket=${blocked.key}&ready=${ready}`)).body.data;
    assert.deepEqual(await list(true), []);
    const [listed] = await list(false);
    assert.equal(listed.heldReason, `Blocked by ${blocker.key}`);
    assert.deepEqual(listed.blockedBy, task.blockedBy);
    const unheld = await ada.post(`/v1/agent-tasks/${task.id}/unhold`, {});
    assert.equal(unheld.status, 409);
    await setStatus(blocker, 'done');
    assert.deepEqual((await readTask(task)).blockedBy, []);
    assert.deepEqual(await list(false), []);
    assert.equal((await claim(blocked)).body.data.id, task.id);
  });

  test('every way to end a blocker releases the task in the same transaction', async () => {
    const ways: Record<string, (blocked: Ticket, blocker: Ticket) => Promise<unknown>> = {
      status: (_, blocker) => setStatus(blocker, 'cancelled'),
      update: (_, blocker) => ada.put(`/api/tickets/${blocker.id}`, { status: 'done' }),
      bulk: (_, blocker) => ada.post('/api/tickets/bulk', { tickets: [{ id: blocker.id, status: 'done' }] }),
      deletion: (_, blocker) => ada.delete(`/api/tickets/${blocker.id}`),
      relation: (blocked, blocker) =>
        ada.delete(`/api/tickets/${blocked.id}/relations/blocked_by/${blocker.id}`),
      'relation from the blocker': (blocked, blocker) =>
        ada.delete(`/api/tickets/${blocker.id}/relations/blocks/${blocked.id}`),
      'merged pull request': (_, blocker) =>
        sendGithub(world, 'pull_request', mergedPull(++count, `Fixes ${blocker.key}`)),
    };
    for (const [name, end] of Object.entries(ways)) {
      const { blocked, blocker, task } = await newBlocked();
      await end(blocked, blocker);
      assert.equal(await isReady(task), true, name);
      const types = (await world.events())
        .filter(({ data }) => JSON.parse(data).task?.id === task.id)
        .map(({ type }) => type);
      assert.deepEqual(types, ['agent_task.held', 'agent_task.unheld'], name);
    }
  });

  test('every way to block a ticket holds its queued task again, and leaves a running one', async () => {
    const ways: Record<string, (blocked: Ticket) => Promise<unknown>> = {
      blocked_by: async (blocked) => relate(blocked, 'blocked_by', await newTicket()),
      blocks: async (blocked) => relate(await newTicket(), 'blocks', blocked),
      reopening: async (blocked) => {
        const blocker = await newTicket({ status: 'done' });
        await relate(blocked, 'blocked_by', blocker);
        return setStatus(blocker, 'todo');
      },
      restoring: async (blocked) => {
        const blocker = await newTicket();
        await relate(blocked, 'blocked_by', blocker);
        await ada.delete(`/api/tickets/${blocker.id}`);
        return ada.post(`/api/tickets/${blocker.id}/restore`, {});
      },
      'a blocked parent': async (blocked) => {
        const parent = await newTicket();
        await relate(parent, 'blocked_by', await newTicket());
        return ada.put(`/api/tickets/${blocked.id}`, { parentId: parent.id });
      },
    };
    for (const [name, block] of Object.entries(ways)) {
      const blocked = await newTicket();
      const running = await newTask(blocked);
      await claim(blocked);
      const queued = await newTask(blocked);
      await block(blocked);
      const after = await readTask(queued);
      assert.equal(after.hold, 'blocked', name);
      assert.match(after.heldReason ?? '', /^Blocked by APP-\d+$/, name);
      assert.equal((await claim(blocked)).status, 204, name);
      assert.equal((await readTask(running)).state, 'in_progress', name);
      assert.equal((await readTask(running)).heldReason, undefined, name);
    }
  });

  test('a blocked ancestor blocks what is below it, until it leaves or is freed', async () => {
    const root = await newTicket();
    const middle = await newTicket({ parentId: root.id });
    const leaf = await newTicket({ parentId: middle.id });
    const task = await newTask(leaf);
    const blocker = await newTicket();
    await relate(blocker, 'blocks', root);
    assert.equal((await readTask(task)).heldReason, `Blocked by ${blocker.key}`);
    await ada.put(`/api/tickets/${middle.id}`, { parentId: null });
    assert.equal(await isReady(task), true);
    await ada.put(`/api/tickets/${middle.id}`, { parentId: root.id });
    assert.equal(await isReady(task), false);
    await setStatus(blocker, 'done');
    assert.equal(await isReady(task), true);
  });

  test('children that block their parent do not block each other', async () => {
    const epic = await newTicket();
    const parts = [await newTicket({ parentId: epic.id }), await newTicket({ parentId: epic.id })];
    for (const part of parts) await relate(part, 'blocks', epic);
    const tasks = [await newTask(parts[0] as Ticket), await newTask(parts[1] as Ticket)];
    const ofEpic = await newTask(epic);
    for (const task of tasks) assert.equal(await isReady(task), true);
    assert.equal(await isReady(ofEpic), false);
    for (const part of parts) await setStatus(part, 'done');
    assert.equal(await isReady(ofEpic), true);
  });

  test('a blocker that the reader may not read is not named', async () => {
    const ben = await world.person('Ben');
    const secret = (await ben.post('/api/projects', { name: 'Secret' })).body.data;
    await ben.post(`/api/project/${secret.id}/members`, { userId: ada.id, role: 'member' });
    const blocker = (await ben.post('/api/tickets', { title: 'Takeover of ACME', projectId: secret.id })).body
      .data;
    const blocked = await newTicket();
    await relate(blocked, 'blocked_by', blocker);
    const task = await newTask(blocked);
    assert.equal(task.heldReason, `Blocked by ${blocker.key}`);
    const carla = await world.person('Carla');
    await ada.post('/api/project/APP/members', { userId: carla.id, role: 'member' });
    for (const url of [`/v1/agent-tasks/${task.id}`, `/v1/agent-tasks?ticket=${blocked.key}`]) {
      const { body } = await carla.get(url);
      const text = JSON.stringify(body);
      assert.equal(
        text.includes(blocker.key) || text.includes('ACME') || text.includes(blocker.id),
        false,
        url,
      );
      assert.match(text, /Blocked by an open ticket/);
    }
    const events = (await world.events()).filter(({ data }) => JSON.parse(data).task?.id === task.id);
    for (const { data } of events) assert.equal(data.includes(blocker.key) || data.includes('ACME'), false);
  });

  test('deleting the project of the blocker releases the task, and restoring it holds the task again', async () => {
    const other = (await ada.post('/api/projects', { name: 'Other' })).body.data;
    const blocker = await newTicket({ projectId: other.id });
    const blocked = await newTicket();
    await relate(blocked, 'blocked_by', blocker);
    const task = await newTask(blocked);
    await ada.delete(`/api/project/${other.id}`);
    assert.equal(await isReady(task), true);
    await ada.post(`/api/project/${other.id}/restore`, {});
    assert.equal(await isReady(task), false);
  });

  test('a task that is queued again is held while its ticket is blocked', async () => {
    const blocked = await newTicket();
    const task = await newTask(blocked);
    const { lease } = (await claim(blocked)).body.data;
    const blocker = await newTicket();
    await relate(blocked, 'blocked_by', blocker);
    await ada.post(`/v1/agent-tasks/${task.id}/release`, { epoch: lease.epoch });
    assert.equal((await readTask(task)).heldReason, `Blocked by ${blocker.key}`);
    await setStatus(blocker, 'done');
    assert.equal((await claim(blocked)).body.data.id, task.id);
  });

  test('a task that a blocker and the hourly cap hold passes both before it is offered', async () => {
    const project = (await ada.post('/api/projects', { name: 'Small' })).body.data;
    await ada.put(`/api/project/${project.id}/agent-limits`, { tasksPerHour: 1 });
    const blocked = await newTicket({ projectId: project.id });
    const blocker = await newTicket({ projectId: project.id });
    await relate(blocked, 'blocked_by', blocker);
    const task = await newTask(blocked);
    await newTask(await newTicket({ projectId: project.id }));
    await setStatus(blocker, 'done');
    const held = await readTask(task);
    assert.equal(held.hold, 'hour');
    assert.match(held.heldReason ?? '', /^More than 1 tasks within an hour/);
    await setStatus(blocker, 'todo');
    assert.equal((await readTask(task)).hold, 'blocked');
  });

  test('closing the last two blockers at the same time releases the task', async () => {
    for (let round = 0; round < 8; round++) {
      const blocked = await newTicket();
      const blockers = [await newTicket(), await newTicket()] as const;
      for (const blocker of blockers) await relate(blocked, 'blocked_by', blocker);
      const task = await newTask(blocked);
      const closed = await Promise.all(blockers.map((blocker) => setStatus(blocker, 'done')));
      assert.deepEqual(
        closed.map(({ status }) => status),
        [200, 200],
      );
      assert.equal(await isReady(task), true, `round ${round}`);
    }
  });

  test('a task is either claimed before a blocker is added or held by it', async () => {
    for (let round = 0; round < 8; round++) {
      const [blocked, blocker] = [await newTicket(), await newTicket()];
      const task = await newTask(blocked);
      const [claimed, related] = await Promise.all([claim(blocked), relate(blocked, 'blocked_by', blocker)]);
      assert.equal(related.status, 201);
      const after = await readTask(task);
      if (claimed.status === 200) assert.equal(after.state, 'in_progress');
      else assert.equal(after.hold, 'blocked');
    }
  });

  test('a task that is created while its blocker is added or closed ends up right', async () => {
    for (let round = 0; round < 8; round++) {
      const [blocked, blocker] = [await newTicket(), await newTicket()];
      const [, added] = await Promise.all([relate(blocker, 'blocks', blocked), newTask(blocked)]);
      assert.equal(await isReady(added), false, `added in round ${round}`);
      const [, closed] = await Promise.all([setStatus(blocker, 'done'), newTask(blocked)]);
      assert.equal(await isReady(closed), true, `closed in round ${round}`);
      assert.equal(await isReady(added), true, `released in round ${round}`);
    }
  });

  test('after any changes a task is ready exactly if nothing open blocks its ticket or a ticket above it', async () => {
    const size = 5;
    const ticket = fc.integer({ min: 0, max: size - 1 });
    const change = fc.oneof(
      fc.record({ kind: fc.constant('relate' as const), a: ticket, b: ticket }),
      fc.record({ kind: fc.constant('unrelate' as const), a: ticket, b: ticket }),
      fc.record({ kind: fc.constant('parent' as const), a: ticket, b: fc.option(ticket) }),
      fc.record({
        kind: fc.constant('status' as const),
        a: ticket,
        to: fc.constantFrom('todo', 'done', 'cancelled'),
      }),
      fc.record({ kind: fc.constant('delete' as const), a: ticket }),
      fc.record({ kind: fc.constant('restore' as const), a: ticket }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 4, maxLength: 14 }), async (changes) => {
        const tickets = await Promise.all(Array.from({ length: size }, () => newTicket()));
        const at = (index: number) => tickets[index] as Ticket;
        const tasks = [];
        for (const one of tickets) tasks.push(await newTask(one));
        // The model: what the requests that succeeded made of the tickets.
        const blocks = new Set<string>();
        const parent = new Map<number, number>();
        const closed = new Set<number>();
        const deleted = new Set<number>();
        for (const step of changes) {
          const { a } = step;
          if (step.kind === 'relate') {
            if ((await relate(at(a), 'blocks', at(step.b))).status === 201) blocks.add(`${a} ${step.b}`);
          } else if (step.kind === 'unrelate') {
            const url = `/api/tickets/${at(a).id}/relations/blocks/${at(step.b).id}`;
            if ((await ada.delete(url)).status === 200) blocks.delete(`${a} ${step.b}`);
          } else if (step.kind === 'parent') {
            const parentId = step.b === null ? null : at(step.b).id;
            if ((await ada.put(`/api/tickets/${at(a).id}`, { parentId })).status !== 200) continue;
            if (step.b === null) parent.delete(a);
            else parent.set(a, step.b);
          } else if (step.kind === 'status') {
            const put = await ada.put(`/api/tickets/${at(a).id}`, { status: step.to, force: true });
            if (put.status !== 200) continue;
            if (step.to === 'todo') closed.delete(a);
            else closed.add(a);
          } else if (step.kind === 'delete') {
            if ((await ada.delete(`/api/tickets/${at(a).id}`)).status === 200) deleted.add(a);
          } else if ((await ada.post(`/api/tickets/${at(a).id}/restore`, {})).status === 200)
            deleted.delete(a);
        }
        const ancestors = (index: number, live: boolean): number[] => {
          const up = parent.get(index);
          return up === undefined || (live && deleted.has(up)) ? [] : [up, ...ancestors(up, live)];
        };
        const isBlocked = (index: number) =>
          [index, ...ancestors(index, true)].some((above) =>
            tickets.some(
              (_, other) =>
                blocks.has(`${other} ${above}`) &&
                !closed.has(other) &&
                !deleted.has(other) &&
                (above === index || !ancestors(other, false).includes(above)),
            ),
          );
        for (const [index, task] of tasks.entries()) {
          const { body } = await ada.get(`/v1/agent-tasks?ready=true&kind=k${at(index).key}`);
          const isListed = body.data.some(({ id }: Task) => id === task.id);
          assert.equal(isListed, !isBlocked(index), `ticket ${index}: ${JSON.stringify(changes)}`);
          const claimed = await claim(at(index));
          assert.equal(claimed.status === 200, isListed, `claim of ticket ${index}`);
        }
      }),
      { numRuns: dueRuns(40), seed: 33 },
    );
  });
});
