import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { unavailable } from '../errors.ts';
import { Admission, type AdmissionLimits } from './admission.ts';
import { envelope } from './error-envelope.ts';
import { jsonType } from './json-in-turns.ts';
import { statusCodes } from './status-codes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller for whom the request counts as in flight; null if it is not counted. */
    admittedFor: string | null;
  }
  interface FastifyInstance {
    /** Called when the request is no longer in flight. An event stream calls it, because it never ends. */
    leaveAdmission(request: FastifyRequest): void;
    /** How many requests were refused as overload. */
    overloadRefusals: { count: number };
  }
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface OverloadSettings {
  limits?: Partial<AdmissionLimits> | undefined;
  findAddress: (request: IncomingMessage) => string;
  newRequestId: () => string;
  /** The headers of every answer. */
  headers: Readonly<Record<string, string>>;
  isStopping: () => boolean;
}

const refusal = unavailable('The server is overloaded. Try again in a few seconds.');
/** Answered at any load and for every caller: a refusal would end a healthy process. */
export const healthCheckPaths = new Set(['/healthz', '/readyz']);
/** An operator needs the metrics most when the server is overloaded. They count for the rate limit. */
const metricsPath = '/metrics';

/** Refuses requests with 503 and Retry-After before they would wait too long; `Admission` has the policy. */
export class OverloadGuard {
  readonly #settings: OverloadSettings;
  readonly #admission: Admission;
  readonly #refusals = { count: 0 };
  /** Names and values in turn, which Node writes without checking each. */
  readonly #headers: string[];

  constructor(settings: OverloadSettings) {
    this.#settings = settings;
    const ofRefusals = { 'content-type': jsonType, 'retry-after': String(refusal.retryAfterSeconds) };
    this.#headers = Object.entries({ ...settings.headers, ...ofRefusals }).flat();
    this.#admission = new Admission(
      { nowMs: () => performance.now(), activeMs: () => performance.eventLoopUtilization().active },
      settings.limits,
    );
  }

  /**
   * Refuses before the framework has the request: a server that must refuse four of five requests spends most of its
   * time on refusals (bench row "goodput").
   */
  before(handler: Handler): Handler {
    return (request, response) => {
      if (isExempt(request) || this.#admission.admits(this.#findCaller(request), request.queuedBehind))
        handler(request, response);
      else this.#refuse(response);
    };
  }

  /** Counts the requests in flight. Requests that did not come over a socket are refused here. */
  install(app: FastifyInstance): void {
    const leave = (request: FastifyRequest) => {
      if (request.admittedFor === null) return;
      this.#admission.leave(request.admittedFor);
      request.admittedFor = null;
    };
    app.decorate('overloadRefusals', this.#refusals);
    app.decorateRequest('admittedFor', null);
    app.decorate('leaveAdmission', leave);
    app.requestSteps.push((request) => {
      if (isExempt(request.raw)) return undefined;
      const caller = this.#findCaller(request.raw);
      if (!this.#admission.enter(caller, request.raw.queuedBehind)) {
        this.#refusals.count++;
        return refusal;
      }
      request.admittedFor = caller;
      return undefined;
    });
    app.answerSteps.push(leave);
  }

  #refuse(response: ServerResponse): void {
    const { newRequestId, isStopping } = this.#settings;
    this.#refusals.count++;
    const id = newRequestId();
    const body = JSON.stringify(envelope(refusal.code, refusal.message, id));
    const headers = [...this.#headers, 'x-request-id', id, 'content-length', String(body.length)];
    if (isStopping()) headers.push('connection', 'close');
    response.writeHead(statusCodes[refusal.code], headers).end(body);
  }

  /** Distinguishes callers by the credential itself, because authentication costs more than this check. */
  #findCaller(request: IncomingMessage): string {
    return request.headers.authorization ?? request.headers.cookie ?? this.#settings.findAddress(request);
  }
}

function isExempt({ url = '' }: IncomingMessage): boolean {
  if (url.startsWith('/api/')) return false;
  const path = url.split('?', 1)[0] as string;
  return healthCheckPaths.has(path) || path === metricsPath;
}
