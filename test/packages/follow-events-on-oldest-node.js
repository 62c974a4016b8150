// Follows a server that sends one event and is silent from then on. Run with --expose-gc and the address of docket-sdk.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { mock } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';

const [sdk, way] = process.argv.slice(2);
const { followEvents } = await import(sdk);
const silenceMs = 60_000;

const server = createServer((request, response) => {
  server.emit('connected', request.headers['last-event-id'], response);
  if (way === 'no answer') return;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const event = { id: 'e1', type: 'ticket.created', timestamp: '2026-01-02T03:04:05.000Z', data: {} };
  response.write(`id: 7-1\nevent: ticket.created\ndata: ${JSON.stringify(event)}\n\n`);
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const baseUrl = `http://127.0.0.1:${server.address().port}`;

// Only the timers of the SDK are moved by hand: Node's own client must keep working.
mock.timers.enable({ apis: ['setTimeout'] });
const stopping = new AbortController();
const firstConnection = once(server, 'connected');
const events = followEvents({ baseUrl, apiKey: 'dkt_test', signal: stopping.signal });
const first = events.next();
const [, response] = await firstConnection;
if (way !== 'no answer') await first;
const second = way === 'no answer' ? first : events.next();
second.catch(() => {});
await collect();

if (way === 'abort') {
  const closed = once(response, 'close');
  stopping.abort();
  console.log(JSON.stringify(await second));
  await closed;
} else {
  const reconnected = once(server, 'connected');
  mock.timers.tick(silenceMs);
  // The SDK notices the end of the connection, waits, and connects again.
  for (let turn = 0; turn < 50; turn++) await nextTurn();
  mock.timers.tick(silenceMs);
  const [position] = await reconnected;
  console.log(JSON.stringify({ position: position ?? null }));
}
process.exit(0);

async function collect() {
  for (let turn = 0; turn < 20; turn++) {
    await nextTurn();
    globalThis.gc();
  }
}
