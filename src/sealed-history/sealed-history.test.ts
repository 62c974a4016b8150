import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import type { EventRow } from '../events/index.ts';
import { statement } from '../platform/db/index.ts';
import { keysFromSetting, newSecretBox, parseSecretKeys } from '../platform/secret-box/index.ts';
import { forgetEvents } from './forget-events.ts';
import {
  canonicalJson,
  describeKey,
  hashEvent,
  hashSeal,
  merklePath,
  merkleRoot,
  newSealKey,
  rootOfPath,
  signSeal,
} from './seal.ts';
import { sealNextEvents } from './seal-events.ts';
import { verifyDatabase } from './verify-database.ts';

const setData = statement<{ id: string; data: string }>('update events set data = :data where id = :id');
const setType = statement<{ id: string; type: string }>('update events set type = :type where id = :id');
const removeEvent = statement<{ id: string }>('delete from events where id = :id');
const removeSeal = statement<{ workspaceId: string; number: number }>(
  'delete from seals where workspace_id = :workspaceId and number = :number',
);
const setSeal = statement<{ workspaceId: string; number: number; root: string; signature: string }>(
  'update seals set root = :root, signature = :signature where workspace_id = :workspaceId and number = :number',
);
const setLeaves = statement<{ workspaceId: string; number: number; leaves: string; count: number }>(
  'update seals set leaves = :leaves, event_count = :count where workspace_id = :workspaceId and number = :number',
);

describe('a seal', () => {
  test('is over JSON that has one form only, whatever the order of its keys', () => {
    assert.equal(
      canonicalJson({ b: [1, { z: 'é\n', y: null }], a: undefined, A: 2.5, é: true }),
      '{"A":2.5,"b":[1,{"y":null,"z":"é\\n"}],"é":true}',
    );
  });

  test('has the root of RFC 6962 over the hashes of its events', () => {
    const sha256 = (...parts: Buffer[]) => hash('sha256', Buffer.concat(parts), 'buffer');
    const node = (a: Buffer, b: Buffer) => sha256(Buffer.from([1]), a, b);
    const leaves = ['a', 'b', 'c', 'd', 'e'].map((text) => sha256(Buffer.from(text)));
    const [a, b, c, d, e] = leaves as [Buffer, Buffer, Buffer, Buffer, Buffer];
    assert.equal(merkleRoot(a), a.toString('hex'));
    const five = node(node(node(a, b), node(c, d)), e);
    assert.equal(merkleRoot(Buffer.concat(leaves)), five.toString('hex'));
  });
});

describe('the path of an event', () => {
  test('leads to the root of its seal at its own place alone, in trees of every shape', () => {
    const all = Array.from({ length: 17 }, (_, at) => hash('sha256', `leaf ${at}`, 'buffer'));
    for (let count = 1; count <= all.length; count++) {
      const leaves = Buffer.concat(all.slice(0, count));
      const root = merkleRoot(leaves);
      for (let index = 0; index < count; index++) {
        const path = merklePath(leaves, index);
        const leaf = (all[index] as Buffer).toString('hex');
        assert.equal(rootOfPath(leaf, { index, count, path }), root);
        for (let other = 0; other < count; other++)
          if (other !== index) assert.notEqual(rootOfPath(leaf, { index: other, count, path }), root);
        assert.equal(rootOfPath(leaf, { index, count, path: [...path, leaf] }), undefined);
        assert.equal(rootOfPath(leaf, { index: count, count, path }), undefined);
        if (path.length > 0) assert.notEqual(rootOfPath(leaf, { index, count, path: path.slice(1) }), root);
      }
    }
  });
});

