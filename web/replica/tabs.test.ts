import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FakeClock, settle } from './support/world.ts';
import { shareStream, type TabChannel, type TabMessage } from './tabs.ts';
import type { Connection, StreamMessage } from './types.ts';

/** Tabs that hear each other, one lock, and a stream that the test writes. */
class Browser {
  readonly clock = new FakeClock();
  readonly streams: { tab: string; from: string | undefined; write(message: StreamMessage): void }[] = [];
  readonly #listeners: { tab: string; listen(message: TabMessage): void }[] = [];
  readonly #waiting: { tab: string; take(): void }[] = [];
  #leader: string | undefined;

  open(tabId: string, cursor?: string, hasLocks = true) {
    const received: string[] = [];
    const end = new AbortController();
    const replica = {
      cursor,
      received,
      state: 'connecting' as Connection['state'],
      receive(message: StreamMessage) {
        this.cursor = message.cursor;
        received.push(message.event ? message.event.type : `at ${message.cursor}`);
      },
      setStream(state: Connection['state']) {
        this.state = state;
      },
      reset: () => received.push('reset'),
      fail: () => {},
      on: () => () => {},
    };
    const channel: TabChannel = {
      post: (message) => {
        for (const one of this.#listeners) if (one.tab !== tabId) one.listen(structuredClone(message));
      },
      listen: (listen) => this.#listeners.push({ tab: tabId, listen }),
    };
    const events = (from: string | undefined) => this.#stream(tabId, from);
    const takeLead = () =>
      new Promise<void>((take) => {
        this.#waiting.push({ tab: tabId, take });
        this.#elect();
      });
    shareStream({
      ...{ tabId, replica, channel, clock: this.clock, signal: end.signal, onLead: () => {} },
      transport: { events },
      takeLead: hasLocks ? takeLead : undefined,
    });
    const close = () => {
      end.abort();
      for (const list of [this.#listeners, this.#waiting]) {
        list.splice(0, list.length, ...(list.filter((one) => one.tab !== tabId) as never[]));
      }
      if (this.#leader === tabId) this.#leader = undefined;
      this.#elect();
    };
    return { replica, close };
  }

  write(cursor: string, type?: string): void {
    const event = type === undefined ? undefined : { id: cursor, type, timestamp: '', data: {} };
    this.streams.at(-1)?.write({ cursor, ...(event && { event }) });
  }

  #elect(): void {
    if (this.#leader !== undefined) return;
    const next = this.#waiting.shift();
    this.#leader = next?.tab;
    next?.take();
  }

  #stream(tab: string, from: string | undefined): AsyncIterable<StreamMessage> {
    const stream = new ReadableStream<StreamMessage>({
      start: (controller) => {
        this.streams.push({ tab, from, write: (message) => controller.enqueue(message) });
      },
    });
    return stream.values();
  }
}

describe('one stream for all tabs', () => {
  test('the first tab reads the stream and passes it on', async () => {
    const browser = new Browser();
    const first = browser.open('first');
    await settle();
    browser.write('1');
    await settle();
    const second = browser.open('second');
    browser.write('2', 'ticket.updated');
    await settle();
    assert.equal(browser.streams.length, 1);
    assert.deepEqual(first.replica.received, ['at 1', 'ticket.updated']);
    assert.deepEqual(second.replica.received, ['at 1', 'ticket.updated']);
  });

  test('a tab that has rows of an earlier position gets what it missed, or is told to load anew', async () => {
    const browser = new Browser();
    browser.open('first', '1');
    await settle();
    for (const [cursor, type] of [
      ['2', 'a'],
      ['3', 'b'],
    ] as const)
      browser.write(cursor, type);
    await settle();
    const late = browser.open('late', '2');
    assert.deepEqual(late.replica.received, ['b', 'at 3']);
    const old = browser.open('old', '0');
    assert.deepEqual(old.replica.received, ['reset', 'at 3']);
  });

  test('when the leader closes, the next tab continues from the last position', async () => {
    const browser = new Browser();
    const first = browser.open('first');
    await settle();
    browser.write('1');
    await settle();
    const second = browser.open('second');
    browser.write('2', 'a');
    await settle();
    first.close();
    await settle();
    assert.deepEqual(
      browser.streams.map(({ tab, from }) => [tab, from]),
      [
        ['first', undefined],
        ['second', '2'],
      ],
    );
    browser.write('3', 'b');
    await settle();
    assert.deepEqual(second.replica.received, ['at 1', 'a', 'b']);
  });

  test('a tab keeps asking while the leader has no position yet', async () => {
    const browser = new Browser();
    browser.open('first');
    const second = browser.open('second');
    await settle();
    assert.deepEqual(second.replica.received, []);
    browser.write('5');
    await settle();
    browser.clock.advance(1_000);
    assert.deepEqual(second.replica.received, ['at 5']);
  });

  test('without locks each tab has a stream of its own', async () => {
    const browser = new Browser();
    browser.open('first', undefined, false);
    browser.open('second', undefined, false);
    await settle();
    assert.deepEqual(
      browser.streams.map(({ tab }) => tab),
      ['first', 'second'],
    );
  });
});
