import type { IncomingMessage, Server } from 'node:http';
import { createRequire } from 'node:module';
import { healthCheckPaths } from './overload.ts';
import { RequestQueue } from './request-queue.ts';

const headersTimeoutMs = 60_000;
// Long enough for a large file over a slow mobile connection, short enough that half-sent requests do not pile up.
const requestTimeoutMs = 300_000;
const keepAliveTimeoutMs = 72_000;

// Compared by length first: looking up a text in a set reads all of it.
const isHealthCheck = ({ url = '' }: IncomingMessage) => url.length <= 8 && healthCheckPaths.has(url);

/** A server whose requests share the event loop fairly with new connections and health checks. */
export function newHttpServer(handler: ConstructorParameters<typeof RequestQueue>[0]): Server {
  // Loaded on use: node:http loads Node's fetch, a tenth of the start of a command.
  const { createServer } = createRequire(import.meta.url)('node:http') as typeof import('node:http');
  const queue = new RequestQueue(handler, { isUrgent: isHealthCheck });
  const server = createServer(
    {
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      // Node would refuse a missing Host without the error envelope; the server's onRequest hook refuses it with one.
      requireHostHeader: false,
    },
    (request, response) => queue.handle(request, response),
  );
  return server.on('connection', () => queue.noteConnection());
}
