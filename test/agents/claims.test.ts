import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../src/app.ts';
import { openContext } from '../../src/context.ts';
import { onEveryEngine } from '../support/engines.ts';
import { openWorld, type Person, type World } from '../support/world.ts';

const workers = 50;
const tasks = 20;

interface Claimed {
  id: string;
  workerId: string;
  lease: { epoch: number; workerId: string };
}

onEveryEngine('many workers at once', (engine) => {
  let world: World;
  let ada: Person;
  let projectId: string;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off', AGENT_TASKS_PER_HOUR: '100000' });
    ada = await world.person('Ada');
    projectId = (await ada.post('/api/projects', { name: 'Work' })).body.data.id;
  });
  after(() => world.close());

  const queue = async () => {
    const ids: string[] = [];
    for (let i = 0; i < tasks; i++) {
      const body = { projectId, title: `Task ${i}`, instructions: '', priority: i % 2 ? 'high' : 'low' };
      ids.push((await ada.post('/v1/agent-tasks', body)).body.data.id);
    }
    return ids;
  };
  /** Claims until nothing is left. */
  const work = async (workerId: string, each: (task: Claimed) => Promise<unknown> = async () => {}) => {
    const claimed: Claimed[] = [];
    for (;;) {
      const { status, body } = await ada.post('/v1/agent-tasks/claim', { workerId, projectId });
      assert.ok(status === 200 || status === 204, `${status}`);
      if (status === 204) return claimed;
      claimed.push({ ...body.data, workerId });
      await each(body.data);
    }
  };
  const names = Array.from({ length: workers }, (_, index) => `worker ${index}`);

  test(`${workers} workers and ${tasks} tasks make ${tasks} distinct winners`, async () => {
    const ids = await queue();
    const claimed = (await Promise.all(names.map((name) => work(name)))).flat();
    assert.deepEqual(claimed.map(({ id }) => id).sort(), ids.sort());
    assert.ok(claimed.every(({ lease, workerId }) => lease.epoch === 1 && lease.workerId === workerId));
    const listed = (await ada.get('/v1/agent-tasks?state=in_progress&limit=100')).body;
    assert.equal(listed.pagination.total, tasks);
  });

  test('what is given back goes round and round, never to two at once', async () => {
    const ids = new Set(await queue());
    const held = new Map<string, string>();
    const turns = new Map<string, number>();
    const all = await Promise.all(
      names.map((name) =>
        work(name, async ({ id, lease: { epoch, workerId } }) => {
          assert.equal(held.get(id), undefined, 'two have it');
          held.set(id, workerId);
          const turn = (turns.get(id) ?? 0) + 1;
          turns.set(id, turn);
          assert.equal(epoch, turn);
          // Nobody can have it before the release is on its way.
          const release = () => {
            held.delete(id);
            return ada.post(`/v1/agent-tasks/${id}/release`, { epoch });
          };
          const { status } =
            turn < 3 ? await release() : await ada.post(`/v1/agent-tasks/${id}/complete`, { epoch });
          assert.equal(status, 200);
        }),
      ),
    );
    const claims = all.flat();
    assert.equal(claims.length, 3 * tasks);
    assert.deepEqual(new Set(claims.map(({ id }) => id)), ids);
    assert.equal(new Set(claims.map(({ id, lease }) => `${id} ${lease.epoch}`)).size, claims.length);
  });

  // SQLite has one server, PostgreSQL as many as are wanted.
  if (engine === 'postgres')
    test('it makes no difference how many servers they ask', async (t) => {
      const otherContext = await openContext(world.context);
      const other = buildApp(otherContext, { lagMaxMs: Number.POSITIVE_INFINITY });
      t.after(async () => {
        await other.close();
        await otherContext.close();
      });
      const ids = await queue();
      const claim = async (app: FastifyInstance, workerId: string): Promise<string | undefined> => {
        const headers = { cookie: ada.cookie };
        const payload = { workerId, projectId };
        const answer = await app.inject({ method: 'POST', url: '/v1/agent-tasks/claim', headers, payload });
        if (answer.statusCode === 204) return undefined;
        const { id, lease } = answer.json().data;
        assert.deepEqual([lease.epoch, lease.workerId], [1, workerId]);
        return id;
      };
      // Each gives out, and then both at once.
      const won = [await claim(world.app, 'first'), await claim(other, 'second')];
      const claimAll = async (app: FastifyInstance, workerId: string) => {
        for (let id = await claim(app, workerId); id; id = await claim(app, workerId)) won.push(id);
      };
      await Promise.all(names.map((name, index) => claimAll(index % 2 ? world.app : other, name)));
      assert.deepEqual(won.sort(), ids.sort());
    });
});
