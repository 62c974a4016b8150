import type { IncomingHttpHeaders } from 'node:http';
import { forbiddenBecause, Refusal, upstreamFailed } from '../../platform/errors.ts';
import {
  type Egress,
  newOutboundHttp,
  OutboundFailure,
  type OutboundHttp,
} from '../../platform/outbound-http/index.ts';

const callTimeoutMs = 20_000;
const responseBytesMax = 64 * 1024 * 1024;
const redirectsMax = 3;
const wordsMax = 300;
const retryAfterMaxSeconds = 3_600;

export interface RestSettings {
  /** As people call it: GitHub, GitLab … */
  title: string;
  apiUrl: string;
  headers: Record<string, string>;
  egress: Egress;
}

export interface RestAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: what a host answers is read field by field, each with its own check
  body: any;
}

export interface RestClient {
  /** Answers 2xx and whatever else is expected; the rest becomes a refusal in the words of the host. */
  ask(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    signal: AbortSignal,
    more?: { body?: object; expected?: number[] },
  ): Promise<RestAnswer>;
}

// One set of connections for each policy, kept for the life of the process or thread.
const outbound = new Map<Egress, OutboundHttp>();

function outboundFor(egress: Egress): OutboundHttp {
  const known = outbound.get(egress) ?? newOutboundHttp({ egress });
  outbound.set(egress, known);
  return known;
}

/** The REST API of a code host. Every call has a timeout and a largest answer. */
export function newRestClient(settings: RestSettings): RestClient {
  return {
    ask: async (method, path, signal, { body, expected = [] } = {}) => {
      const answer = await send(settings, method, `${settings.apiUrl}${path}`, signal, body);
      if ((answer.status >= 200 && answer.status < 300) || expected.includes(answer.status)) return answer;
      throw refusalOf(settings.title, answer);
    },
  };
}

async function send(
  { title, apiUrl, headers, egress }: RestSettings,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  address: string,
  signal: AbortSignal,
  body: object | undefined,
  redirects = 0,
): Promise<RestAnswer> {
  signal.throwIfAborted();
  const url = new URL(address);
  const response = await outboundFor(egress)
    .send({
      method,
      url,
      headers: {
        accept: 'application/json',
        'user-agent': 'docket',
        ...headers,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      totalTimeoutMs: callTimeoutMs,
      responseBytesMax,
      whenTooLarge: 'fail',
    })
    .catch((error: unknown) => {
      if (error instanceof OutboundFailure)
        throw upstreamFailed(`${title} cannot be asked (${error.word}): ${error.message}`, 30);
      throw error;
    });
  const target = response.headers.location;
  const isMoved = [301, 302, 307, 308].includes(response.status) && typeof target === 'string';
  if (isMoved && method === 'GET' && redirects < redirectsMax) {
    const next = new URL(target, url);
    // A renamed repository; the token goes nowhere else.
    if (next.origin === new URL(apiUrl).origin)
      return send({ title, apiUrl, headers, egress }, method, next.href, signal, undefined, redirects + 1);
  }
  return { status: response.status, headers: response.headers, body: parse(response.body) };
}

function parse(bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return {};
  }
}

function refusalOf(title: string, { status, headers, body }: RestAnswer): Refusal {
  const words = wordsOf(body);
  const said = `${title} answered ${status}${words && `: ${words}`}`;
  const isLimited =
    status === 429 ||
    (status === 403 && (headers['x-ratelimit-remaining'] === '0' || headers['retry-after'] !== undefined));
  if (isLimited) return upstreamFailed(`${said}. Try again later`, retryAfter(headers) ?? 60);
  if (status === 401 || status === 403)
    return forbiddenBecause(`${said}. The token that Docket has for it may not do this`);
  if (status === 404) return new Refusal('NOT_FOUND', said);
  if (status >= 500) return upstreamFailed(said, retryAfter(headers) ?? 30);
  return upstreamFailed(said);
}

function wordsOf(
  body: { message?: unknown; error?: unknown; errors?: { message?: unknown }[] } | undefined,
): string {
  const parts = [
    body?.message,
    body?.error,
    ...(Array.isArray(body?.errors) ? body.errors.map((one) => one?.message) : []),
  ];
  return parts
    .map((part) => (typeof part === 'string' ? part : part ? JSON.stringify(part) : ''))
    .filter(Boolean)
    .join(', ')
    .slice(0, wordsMax);
}

/** In seconds; GitHub says either how long or, by its own clock, until when. */
function retryAfter(headers: IncomingHttpHeaders): number | undefined {
  const seconds = Number(headers['retry-after']);
  if (Number.isFinite(seconds) && seconds > 0) return Math.min(Math.ceil(seconds), retryAfterMaxSeconds);
  const reset = Number(headers['x-ratelimit-reset'] ?? headers['ratelimit-reset']);
  const now = Date.parse(headers.date ?? '') / 1000;
  return reset > now ? Math.min(Math.ceil(reset - now), retryAfterMaxSeconds) : undefined;
}

/** Text that becomes one segment of a path. */
export const segment = (text: string | number) => encodeURIComponent(String(text));
