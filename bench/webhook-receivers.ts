import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Webhook receivers on the loopback address, as a separate process. Arguments: the number of receivers, and how many of
 * them never respond. Sends their URLs to the parent process, and for each message from it the arrivals so far.
 */
const [count = 1, hanging = 0] = process.argv.slice(2).map(Number);
let arrived = 0;
let firstAt = 0;
let lastAt = 0;

const urls = await Promise.all(Array.from({ length: count }, (_, index) => listen(index >= count - hanging)));
process.send?.({ urls });
process.on('message', () => process.send?.({ arrived, firstAt, lastAt }));

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
