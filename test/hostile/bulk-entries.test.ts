import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { onEveryEngine } from '../support/engines.ts';
import { openWorld, type Person, type World } from '../support/world.ts';
import { oddBody } from './odd-input.ts';

const seed = Number(process.env.HOSTILE_SEED ?? 20261115);
const runs = Number(process.env.HOSTILE_RUNS ?? 60);

onEveryEngine('bulk entries', (engine) => {
  let world: World;
  let ada: Person;
  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    ada = await world.person('Ada');
  });
  after(() => world.close());

  test('a bulk request applies all entries or none, and names each wrong entry by its index', async () => {
    const project = (await ada.post('/api/projects', { name: 'Engine' })).body.data;
    const ticket = (await ada.post('/api/tickets', { title: 'A ticket', projectId: project.id })).body.data;
    const example = {
      title: 'Nearly right',
      projectId: project.id,
      description: 'Words',
      type: 'BUG',
      status: 'todo',
      priority: 'high',
      stage: 'TESTING',
      assigneeId: ada.id,
      parentId: ticket.id,
      dueDate: '2026-12-24',
      labelIds: [],
      groupId: null,
      milestoneId: null,
      workspaceId: project.workspaceId,
    };
    const creation = oddBody({ example, fields: Object.keys(example), required: ['title'] });
    const change = oddBody({
      example: { ...example, id: ticket.id, parentId: null, version: 1 },
      fields: [...Object.keys(example), 'id', 'version'],
      required: ['id'],
    });
    const total = async () => (await ada.get('/api/tickets')).body.pagination.total;
    const lists = fc.array(fc.oneof({ weight: 3, arbitrary: creation }, change), {
      minLength: 1,
      maxLength: 4,
    });
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(lists, async (entries) => {
        const before = await total();
        const payload = `{"tickets":[${entries.map((entry) => entry ?? 'null').join()}]}`;
        const response = await world.app.inject({
          method: 'POST',
          url: '/api/tickets/bulk',
          headers: { cookie: ada.cookie, 'content-type': 'application/json' },
          payload,
        });
        statuses.add(response.statusCode);
        assert.ok(response.statusCode < 500, response.body);
        const body = response.json();
        if (response.statusCode < 300) {
          const created = body.data.filter(({ id }: { id: string }) => id !== ticket.id);
          assert.equal(await total(), before + created.length);
          return;
        }
        assert.equal(await total(), before);
        const wholeBody = ['body', 'tickets'];
        const fields = Object.keys(body.error.details ?? {}).filter((field) => !wholeBody.includes(field));
        assert.ok(
          fields.every((field) => /^tickets\.[0-3](?:\.\w+)?$/.test(field)),
          response.body,
        );
      }),
      { seed, numRuns: runs, endOnFailure: true },
    );
    assert.ok(statuses.has(201) && statuses.has(400));
  });
});
