import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Entry } from '../pending.ts';
import { newTicketRow } from '../support/rows.ts';
import { FakeClock, settle } from '../support/world.ts';
import type { Outcome } from './answers.ts';
import { Queue } from './queue.ts';

const remove = (id: string, ticketId: string): Entry => ({
  ...{ id, kind: 'delete', ticketId, madeAtMs: 0, summary: '', attempts: 0 },
});

function newQueue(entries: Entry[]) {
  const clock = new FakeClock();
  const sent: string[] = [];
  const answers = new Map<string, (outcome: Outcome) => void>();
  const queue = new Queue({
    clock,
    entries: () => entries,
    send: ({ id }) => {
      sent.push(id);
      return new Promise((resolve) => answers.set(id, resolve));
    },
    settle: (id) => {
      entries.splice(0, entries.length, ...entries.filter((entry) => entry.id !== id));
    },
    onState: () => {},
  });
  const answer = async (id: string, outcome: Outcome = { kind: 'deleted' }) => {
    answers.get(id)?.(outcome);
    await settle();
  };
  return { queue, sent, answer, clock };
}

describe('the queue', () => {
  test('sends one entry at a time for each ticket and four at once', async () => {
    const entries = ['a', 'b', 'c', 'd', 'e'].map((ticket) => remove(`1${ticket}`, ticket));
    const { queue, sent, answer } = newQueue([...entries, remove('2a', 'a')]);
    queue.pump();
    assert.deepEqual(sent, ['1a', '1b', '1c', '1d']);
    await answer('1b');
    assert.deepEqual(sent.slice(4), ['1e']);
    await answer('1a');
    assert.deepEqual(sent.slice(5), ['2a']);
  });

  test('waits 1, 2, 4 … 30 seconds after failures, or until the network is back', async () => {
    const { queue, sent, answer, clock } = newQueue([remove('1', 'a')]);
    queue.pump();
    for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
      await answer('1', { kind: 'unreached' });
      const before = sent.length;
      clock.advance(seconds * 1_000 - 1);
      assert.equal(sent.length, before);
      clock.advance(1);
      assert.equal(sent.length, before + 1, `after ${seconds} s`);
    }
    await answer('1', { kind: 'unreached' });
    assert.equal(queue.isUnreached, true);
    queue.retryNow();
    await answer('1');
    assert.equal(queue.isUnreached, false);
  });

  test('pauses when the session has ended', async () => {
    const { queue, sent, answer } = newQueue([remove('1', 'a'), remove('2', 'a')]);
    queue.pump();
    await answer('1', { kind: 'signed-out' });
    assert.deepEqual(sent, ['1']);
    queue.resume();
    assert.deepEqual(sent, ['1', '2']);
  });

  test('sends what refers to a new ticket after its creation', async () => {
    const create: Entry = {
      ...{ id: '1', kind: 'create', madeAtMs: 0, summary: '', attempts: 0 },
      ...{ fields: { title: 'Parent' }, row: newTicketRow({ id: 'parent' }) },
    };
    const child: Entry = {
      ...create,
      ...{ id: '2', fields: { title: 'Child', parentId: 'parent' }, row: newTicketRow({ id: 'child' }) },
    };
    const { queue, sent, answer } = newQueue([create, child]);
    queue.pump();
    assert.deepEqual(sent, ['1']);
    await answer('1');
    assert.deepEqual(sent, ['1', '2']);
  });
});
