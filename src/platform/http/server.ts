import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import type { fastify as Fastify, FastifyError, FastifyInstance } from 'fastify';
import { invalid, type Refusal } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { answerUnknownRoutes } from './allowed-methods.ts';
import type { DocumentedWebhook } from './documented-webhook.ts';
import { envelope, installErrorEnvelope, sendError } from './error-envelope.ts';
import { installEtags } from './etag.ts';
import { acceptJsonBodies } from './json-body.ts';
import { refuseWhenOverloaded } from './overload.ts';
import { parseQueryString } from './query-string.ts';
import type { AnyRoute } from './route.ts';
import { compileValidator, installValidation } from './validation.ts';

const bodyBytesMax = 1024 * 1024;

export interface ServerOptions {
  logger: Logger;
  trustProxy: boolean;
  rewriteUrl: (url: string) => string;
  lagMaxMs?: number | undefined;
}

/** An HTTP server with the house rules and without routes. */
export function newServer({
  logger,
  trustProxy,
  rewriteUrl,
  lagMaxMs = 2_000,
}: ServerOptions): FastifyInstance {
  // Here, because commands need the same rooms without a server: the framework is a third of their start.
  const { fastify } = createRequire(import.meta.url)('fastify') as { fastify: typeof Fastify };
  const app = fastify({
    // Not given to the framework: a logger of its own for every request costs more than reading a ticket.
    logger: false,
    genReqId: newRequestIds(),
    bodyLimit: bodyBytesMax,
    trustProxy,
    forceCloseConnections: 'idle',
    // Long enough for a slow phone, short enough that half-sent requests cannot pile up.
    requestTimeout: 60_000,
    rewriteUrl: (request) => rewriteUrl(request.url ?? '/'),
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: 500,
      querystringParser: parseQueryString,
    },
    frameworkErrors: (error: FastifyError, request, reply) => void sendError(error, request, reply),
    clientErrorHandler: refuseBrokenHttp,
    schemaController: { compilersFactory },
    // Node would refuse a missing Host without the envelope; the first hook does it with.
    http: { requireHostHeader: false },
  });
  app.server.on('checkExpectation', refuseExpectation);
  app.decorate('documentedRoutes', [] as AnyRoute[]);
  app.decorate('documentedWebhooks', [] as (() => DocumentedWebhook[])[]);
  // Hooks that have nothing to wait for call back at once: a promise for each would be a tenth of a small answer.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    reply.header('cache-control', 'private, no-cache');
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') return done(notHttp());
    done(findNulInPath(request.params as Record<string, string>));
  });
  refuseWhenOverloaded(app, lagMaxMs);
  closeConnectionsAtTheEnd(app);
  installErrorEnvelope(app, logger);
  acceptJsonBodies(app);
  installValidation(app);
  installEtags(app);
  answerUnknownRoutes(app);
  return app;
}

// Given when the server is made, for it would load two compilers of its own before others could be set. Its types know
// only those.
const compilersFactory: object = {
  buildValidator: () => compileValidator,
  buildSerializer: () => () => JSON.stringify,
};

/** A connection that was busy when the server was told to end would else be kept alive, and the server with it. */
function closeConnectionsAtTheEnd(app: FastifyInstance): void {
  let isEnding = false;
  app.addHook('preClose', async () => {
    isEnding = true;
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isEnding) reply.header('connection', 'close');
    done(null, payload);
  });
}

/** PostgreSQL cannot even compare with the character: such an address is as broken as one with a bad escape. */
function findNulInPath(params: Record<string, string>): Refusal | undefined {
  for (const name in params) {
    if (params[name]?.includes('\0')) return invalid({ url: ['The address is not a valid URL'] });
  }
  return undefined;
}

const notHttp = () => invalid({ request: ['The request is not valid HTTP'] });

/** `Expect: 100-continue` is met by Node itself; there is nothing else one can expect. */
function refuseExpectation(_: IncomingMessage, response: ServerResponse): void {
  const { code, message, details } = invalid({ expect: ['Only 100-continue can be expected'] });
  const body = JSON.stringify(envelope(code, message, 'none', details));
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  };
  response.writeHead(417, headers).end(body);
}

function newRequestIds(): () => string {
  const processPart = randomBytes(4).toString('hex');
  let count = 0;
  return () => `${processPart}-${(++count).toString(36)}`;
}

/** What the HTTP parser itself refuses never reaches a route, but the caller still deserves the envelope. */
function refuseBrokenHttp(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const status =
    error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const { code, message, details } = notHttp();
  const body = JSON.stringify(envelope(code, message, 'none', details));
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
