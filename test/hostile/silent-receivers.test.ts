import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deliveryTimeoutMs, webhooksPerUserMax } from '../../src/outbound-webhooks/webhook.ts';
import { onEveryEngine } from '../support/engines.ts';
import { type Hooks, openHooks } from '../support/hooks.ts';
import type { Receiver } from '../support/receiver.ts';
import type { Person } from '../support/world.ts';

// An attempt in flight ends only when a test ends it, so waiting for one would take for ever.
const inTime = { timeout: 120_000 };

onEveryEngine('an owner whose 499 receivers never answer', (engine) => {
  let hooks: Hooks;
  let hog: Person;
  let silent: Receiver;
  let fast: Receiver;
  const running: Promise<void>[] = [];

  const subscribe = async (person: Person, url: string) => {
    const { status } = await person.post('/v1/webhooks', { url, events: ['ticket.created'] });
    assert.equal(status, 201);
  };
  const createTicket = (person: Person) => person.post('/api/tickets', { title: 'A ticket' });
  /** Delivers what is due; the attempts stay in flight until the test ends them. */
  const look = (worker = hooks.worker) => void running.push(worker.settle());

  before(async () => {
    hooks = await openHooks(engine);
    hog = await hooks.world.person('Hog');
    silent = await hooks.receiver();
    fast = await hooks.receiver();
    silent.answer(() => {});
    for (let i = 1; i < webhooksPerUserMax; i++) await subscribe(hog, `${silent.url}/${i}`);
    await subscribe(hog, fast.url);
    for (let i = 0; i < 3; i++) await createTicket(hog);
    look();
    await silent.until(100);
  });
  after(async () => {
    hooks.answerAll(200);
    for (let round = 0; round < 20; round++) {
      hooks.fireTimeouts(deliveryTimeoutMs);
      await new Promise(setImmediate);
    }
    await hooks.close();
  });

  test('does not delay the deliveries of another owner', inTime, async () => {
    const other = await hooks.world.person('Other');
    const receiver = await hooks.receiver();
    await subscribe(other, receiver.url);
    for (let i = 0; i < 10; i++) await createTicket(other);
    look();
    await receiver.until(10);
  });

  test('does not delay another owner who uses a second process', inTime, async () => {
    const second = hooks.anotherWorker();
    look(second);
    const other = await hooks.world.person('Another');
    const receiver = await hooks.receiver();
    await subscribe(other, receiver.url);
    await createTicket(other);
    look(second);
    look();
    await receiver.until(1);
  });

  test('has a third of the attempts in flight, and the rest stay free', async () => {
    const repeated = silent.received.length - new Set(silent.received.map(({ path }) => path)).size;
    // The two workers choose at the same moment, so their turns can cross.
    assert.ok(repeated <= 3, `${repeated} webhooks had a second turn before others had their first`);
    assert.ok(silent.received.length <= 167, `${silent.received.length} attempts are in flight`);
  });

  test('still gets the deliveries to their receiver that answers, when its turn comes', inTime, async () => {
    const answered = fast.until(1);
    const rounds = setInterval(() => hooks.fireTimeouts(deliveryTimeoutMs), 50);
    await answered;
    clearInterval(rounds);
  });
});
