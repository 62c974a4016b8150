import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import type { TaskDetails } from '../../src/agent-tasks/get-task.ts';
import { TaskWaiters } from '../../src/agent-tasks/working/task-waiters.ts';
import { findScopeByKey } from '../../src/auth/index.ts';
import type { Scope } from '../../src/users/index.ts';
import { onEveryEngine } from '../support/engines.ts';
import { openWorld, type Person, type World } from '../support/world.ts';

onEveryEngine('claims that wait', (engine) => {
  let world: World;
  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off', AGENT_TASKS_PER_HOUR: '1000' });
  });
  after(() => world.close());

  const scopeOf = async (person: Person): Promise<Scope> => {
    const { key } = (await person.post('/api/user/api-keys', { name: 'k' })).body.data;
    return (await findScopeByKey(world.db, world.clock, key)) as Scope;
  };
  const newProject = async (person: Person): Promise<string> =>
    (await person.post('/api/projects', { name: 'Work' })).body.data.id;
  const queue = (person: Person, projectId: string) =>
    person.post('/v1/agent-tasks', { projectId, title: 'T', instructions: '' });
  const claim = { workerId: 'w' };
  /** Starts so many claims, and resolves when all of them wait. */
  const letWait = async (
    waiters: TaskWaiters,
    count: number,
    scopeAt: (index: number) => Scope,
    gone: AbortSignal,
  ): Promise<Promise<TaskDetails | undefined>[]> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let waiting = 0;
    const onWait = () => ++waiting === count && resolve();
    const claims = Array.from({ length: count }, (_, i) =>
      waiters.claim(scopeAt(i), { workerId: `w${i}` }, 300, gone, onWait),
    );
    await promise;
    return claims;
  };

  test('a person and their agents can let only so many claims wait, and others still can', async () => {
    const greedy = await world.person('Greedy');
    const scope = await scopeOf(greedy);
    const owner = { ownerId: greedy.id, ownerRole: 'USER', rolesOfOwner: new Map() } as const;
    const ofAgent = { ...scope, actor: { ...scope.actor, userId: 'agent', agent: owner } };
    const waiters = new TaskWaiters(world.db, world.clock, { perPersonMax: 3, inAllMax: 4 });
    const gone = new AbortController();
    const wait = (of: Scope) => waiters.claim(of, claim, 30, gone.signal);
    const waiting = [wait(scope), wait(scope), wait(ofAgent)];
    const refusal = { code: 'RATE_LIMITED', retryAfterSeconds: 10, message: /^You and your agents have 3 / };
    await assert.rejects(wait(scope), refusal);
    await assert.rejects(wait(ofAgent), refusal);
    waiting.push(wait(await scopeOf(await world.person('Modest'))));
    const late = await scopeOf(await world.person('Late'));
    await assert.rejects(wait(late), { code: 'UNAVAILABLE', message: /^4 claims are waiting/ });
    gone.abort();
    assert.deepEqual(await Promise.all(waiting), [undefined, undefined, undefined, undefined]);
    // Those that ended do not count.
    assert.equal(await waiters.claim(late, claim, 1, AbortSignal.abort()), undefined);
  });

  test('claims that wait are no load: neither their person nor others are refused meanwhile', async (t) => {
    const waits = { shareWaitMs: 5, waitMsMax: 5 };
    const admission = { burst: waits, lasting: waits, shareMin: 1 };
    const small = await openWorld(engine, { RATE_LIMIT: 'off' }, { admission });
    t.after(() => small.close());
    const leave = small.app.leaveAdmission;
    const [greedy, other] = [await small.person('Greedy'), await small.person('Other')];
    const waiting: Promise<{ status: number }>[] = [];
    for (let i = 0; i < 20; i++) {
      const { promise: isWaiting, resolve } = Promise.withResolvers<void>();
      t.mock.method(small.app, 'leaveAdmission', function (this: typeof small.app, request: FastifyRequest) {
        leave.call(this, request);
        resolve();
      });
      const claimed = greedy.post('/v1/agent-tasks/claim', { workerId: `w${i}`, wait: 1 });
      waiting.push(claimed);
      // Until it has looked for a task once, it is a request like others.
      await Promise.race([isWaiting, claimed.then(() => assert.fail('a waiting claim was counted as load'))]);
      for (const person of [other, greedy])
        assert.equal((await person.get('/api/projects')).status, 200, `after ${i + 1} claims`);
    }
    assert.deepEqual([...new Set((await Promise.all(waiting)).map(({ status }) => status))], [204]);
  });

  test('one look at the database serves all claims that wait', async () => {
    const people = await Promise.all(['Ann', 'Bob', 'Cem', 'Dee'].map((name) => world.person(name)));
    const scopes = await Promise.all(people.map(scopeOf));
    const waiters = new TaskWaiters(world.db, world.clock);
    const gone = new AbortController();
    let arrived = 0;
    const waiting = (await letWait(waiters, 200, (i) => scopes[i % scopes.length] as Scope, gone.signal)).map(
      (claimed) => claimed.finally(() => arrived++),
    );
    const { find, list } = world.db.reads;
    const looks = { find: 0, list: 0 };
    let seen = () => {};
    Object.assign(world.db.reads, {
      find: (...args: Parameters<typeof find>) => {
        looks.find++;
        return find.apply(world.db.reads, args);
      },
      list: (...args: Parameters<typeof list>) => {
        looks.list++;
        seen();
        return list.apply(world.db.reads, args);
      },
    });
    const startedAt = performance.now();
    const commits = 3;
    for (let i = 0; i < commits; i++) {
      const look = new Promise<void>((resolve) => {
        seen = resolve;
      });
      await world.db.transaction(async (tx) => tx.notify());
      await look;
    }
    Object.assign(world.db.reads, { find, list });
    assert.equal(arrived, 0);
    // Two statements for each look, where 200 waiters took 400: one look for each commit and for each poll of a second, and
    // one that the last waiters asked for.
    const looksMax = commits + 2 + Math.ceil((performance.now() - startedAt) / 1_000);
    assert.ok(looks.list <= looksMax && looks.find <= looksMax, `${looks.list} and ${looks.find} statements`);
    gone.abort();
    await Promise.all(waiting);
  });

  test('people take turns: many claims of one do not delay the single claim of another', async () => {
    const [many, one] = [await world.person('Many'), await world.person('One')];
    const projectId = await newProject(many);
    await many.post(`/api/project/${projectId}/members`, { userId: one.id, role: 'member' });
    const waiters = new TaskWaiters(world.db, world.clock);
    const gone = new AbortController();
    const [ofMany, ofOne] = [await scopeOf(many), await scopeOf(one)];
    const greedy = await letWait(waiters, 50, () => ofMany, gone.signal);
    const [modest] = await letWait(waiters, 1, () => ofOne, gone.signal);
    for (let i = 0; i < 2; i++) await queue(many, projectId);
    assert.ok(await modest);
    assert.ok(await Promise.race(greedy));
    gone.abort();
    const claimed = (await Promise.all(greedy)).filter((task) => task !== undefined);
    assert.equal(claimed.length, 1);
  });

  test('each task goes to exactly one of the claims that wait, and every task is claimed', async () => {
    const person = await world.person('Busy');
    const projectId = await newProject(person);
    const scope = await scopeOf(person);
    const waiters = new TaskWaiters(world.db, world.clock);
    const gone = new AbortController();
    const waiting = await letWait(waiters, 20, () => scope, gone.signal);
    for (let i = 0; i < 10; i++) await queue(person, projectId);
    const { promise, resolve } = Promise.withResolvers<void>();
    let count = 0;
    for (const one of waiting) void one.then((task) => task && ++count === 10 && resolve());
    await promise;
    gone.abort();
    const ids = (await Promise.all(waiting)).flatMap((task) => task?.id ?? []);
    assert.deepEqual([ids.length, new Set(ids).size], [10, 10]);
  });
});
