import type { OutgoingHttpHeaders } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { unavailable } from '../errors.ts';
import { Admission, type AdmissionLimits } from './admission.ts';
import { envelope } from './error-envelope.ts';
import { jsonType } from './json-in-turns.ts';
import { statusCodes } from './status-codes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose request it is in the count of requests in flight; null when it is not counted. */
    admittedFor: string | null;
  }
  interface FastifyInstance {
    /** The request is no longer in flight. An event stream calls it, because it never ends. */
    leaveAdmission(request: FastifyRequest): void;
  }
}

const refusal = unavailable('The server is overloaded. Try again in a few seconds.');
export const healthCheckPaths = new Set(['/healthz', '/readyz']);

/** Health checks are answered whatever the load and whoever asks: a refusal would end a healthy process. */
export const isHealthCheck = ({ routeOptions }: FastifyRequest): boolean =>
  healthCheckPaths.has(routeOptions.url ?? '');

/** An operator needs the metrics most when the server is overloaded. They count for the rate limit. */
const isScrape = ({ routeOptions }: FastifyRequest): boolean => routeOptions.url === '/metrics';

/** Refuses requests with 503 and Retry-After before they would wait too long; `Admission` has the policy. */
export function refuseWhenOverloaded(app: FastifyInstance, limits?: Partial<AdmissionLimits>): void {
  const admission = new Admission(
    { nowMs: () => performance.now(), activeMs: () => performance.eventLoopUtilization().active },
    limits,
  );
  const leave = (request: FastifyRequest) => {
    if (request.admittedFor === null) return;
    admission.leave(request.admittedFor);
    request.admittedFor = null;
  };
  app.decorateRequest('admittedFor', null);
  app.decorate('leaveAdmission', leave);
  app.addHook('onRequest', (request, reply, done) => {
    if (isHealthCheck(request) || isScrape(request)) return done();
    const caller = callerOf(request);
    if (admission.enter(caller, request.raw.queuedBehind)) {
      request.admittedFor = caller;
      return done();
    }
    refuse(request, reply);
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    leave(request);
    done(null, payload);
  });
}

/**
 * Writes the error envelope without the error handler and the hooks of an answer: whoever must refuse four of five
 * requests spends most of the time on refusals (bench row "goodput").
 */
function refuse(request: FastifyRequest, reply: FastifyReply): void {
  const body = JSON.stringify(envelope(refusal.code, refusal.message, request.id));
  reply.hijack();
  reply.raw
    .writeHead(statusCodes[refusal.code], {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      'content-type': jsonType,
      'content-length': body.length,
      'retry-after': String(refusal.retryAfterSeconds),
      ...(request.server.isStopping() && { connection: 'close' }),
    })
    .end(body);
}

/** Before authentication, which costs more than this check, the credential itself tells callers apart. */
const callerOf = (request: FastifyRequest): string =>
  request.headers.authorization ?? request.headers.cookie ?? request.clientAddress;
