import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../src/composition/app.ts';
import { openContext } from '../../src/composition/context.ts';
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
  /** Claims until no task is left. */
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

  test(`${workers} concurrent workers claim each of ${tasks} tasks exactly once`, async () => {
    const ids = await queue();
    const claimed = (await Promise.all(names.map((name) => work(name)))).flat();
    assert.deepEqual(claimed.map(({ id }) => id).sort(), ids.sort());
    assert.ok(claimed.every(({ lease, workerId }) => lease.epoch === 1 && lease.workerId === workerId));
    const listed = (await ada.get('/v1/agent-tasks?state=in_progress&limit=100')).body;
    assert.equal(listed.pagination.total, tasks);
  });

  test('a released task is claimed again, never by two workers at the same time', async () => {
    const ids = new Set(await queue());
    const held = new Map<string, string>();
    const claimsOf = new Map<string, number>();
    const claimsOfWorkers = await Promise.all(
      names.map((name) =>
        work(name, async ({ id, lease: { epoch, workerId } }) => {
          assert.equal(held.get(id), undefined, 'two workers hold the task');
          held.set(id, workerId);
          const claim = (claimsOf.get(id) ?? 0) + 1;
          claimsOf.set(id, claim);
          assert.equal(epoch, claim);
          // Removed before the request: another worker can claim it before the response arrives.
          const release = () => {
            held.delete(id);
            return ada.post(`/v1/agent-tasks/${id}/release`, { epoch });
          };
          const { status } =
            claim < 3 ? await release() : await ada.post(`/v1/agent-tasks/${id}/complete`, { epoch });
          assert.equal(status, 200);
        }),
      ),
    );
    const claims = claimsOfWorkers.flat();
    assert.equal(claims.length, 3 * tasks);
    assert.deepEqual(new Set(claims.map(({ id }) => id)), ids);
    assert.equal(new Set(claims.map(({ id, lease }) => `${id} ${lease.epoch}`)).size, claims.length);
  });

  // Only PostgreSQL allows several servers on one database.
  if (engine === 'postgres')
    test('workers of two servers claim each task exactly once', async (t) => {
      const otherContext = await openContext(world.context);
      const other = buildApp(otherContext);
      t.after(async () => {
        await other.close();
        await otherContext.close();
      });
      const ids = await queue();
      const claim = async (app: FastifyInstance, workerId: string): Promise<string | undefined> => {
        const headers = { cookie: ada.cookie };
        const payload = { workerId, projectId };
        const response = await app.inject({ method: 'POST', url: '/v1/agent-tasks/claim', headers, payload });
        if (response.statusCode === 204) return undefined;
        const { id, lease } = response.json().data;
        assert.deepEqual([lease.epoch, lease.workerId], [1, workerId]);
        return id;
      };
      // Each server in turn, then both at the same time.
      const won = [await claim(world.app, 'first'), await claim(other, 'second')];
      const claimAll = async (app: FastifyInstance, workerId: string) => {
        for (let id = await claim(app, workerId); id; id = await claim(app, workerId)) won.push(id);
      };
      await Promise.all(names.map((name, index) => claimAll(index % 2 ? world.app : other, name)));
      assert.deepEqual(won.sort(), ids.sort());
    });
});
