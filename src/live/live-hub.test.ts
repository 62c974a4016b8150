import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { after, before, beforeEach, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { onEveryEngine } from '../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { userCreated } from '../auth/account-events.ts';
import { eventCatalogue } from '../event-catalogue.ts';
import { importEvents } from '../events/index.ts';
import { dayMs } from '../platform/clock.ts';
import { hashToken } from '../platform/crypto.ts';
import { statement } from '../platform/db/index.ts';
import type { Every } from '../platform/every.ts';
import { newLogger } from '../platform/logger.ts';
import { commentCreated } from '../tickets/ticket-events.ts';
import type { Actor } from '../users/index.ts';
import { type EventPlace, parsePlace } from './event-place.ts';
import { type LiveHub, newLiveHub } from './live-hub.ts';

const outgoing = new Set(eventCatalogue.filter(({ isPublic }) => isPublic).map(({ name }) => name));
const sessionByHash = statement<{ tokenHash: string }, { id: string }>(
  'select id from sessions where token_hash = :tokenHash',
);
const deactivate = statement<{ id: string }>('update users set active = 0 where id = :id');

onEveryEngine('the hub of live updates', (engine) => {
  let world: World;
  let hub: LiveHub;
  let works: { ms: number; work: () => void }[];
  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
  });
  after(async () => {
    await hub.close();
    await world.close();
  });
  beforeEach(async () => {
    await hub?.close();
    works = [];
    const repeat: Every = (ms, work) => {
      works.push({ ms, work });
      return () => {};
    };
    hub = newLiveHub({ db: world.db, clock: world.clock, logger: newLogger('silent'), outgoing, repeat });
  });

  /** As if so much time had passed once for whoever waits for exactly that. */
  const pass = (ms: number) => {
    for (const each of works) if (each.ms === ms) each.work();
  };

  async function actorOf(person: Person): Promise<Actor> {
    const tokenHash = hashToken(person.cookie.split('=')[1] as string);
    const { id } = (await world.db.reads.find(sessionByHash, { tokenHash })) as { id: string };
    const { id: userId, name, email } = person;
    return { userId, name, email, role: 'USER', credential: { kind: 'session', id } };
  }

  async function follow(person: Person, from?: EventPlace) {
    const output = new PassThrough();
    await hub.join(await actorOf(person), {}, output, await hub.follow(), from);
    return output;
  }

  const readAll = (output: PassThrough) => String(output.read() ?? '');
  async function until(output: PassThrough, words: string): Promise<string> {
    let text = readAll(output);
    while (!text.includes(words)) {
      await once(output, 'readable');
      text += readAll(output);
    }
    return text;
  }
  const placesIn = (text: string) => [...text.matchAll(/^id: (\S+)$/gm)].map((match) => match[1] as string);

  test('a quiet stream hears something within 20 seconds, and moves on by it', async () => {
    const [ada, ben] = [await world.person('Ada'), await world.person('Ben')];
    const [hers, his] = [await follow(ada), await follow(ben)];
    assert.match(readAll(his), /^retry: 2000\nid: \d+-\d+\n\n$/);
    await ada.post('/api/tickets', { title: 'Hers' });
    const [place] = placesIn(await until(hers, 'event: ticket.created')).slice(-1);
    // The hub is through with the event when it has begun with the next one.
    await ada.post('/api/tickets', { title: 'Next' });
    await until(hers, 'Next');
    for (let second = 0; second < 20; second++) pass(1_000);
    const heard = await until(his, ': still here');
    assert.doesNotMatch(heard, /data:/);
    assert.equal(heard.split(': still here').length, 2, 'once');
    const resumed = parsePlace(placesIn(heard).at(-1) as string);
    const { seq } = parsePlace(place as string);
    assert.ok(resumed.seq >= seq, 'what is not for Ben need not be looked at again');
  });

  test('a session that was ended, a person who was deactivated and a time that ran out end the stream', async () => {
    const [ada, ben, cid] = [await world.person('A'), await world.person('B'), await world.person('C')];
    const outputs = [await follow(ada), await follow(ben), await follow(cid)];
    const [hers, his, theirs] = outputs as [PassThrough, PassThrough, PassThrough];
    for (const output of outputs) output.resume();
    await ada.delete(`/api/user/sessions/${(await actorOf(ada)).credential.id}`);
    pass(2_000);
    await once(hers, 'end');
    await world.db.transaction((tx) => tx.run(deactivate, { id: ben.id }));
    pass(2_000);
    await once(his, 'end');
    assert.equal(theirs.writableEnded, false);
    world.clock.advance(31 * dayMs);
    pass(2_000);
    await once(theirs, 'end');
  });

  test('who does not take what comes is cut off, and nobody else', async () => {
    const ada = await world.person('Ada');
    const [stuck, quick] = [await follow(ada), await follow(ada)];
    let taken = '';
    quick.on('data', (chunk) => {
      taken += chunk;
    });
    const { id } = (await ada.post('/api/tickets', { title: 'Long' })).body.data;
    const gone = once(stuck, 'close');
    let written = 0;
    for (; !stuck.destroyed && written < 60; written++) {
      await ada.post(`/api/tickets/${id}/comments`, { content: `${written} ${'x'.repeat(60_000)}` });
    }
    await gone;
    assert.ok(stuck.writableLength < 2 * 1024 * 1024);
    await ada.put(`/api/tickets/${id}`, { title: 'The last word' });
    while (!taken.includes('The last word')) await once(quick, 'data');
    const places = placesIn(taken).slice(1);
    assert.equal(new Set(places).size, written + 2);
  });

  test('a burst of more than a buffer cuts off nobody who takes it', async () => {
    const ada = await world.person('Ada');
    const { id } = (await ada.post('/api/tickets', { title: 'Burst' })).body.data;
    const output = await follow(ada);
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
    while (placesIn(taken).length < 1 + 50 && !output.destroyed) await once(output, 'data');
    assert.equal(output.destroyed, false);
  });

  test('what was missed goes at the pace of who takes it', async () => {
    const ada = await world.person('Ada');
    const start = await hub.follow();
    const { id } = (await ada.post('/api/tickets', { title: 'Long' })).body.data;
    for (let index = 0; index < 40; index++)
      await ada.post(`/api/tickets/${id}/comments`, { content: `${index} ${'x'.repeat(60_000)}` });
    await ada.put(`/api/tickets/${id}`, { title: 'The last word' });
    const output = new PassThrough();
    const joined = hub.join(await actorOf(ada), {}, output, await hub.follow(), start);
    const text = await until(output, 'The last word');
    await joined;
    assert.equal(placesIn(text).length, 1 + 42);
    assert.equal(output.destroyed, false);
  });

  test('who is more than 10,000 events behind is told to load anew', async () => {
    const ada = await world.person('Ada');
    const before = await hub.follow();
    const data = { user: { id: ada.id, name: 'Ada' }, role: 'USER' };
    const happening = { at: 0, actorId: null, data };
    await world.db.transaction((tx) =>
      importEvents(
        tx,
        userCreated,
        Array.from({ length: 10_001 }, () => happening),
      ),
    );
    // Others of the cluster may still hold them back.
    while ((await hub.follow()).seq - before.seq <= 10_000) await nextTurn();
    const output = await follow(ada, before);
    assert.match(await until(output, 'event: reset'), /data: \{"type":"reset","reason":"[^"]+"\}\n\n$/);
  });
});
