import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';
import { sweep } from '../../composition/worker.ts';
import { dayMs } from '../clock.ts';
import { type Database, DatabaseUnavailable } from '../db/index.ts';

onEveryEngine('Idempotency-Key', (engine) => {
  let world: World;
  let ada: Person;

  before(async () => {
    world = await openWorld(engine);
    ada = await world.person('Ada');
  });
  after(() => world.close());

  const create = (title: string, key: string, person = ada) =>
    person.post('/api/tickets', { title }, { 'idempotency-key': key });
  const countOf = async (title: string) =>
    (await ada.get(`/api/tickets?search=${title}`)).body.pagination.total;

  test('a repeated Idempotency-Key returns the first answer with Idempotent-Replayed and runs once', async () => {
    const first = await create('once', 'a');
    const again = await create('once', 'a');
    assert.deepEqual([again.status, again.body], [201, first.body]);
    assert.equal(again.headers['idempotent-replayed'], 'true');
    assert.equal(first.headers['idempotent-replayed'], undefined);
    assert.equal(await countOf('once'), 1);
  });

  test('an Idempotency-Key is refused with another body or route', async () => {
    await create('mine', 'b');
    const other = await create('other', 'b');
    assert.deepEqual([other.status, other.body.error.code], [422, 'IDEMPOTENCY_KEY_REUSED']);
    const elsewhere = await ada.post('/api/projects', { name: 'mine' }, { 'idempotency-key': 'b' });
    assert.equal(elsewhere.status, 422);
    assert.equal(await countOf('other'), 0);
  });

  test('two callers can use the same Idempotency-Key', async () => {
    const ben = await world.person('Ben');
    const [hers, his] = [await create('shared', 'c'), await create('shared', 'c', ben)];
    assert.notEqual(hers.body.data.id, his.body.data.id);
  });

  test('a refused request can be retried with the same Idempotency-Key', async () => {
    const refused = await ada.post('/api/tickets', { title: '' }, { 'idempotency-key': 'd' });
    assert.equal(refused.status, 400);
    const unknown = await ada.post(
      '/api/tickets',
      { title: 'x', assigneeId: 'no' },
      { 'idempotency-key': 'd' },
    );
    assert.equal(unknown.status, 400);
    assert.equal((await create('repaired', 'd')).status, 201);
  });

  test('an Idempotency-Key expires after 24 hours', async () => {
    const first = await create('daily', 'e');
    world.clock.advance(dayMs + 1);
    const later = await create('daily', 'e');
    assert.notEqual(later.body.data.id, first.body.data.id);
    world.clock.advance(dayMs + 1);
    await sweep(world.db, world.clock.now());
    assert.notEqual((await create('daily', 'e')).body.data.id, later.body.data.id);
  });

  test('an Idempotency-Key of more than 255 characters is refused', async () => {
    const { status, body } = await create('long', 'k'.repeat(256));
    assert.deepEqual([status, Object.keys(body.error.details)], [400, ['Idempotency-Key']]);
  });

  /** Runs `send`, during which the database fails right after the transaction of the change. */
  const failingAfterCommit = async <T>(send: () => Promise<T>): Promise<T> => {
    const { db } = world;
    const { reads, transaction } = db;
    const full = () => Promise.reject(new DatabaseUnavailable('full', { reason: 'full' }));
    const failing: Partial<Database> = {
      transaction: async (work) => {
        const value = await transaction(work);
        Object.assign(db, { transaction: full, reads: { ...reads, find: full } });
        return value;
      },
    };
    Object.assign(db, failing);
    return send().finally(() => Object.assign(db, { transaction, reads }));
  };

  test('a change whose answer could not be stored is acknowledged, and a repeat gets the same answer', async () => {
    const first = await failingAfterCommit(() => create('kept', 'f'));
    const again = await create('kept', 'f');
    assert.deepEqual([first.status, again.status, again.body], [201, 201, first.body]);
    assert.equal(again.headers['idempotent-replayed'], 'true');
    assert.equal(await countOf('kept'), 1);
  });

  test('after a failure behind the commit nobody is told that nothing was changed, and a repeat gets the answer', async () => {
    const { id: projectId } = (await ada.post('/api/projects', { name: 'Tasks' })).body.data;
    const task = { projectId, kind: 'review', title: 'T', instructions: '' };
    const send = () => ada.post('/v1/agent-tasks', task, { 'idempotency-key': 'g' });
    const failed = await failingAfterCommit(send);
    assert.equal(failed.status, 503);
    assert.match(failed.body.error.message, /^Your change was saved/);
    const again = await send();
    assert.equal(again.status, 201);
    assert.equal((await ada.get('/v1/agent-tasks?kind=review')).body.data.length, 1);
  });

  test('a repeated claim gets the task of the first one', async () => {
    const { id: projectId } = (await ada.post('/api/projects', { name: 'Claims' })).body.data;
    await ada.post('/v1/agent-tasks', { projectId, kind: 'build', title: 'T', instructions: '' });
    const input = { projectId, workerId: 'w', kinds: ['build'] };
    const claim = () => ada.post('/v1/agent-tasks/claim', input, { 'idempotency-key': 'h' });
    const first = await failingAfterCommit(claim);
    assert.deepEqual((await claim()).body, first.body);
  });

  test('an answer that is built again is withheld from a person who lost access', async () => {
    const ben = await world.person('Ben');
    const { id: projectId } = (await ada.post('/api/projects', { name: 'Secret' })).body.data;
    const members = `/api/project/${projectId}/members`;
    await ada.post(members, { userId: ben.id, role: 'member' });
    const { id } = (await ada.post('/api/tickets', { title: 'Plan', projectId })).body.data;
    const comment = () =>
      ben.post(`/api/tickets/${id}/comments`, { content: 'Merger' }, { 'idempotency-key': 'i' });
    assert.equal((await failingAfterCommit(comment)).status, 201);
    await ada.delete(`${members}/${ben.id}`);
    const late = await comment();
    assert.deepEqual([late.status, late.headers['idempotent-replayed']], [403, undefined]);
    assert.doesNotMatch(JSON.stringify(late.body), /Merger/);
  });
});
