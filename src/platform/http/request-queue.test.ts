import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { RequestQueue } from './request-queue.ts';

/** A queue whose requests take `costMs` each, and a clock and event loop that only the test moves. */
function newQueue({ costMs = 1.5 } = {}) {
  const handled: string[] = [];
  const behind: (number | undefined)[] = [];
  let now = 1_000;
  let turn: (() => void)[] = [];
  const queue = new RequestQueue(
    ({ url, queuedBehind }) => {
      handled.push(url as string);
      behind.push(queuedBehind);
      now += costMs;
    },
    {
      isUrgent: ({ url }) => url === '/healthz',
      nowMs: () => now,
      nextTurn: (callback) => turn.push(callback),
    },
  );
  const send = (url: string) => {
    const request = Object.assign(new IncomingMessage(new Socket()), { url });
    const response = new ServerResponse(request);
    queue.handle(request, response);
    return response;
  };
  const nextTurn = () => {
    const callbacks = turn;
    turn = [];
    for (const callback of callbacks) callback();
    return handled.splice(0);
  };
  const pass = (ms: number) => {
    now += ms;
  };
  return { queue, handled, behind, send, nextTurn, pass };
}

test('a request is handled at once when nothing waits', () => {
  const { send, handled } = newQueue();
  send('/1');
  assert.deepEqual(handled, ['/1']);
});

test('requests are handled for 4 ms in a turn of the event loop, the others later in their order', () => {
  const { send, nextTurn, handled } = newQueue();
  for (let i = 1; i <= 8; i++) send(`/${i}`);
  assert.deepEqual(handled, ['/1', '/2', '/3']);
  handled.length = 0;
  assert.deepEqual(nextTurn(), ['/4', '/5', '/6']);
  send('/9');
  assert.deepEqual(nextTurn(), ['/7', '/8', '/9']);
  assert.deepEqual(nextTurn(), []);
  send('/10');
  assert.deepEqual(handled, ['/10']);
});

test('each request knows how many wait behind it', () => {
  const { send, nextTurn, behind } = newQueue();
  for (let i = 1; i <= 8; i++) send(`/${i}`);
  nextTurn();
  assert.deepEqual(behind, [undefined, undefined, undefined, 4, 3, 2]);
});

test('a health check does not wait for the requests before it', () => {
  const { send, handled } = newQueue();
  for (let i = 1; i <= 8; i++) send(`/${i}`);
  send('/healthz');
  assert.deepEqual(handled, ['/1', '/2', '/3', '/healthz']);
});

test('while connections come in, turns stay short, and requests are handled nevertheless', () => {
  const { queue, send, nextTurn } = newQueue();
  queue.noteConnection();
  for (let i = 1; i <= 5; i++) send(`/${i}`);
  const handledPerTurn = Array.from({ length: 32 }, () => {
    queue.noteConnection();
    return nextTurn().length;
  });
  const expected = Array.from({ length: 32 }, (_, turn) => (turn % 16 === 14 ? 1 : 0));
  assert.deepEqual(handledPerTurn, expected);
});

test('between connections a turn handles one request, and after the last one as many as before', () => {
  const { queue, send, nextTurn, pass } = newQueue();
  queue.noteConnection();
  queue.noteConnection();
  for (let i = 1; i <= 6; i++) send(`/${i}`);
  assert.deepEqual(nextTurn(), ['/1']);
  assert.deepEqual(nextTurn(), ['/2']);
  pass(20);
  assert.deepEqual(nextTurn(), ['/3', '/4', '/5']);
});

test('a request whose client has gone is not handled', () => {
  const { send, nextTurn, handled } = newQueue();
  for (let i = 1; i <= 3; i++) send(`/${i}`);
  const response = send('/4');
  send('/5');
  response.destroy();
  handled.length = 0;
  assert.deepEqual(nextTurn(), ['/5']);
});
