import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import type { fastify as Fastify, FastifyError, FastifyInstance } from 'fastify';
import { invalid, type Refusal } from '../errors.ts';
import type { Logger } from '../logger.ts';
import type { TrustedProxies } from '../trusted-proxies.ts';
import type { AdmissionLimits } from './admission.ts';
import { answerUnknownRoutes } from './allowed-methods.ts';
import { addressOfRequest, installClientAddress } from './client-address.ts';
import type { DocumentedWebhook } from './documented-webhook.ts';
import { envelope, installErrorEnvelope, sendError } from './error-envelope.ts';
import { installEtags } from './etag.ts';
import { newHttpServer } from './http-server.ts';
import { acceptJsonBodies } from './json-body.ts';
import { jsonType } from './json-in-turns.ts';
import { OverloadGuard } from './overload.ts';
import { parseQueryString } from './query-string.ts';
import type { AnyRoute } from './route.ts';
import { installShutdown } from './shutdown.ts';
import { installSteps } from './steps.ts';
import { dropUnknownInput } from './unknown-input.ts';
import { endUnreadAnswers } from './unread-answers.ts';
import { compileValidator, installValidation } from './validation.ts';

const bodyBytesMax = 1024 * 1024;

export interface ServerOptions {
  logger: Logger;
  trustedProxies: TrustedProxies;
  rewriteUrl: (url: string) => string;
  /** Users reach Docket over https only. */
  isHttps?: boolean | undefined;
  /** When requests are refused as overload. */
  admission?: Partial<AdmissionLimits> | undefined;
  /** A long answer is ended if the client reads nothing for this time. */
  unreadMs?: number | undefined;
}

/** Builds a Fastify server with Docket's errors, validation, ETags and limits, and without routes. */
export function newServer({
  logger,
  trustedProxies,
  rewriteUrl,
  isHttps,
  admission,
  unreadMs,
}: ServerOptions): FastifyInstance {
  // Loaded here, because commands import the same modules without a server. Imported with Ajv at the top of the module,
  // it made `docket user list` take 0.56 s of CPU time instead of 0.37 s.
  const { fastify } = createRequire(import.meta.url)('fastify') as { fastify: typeof Fastify };
  const newRequestId = newRequestIds();
  const findAddress = addressOfRequest(trustedProxies);
  const headers = headersOfAnswers(isHttps);
  const overload = new OverloadGuard({
    limits: admission,
    findAddress,
    newRequestId,
    headers,
    isStopping: () => app.isStopping(),
  });
  const app = fastify({
    // Fastify would create a child logger for every request, which costs more than reading a ticket.
    logger: false,
    genReqId: newRequestId,
    bodyLimit: bodyBytesMax,
    forceCloseConnections: 'idle',
    // Fastify would refuse requests on open connections during the stop, without the error envelope. They are served.
    return503OnClosing: false,
    rewriteUrl: (request) => rewriteUrl(request.url ?? '/'),
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: 500,
      querystringParser: parseQueryString,
    },
    frameworkErrors: (error: FastifyError, request, reply) => void sendError(error, request, reply),
    clientErrorHandler: refuseBrokenHttp,
    schemaController: { compilersFactory },
    serverFactory: (handler) => newHttpServer(overload.before(handler)),
  });
  app.server.on('checkExpectation', refuseExpectation);
  app.decorate('openStreams', { count: 0 });
  app.decorateRequest('arrivedAtMs', 0);
  app.decorate('documentedRoutes', [] as AnyRoute[]);
  app.decorate('documentedWebhooks', [] as (() => DocumentedWebhook[])[]);
  installSteps(app);
  app.requestSteps.push((request, reply) => {
    request.arrivedAtMs = request.raw.arrivedAtMs ?? performance.now();
    reply.header('x-request-id', request.id);
    reply.headers(headers);
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') return notHttp();
    return findNulInPath(request.params as Record<string, string>);
  });
  installClientAddress(app, findAddress);
  overload.install(app);
  installShutdown(app);
  endUnreadAnswers(app, unreadMs);
  installErrorEnvelope(app, logger);
  acceptJsonBodies(app);
  dropUnknownInput(app);
  installValidation(app);
  installEtags(app);
  answerUnknownRoutes(app);
  return app;
}

// Passed to the constructor: Fastify would load its own two compilers before setValidatorCompiler could replace them.
// Typed as object because Fastify's types only allow its own compilers.
const compilersFactory: object = {
  buildValidator: () => compileValidator,
  buildSerializer: () => () => JSON.stringify,
};

/** PostgreSQL refuses a parameter with NUL, so a path with NUL is refused like one with a bad escape. */
function findNulInPath(params: Record<string, string>): Refusal | undefined {
  for (const name in params) {
    if (params[name]?.includes('\0')) return invalid({ url: ['The URL is not valid'] });
  }
  return undefined;
}

const notHttp = () => invalid({ request: ['The request is not valid HTTP'] });

/** Node answers `Expect: 100-continue` itself; every other expectation is refused. */
function refuseExpectation(_: IncomingMessage, response: ServerResponse): void {
  const { code, message, details } = invalid({ expect: ['Only 100-continue is supported'] });
  const body = JSON.stringify(envelope(code, message, 'none', details));
  const headers = {
    'content-type': jsonType,
    'content-length': Buffer.byteLength(body),
  };
  response.writeHead(417, headers).end(body);
}

const headersOfAnswers = (isHttps: boolean | undefined): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-cache',
  // For answers that are not pages; pages replace it by their own policy.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  ...(isHttps && { 'strict-transport-security': 'max-age=31536000' }),
});

function newRequestIds(): () => string {
  const processPart = randomBytes(4).toString('hex');
  let count = 0;
  return () => `${processPart}-${(++count).toString(36)}`;
}

const brokenHttpStatuses: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Sends the error envelope for requests that Node's HTTP parser refuses; Fastify never sees them. */
function refuseBrokenHttp(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const status = brokenHttpStatuses[error.code ?? ''] ?? '400 Bad Request';
  const { code, message, details } = notHttp();
  const body = JSON.stringify(envelope(code, message, 'none', details));
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  // A client that never closes its side would keep the descriptor for ever.
  socket.destroySoon();
}
