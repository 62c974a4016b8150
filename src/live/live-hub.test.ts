import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { after, before, beforeEach, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { onEveryEngine } from '../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { userCreated } from '../auth/account-events.ts';
import { eventCatalogue } from '../composition/event-catalogue.ts';
import { importEvents } from '../events/index.ts';
import { dayMs } from '../platform/clock.ts';
import { hashToken } from '../platform/crypto.ts';
import { statement } from '../platform/db/index.ts';
import { newLogger } from '../platform/logger.ts';
import type { Repeat } from '../platform/timer.ts';
import { commentCreated } from '../tickets/comments/comment-events.ts';
import type { Actor } from '../users/index.ts';
import { type EventPosition, parsePosition } from './event-position.ts';
import { LiveHub } from './live-hub.ts';

const streamedTypes = new Set(eventCatalogue.filter(({ isPublic }) => isPublic).map(({ name }) => name));
const sessionByHash = statement<{ tokenHash: string }, { id: string }>(
  'select id from sessions where token_hash = :tokenHash',
);
const deactivate = statement<{ id: string }>('update users set active = 0 where id = :id');

onEveryEngine('LiveHub', (engine) => {
  let world: World;
  let hub: LiveHub;
  let intervals: { ms: number; work: () => void }[];
  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
  });
  after(async () => {
    await hub.close();
    await world.close();
  });
  beforeEach(async () => {
    await hub?.close();
    intervals = [];
    const repeat: Repeat = (ms, work) => {
      intervals.push({ ms, work });
      return () => {};
    };
    hub = new LiveHub({
      db: world.db,
      clock: world.clock,
      logger: newLogger('silent'),
      streamedTypes,
      repeat,
    });
  });

  /** Fires every interval timer of that length once. */
  const fireInterval = (ms: number) => {
    for (const interval of intervals) if (interval.ms === ms) interval.work();
  };

  async function actorOf(person: Person): Promise<Actor> {
    const tokenHash = hashToken(person.cookie.split('=')[1] as string);
    const { id } = (await world.db.reads.find(sessionByHash, { tokenHash })) as { id: string };
    const { id: userId, name, email } = person;
    return { userId, name, email, role: 'USER', credential: { kind: 'session', id } };
  }

  async function connect(person: Person, from?: EventPosition) {
    const output = new PassThrough();
    await hub.connect(await actorOf(person), {}, output, await hub.start(), from);
    return output;
  }

  const readAll = (output: PassThrough) => String(output.read() ?? '');
  async function readUntil(output: PassThrough, expected: string): Promise<string> {
    let text = readAll(output);
    while (!text.includes(expected)) {
      await once(output, 'readable');
      text += readAll(output);
    }
    return text;
  }
  const idsIn = (text: string) => [...text.matchAll(/^id: (\S+)$/gm)].map((match) => match[1] as string);

  test('a quiet stream gets a heartbeat within 20 seconds, whose id skips events that are not for it', async () => {
    const [ada, ben] = [await world.person('Ada'), await world.person('Ben')];
    const [hers, his] = [await connect(ada), await connect(ben)];
    assert.match(readAll(his), /^retry: 2000\nid: \d+-\d+\n\n$/);
    await ada.post('/api/tickets', { title: 'Hers' });
    const [id] = idsIn(await readUntil(hers, 'event: ticket.created')).slice(-1);
    // The hub has finished with an event when it sends the next one.
    await ada.post('/api/tickets', { title: 'Next' });
    await readUntil(hers, 'Next');
    for (let second = 0; second < 20; second++) fireInterval(1_000);
    const received = await readUntil(his, ': still here');
    assert.doesNotMatch(received, /data:/);
    assert.equal(received.split(': still here').length, 2, 'once');
    const resumed = parsePosition(idsIn(received).at(-1) as string);
    const { seq } = parsePosition(id as string);
    assert.ok(resumed.seq >= seq, 'events that Ben may not see are not read again');
  });

  test('a stream ends when its session is deleted or expires, or its user is deactivated', async () => {
    const [ada, ben, cid] = [await world.person('A'), await world.person('B'), await world.person('C')];
    const outputs = [await connect(ada), await connect(ben), await connect(cid)];
    const [hers, his, theirs] = outputs as [PassThrough, PassThrough, PassThrough];
    for (const output of outputs) output.resume();
    await ada.delete(`/api/user/sessions/${(await actorOf(ada)).credential.id}`);
    fireInterval(2_000);
    await once(hers, 'end');
    await world.db.transaction((tx) => tx.run(deactivate, { id: ben.id }));
    fireInterval(2_000);
    await once(his, 'end');
    assert.equal(theirs.writableEnded, false);
    world.clock.advance(31 * dayMs);
    fireInterval(2_000);
    await once(theirs, 'end');
  });

  test('a client that leaves 1 MiB unread is disconnected, and no other client is', async () => {
    const ada = await world.person('Ada');
    const [stalled, reading] = [await connect(ada), await connect(ada)];
    let taken = '';
    reading.on('data', (chunk) => {
      taken += chunk;
    });
    const { id } = (await ada.post('/api/tickets', { title: 'Long' })).body.data;
    const closed = once(stalled, 'close');
    let written = 0;
    for (; !stalled.destroyed && written < 60; written++) {
      await ada.post(`/api/tickets/${id}/comments`, { content: `${written} ${'x'.repeat(60_000)}` });
    }
    await closed;
    assert.ok(stalled.writableLength < 2 * 1024 * 1024);
    await ada.put(`/api/tickets/${id}`, { title: 'The last word' });
    while (!taken.includes('The last word')) await once(reading, 'data');
    const ids = idsIn(taken).slice(1);
    assert.equal(new Set(ids).size, written + 2);
  });

  test('a burst larger than the buffer does not disconnect a client that reads', async () => {
    const ada = await world.person('Ada');
    const { id } = (await ada.post('/api/tickets', { title: 'Burst' })).body.data;
    const output = await connect(ada);
    let taken = '';
    output.on('data', (chunk) => {
      taken += chunk;
    });
    const subject = { ticket: { id, title: 'Burst' }, project: null, user: { id: ada.id, name: 'Ada' } };
    await world.db.transaction((tx) =>
      importEvents(
        tx,
        commentCreated,
        Array.from({ length: 50 }, (_, index) => ({
          at: 0,
          actorId: ada.id,
          ticketId: id,
          data: {
            ...subject,
            comment: { id: `${index}`, content: 'x'.repeat(64_000), authorId: ada.id },
          } as never,
        })),
      ),
    );
    while (idsIn(taken).length < 1 + 50 && !output.destroyed) await once(output, 'data');
    assert.equal(output.destroyed, false);
  });

  test('missed events are sent as fast as the client reads, however many there are', async () => {
    const ada = await world.person('Ada');
    const start = await hub.start();
    const { id } = (await ada.post('/api/tickets', { title: 'Long' })).body.data;
    for (let index = 0; index < 40; index++)
      await ada.post(`/api/tickets/${id}/comments`, { content: `${index} ${'x'.repeat(60_000)}` });
    await ada.put(`/api/tickets/${id}`, { title: 'The last word' });
    const output = new PassThrough();
    const connected = hub.connect(await actorOf(ada), {}, output, await hub.start(), start);
    const text = await readUntil(output, 'The last word');
    await connected;
    assert.equal(new Set(idsIn(text)).size, 1 + 42);
    assert.equal(output.destroyed, false);
  });

  test('a stream that has caught up says so, also if no event was for it', async () => {
    const [ada, ben] = [await world.person('Ada'), await world.person('Ben')];
    const before = await hub.start();
    await ada.post('/api/tickets', { title: 'Private' });
    while ((await hub.start()).seq === before.seq) await nextTurn();
    const text = await readUntil(await connect(ben, before), ': still here');
    assert.doesNotMatch(text, /data:/);
  });

  test('a client that missed more than 10,000 events gets a reset message', async () => {
    const ada = await world.person('Ada');
    const before = await hub.start();
    const data = { user: { id: ada.id, name: 'Ada' }, role: 'USER' };
    const event = { at: 0, actorId: null, data };
    await world.db.transaction((tx) =>
      importEvents(
        tx,
        userCreated,
        Array.from({ length: 10_001 }, () => event),
      ),
    );
    // Transactions of other databases in the same PostgreSQL cluster can delay the settling.
    while ((await hub.start()).seq - before.seq <= 10_000) await nextTurn();
    const output = await connect(ada, before);
    assert.match(await readUntil(output, 'event: reset'), /data: \{"type":"reset","reason":"[^"]+"\}\n\n$/);
  });
});