onEveryEngine('the sealed history', (engine) => {
  let world: World;
  let ada: Person;
  let workspaceId: string;

  beforeEach(async () => {
    world = await openWorld(engine);
    ada = await world.person('Ada', 'ADMIN');
    workspaceId = await world.sharedWorkspace(ada.id, []);
    const project = (await ada.post('/api/projects', { name: 'Engine', key: 'ENG', workspaceId })).body.data;
    for (const title of ['First', 'Second', 'Third'])
      await ada.post('/api/tickets', { title, projectId: project.id });
    await seal();
    await ada.post('/api/tickets', { title: 'Fourth', projectId: project.id });
    await ada.post('/api/tickets', { title: 'Without a project' });
    await seal();
  });
  afterEach(() => world.close());

  const sealing = () => ({ db: world.db, clock: world.clock, box: world.context.secretBox });
  /** Other transactions on the PostgreSQL server can delay when an event settles. */
  async function seal(): Promise<void> {
    const { length } = await world.events();
    while ((await verifyDatabase(world.db.reads)).sealed < length) await sealNextEvents(sealing());
  }
  const run = <P extends object>(shape: ReturnType<typeof statement<P>>, params: P) =>
    world.db.transaction((tx) => tx.run(shape, params));
  const problem = async () => (await verifyDatabase(world.db.reads)).problem;
  const ticketEvents = async () =>
    (await world.events()).filter((event) => event.workspaceId === workspaceId && event.ticketId);
  const eventAt = async (index: number) => (await ticketEvents())[index] as EventRow;

  test('fits: every event is covered once, and seals are listed oldest first', async () => {
    const { problem: none, seals, sealed, unsealed, forgotten } = await verifyDatabase(world.db.reads);
    assert.deepEqual([none, unsealed, forgotten], [undefined, 0, 0]);
    assert.equal(sealed, (await world.events()).length);
    const { status, body } = await ada.get(`/api/workspaces/${workspaceId}/seals`);
    assert.equal(status, 200);
    assert.ok(body.data.length >= 2 && seals > body.data.length);
    assert.deepEqual(
      body.data.map(({ number }: { number: number }) => number),
      body.data.map((_: unknown, index: number) => index + 1),
    );
    const [first, second] = body.data;
    assert.equal(second.previous, first.id);
    assert.equal(first.id, hashSeal({ ...first, workspaceId, at: Date.parse(first.at) }));
    const key = (await world.anonymous.get('/api/instance')).body.data.sealPublicKey;
    assert.equal(describeKey(key), first.keyId);
    const ben = await world.person('Ben');
    assert.equal((await ben.get(`/api/workspaces/${workspaceId}/seals`)).status, 403);
  });

  test('names the event of which one letter was changed', async () => {
    const event = await eventAt(1);
    await run(setData, { id: event.id, data: event.data.replace('Second', 'Sekond') });
    assert.match(String(await problem()), new RegExp(`does not contain event ${event.id} as it is`));
  });

  test('names the place from which an event was removed, at the end too', async () => {
    const events = await ticketEvents();
    const [before, removed, after] = events as [EventRow, EventRow, EventRow];
    await run(removeEvent, { id: removed.id });
    assert.match(
      String(await problem()),
      new RegExp(`another event after event ${before.id} before event ${after.id}`),
    );
    await world.db.transaction(async (tx) => {
      for (const { id } of events) await tx.run(removeEvent, { id });
    });
    assert.match(String(await problem()), /Seal 1 of workspace \S+ contains [0-9]+ more events.*removed/);
  });

  test('notices two events that were swapped', async () => {
    const [first, second] = [await eventAt(0), await eventAt(1)];
    await run(setData, { id: first.id, data: second.data });
    await run(setData, { id: second.id, data: first.data });
    assert.match(String(await problem()), new RegExp(`event ${first.id} as it is`));
  });

  test('notices an event that was changed together with its hashes and the root', async () => {
    const event = await eventAt(0);
    const [sealRow] = (await ada.get(`/api/workspaces/${workspaceId}/seals`)).body.data;
    await run(setType, { id: event.id, type: 'ticket.updated' });
    const leaves = Buffer.concat(
      (await world.events())
        .filter((one) => one.workspaceId === workspaceId)
        .slice(0, sealRow.count)
        .map((one) => hashEvent({ ...one, data: JSON.parse(one.data) })),
    );
    await run(setLeaves, {
      ...{ workspaceId, number: 1, leaves: leaves.toString('base64'), count: sealRow.count },
    });
    assert.match(String(await problem()), /Seal 1 of workspace \S+ has hashes that are not its own/);
    const root = merkleRoot(leaves);
    await run(setSeal, { workspaceId, number: 1, root, signature: sealRow.signature });
    assert.match(String(await problem()), /has a signature that is not valid/);
    const { privateKey } = newSealKey();
    const statement = { ...sealRow, root, workspaceId, at: Date.parse(sealRow.at) };
    await run(setSeal, { workspaceId, number: 1, root, signature: signSeal(statement, privateKey) });
    assert.match(String(await problem()), /has a signature that is not valid/);
  });

  test('notices a seal that was removed or replaced', async () => {
    const seals = (await ada.get(`/api/workspaces/${workspaceId}/seals`)).body.data;
    const box = world.context.secretBox;
    const key = (await world.db.reads.find(
      statement<object, { id: string; privateKey: string }>(
        'select id, private_key as "privateKey" from seal_keys',
      ),
      {},
    )) as { id: string; privateKey: string };
    const privateKey = box.open(key.privateKey, `seal_keys/${key.id}`);
    const other = { ...seals[0], workspaceId, at: Date.parse(seals[0].at) + 1 };
    await run(
      statement<{ workspaceId: string; at: number; signature: string }>(
        'update seals set sealed_at = :at, signature = :signature where workspace_id = :workspaceId and number = 1',
      ),
      { workspaceId, at: other.at, signature: signSeal(other, privateKey) },
    );
    assert.match(String(await problem()), /Seal 2 of workspace \S+ was made after another seal/);
    await run(removeSeal, { workspaceId, number: 1 });
    assert.match(String(await problem()), /Seal 2 of workspace \S+ follows seal 0/);
  });

  test('fits after the content of an event was deleted, says so, and shows no content', async () => {
    const event = (await ticketEvents()).find(({ data }) => data.includes('Second')) as EventRow;
    const unsealed = await ada.post('/api/tickets', { title: 'Fifth' });
    const newest = (await world.events()).at(-1) as EventRow;
    await assert.rejects(forgetEvents(world.db, world.clock, [newest.id]), /is not sealed yet/);
    await assert.rejects(forgetEvents(world.db, world.clock, ['no-such-event']), /not found/);
    await forgetEvents(world.db, world.clock, [event.id]);
    const verdict = await verifyDatabase(world.db.reads);
    assert.deepEqual([verdict.problem, verdict.forgotten], [undefined, 1]);
    assert.equal(unsealed.status, 201);
    const { data } = (await ada.get(`/api/tickets/${event.ticketId}/history`)).body;
    assert.match(JSON.stringify(data), /content was deleted/);
    assert.doesNotMatch(JSON.stringify(data), /"Second/);
    const { status, body } = await ada.get('/api/user/activity?limit=50');
    assert.equal(status, 200);
    assert.match(JSON.stringify(body.data), /content was deleted/);
  });

  test('stays one chain when several processes seal at once', async () => {
    for (let ticket = 0; ticket < 5; ticket++) await ada.post('/api/tickets', { title: `More ${ticket}` });
    await Promise.all(Array.from({ length: 4 }, () => sealNextEvents(sealing())));
    await seal();
    const { problem: none, sealed } = await verifyDatabase(world.db.reads);
    assert.deepEqual([none, sealed], [undefined, (await world.events()).length]);
  });

  test('goes on with a new key where the old one cannot be opened', async () => {
    await ada.post('/api/tickets', { title: 'On another machine' });
    const keys = parseSecretKeys(Buffer.alloc(32, 9).toString('base64')) ?? [];
    const box = newSecretBox(keysFromSetting(keys, 'SECRETS_KEY'));
    const { length } = await world.events();
    while ((await verifyDatabase(world.db.reads)).sealed < length)
      await sealNextEvents({ db: world.db, clock: world.clock, box });
    assert.equal(await problem(), undefined);
    const { total } = (await world.db.reads.find(
      statement<object, { total: number }>('select count(*) as total from seal_keys'),
      {},
    )) as { total: number };
    assert.equal(total, 2);
  });
});
