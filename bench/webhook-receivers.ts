import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Receivers on loopback in a process of their own, which the bench starts: `fork` with how many of them, and how many of
 * those never answer. Tells where they listen, and, when asked, what arrived.
 */
const [count = 1, hanging = 0] = process.argv.slice(2).map(Number);
let arrived = 0;
let firstAt = 0;
let lastAt = 0;

const urls = await Promise.all(Array.from({ length: count }, (_, index) => listen(index >= count - hanging)));
process.send?.({ urls });
process.on('message', (asked) => {
  if (asked === 'reset') arrived = 0;
  process.send?.({ arrived, firstAt, lastAt });
});

async function listen(hangs: boolean): Promise<string> {
  const server = http.createServer((request, response) => {
    request.resume();
    if (hangs) return;
    request.on('end', () => {
      lastAt = performance.timeOrigin + performance.now();
      if (arrived++ === 0) firstAt = lastAt;
      response.end();
    });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}
