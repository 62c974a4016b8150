import type { IncomingHttpHeaders } from 'node:http';
import { OutboundFailure, type OutboundHttp } from '../../platform/outbound-http/index.ts';
import { cannotBeAsked, noApi, refusalOf } from './refusal-of.ts';

const callTimeoutMs = 20_000;
const responseBytesMax = 64 * 1024 * 1024;
const redirectsMax = 3;

export interface RestSettings {
  /** As people call it: GitHub, GitLab … */
  title: string;
  apiUrl: string;
  headers: Record<string, string>;
  outbound: OutboundHttp;
}

export interface RestAnswer {
  status: number;
  /** Whether it is an object or a list, or nothing at all, as an API answers; `body` is `{}` where it is not. */
  isJson: boolean;
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

/** The REST API of a code host. Every call has a timeout and a largest answer. */
export function newRestClient(settings: RestSettings): RestClient {
  return {
    ask: async (method, path, signal, { body, expected = [] } = {}) => {
      const answer = await send(settings, method, `${settings.apiUrl}${path}`, signal, body);
      const isGood = answer.status >= 200 && answer.status < 300;
      if (isGood && !answer.isJson) throw noApi(settings.title);
      if (isGood || expected.includes(answer.status)) return answer;
      throw refusalOf(settings.title, answer);
    },
  };
}

async function send(
  { title, apiUrl, headers, outbound }: RestSettings,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  address: string,
  signal: AbortSignal,
  body: object | undefined,
  redirects = 0,
): Promise<RestAnswer> {
  signal.throwIfAborted();
  const url = new URL(address);
  const response = await outbound
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
      throw error instanceof OutboundFailure ? cannotBeAsked(title, error) : error;
    });
  const target = response.headers.location;
  const isMoved = [301, 302, 307, 308].includes(response.status) && typeof target === 'string';
  if (isMoved && method === 'GET' && redirects < redirectsMax) {
    const next = new URL(target, url);
    // A renamed repository; the token goes nowhere else.
    if (next.origin === new URL(apiUrl).origin)
      return send({ title, apiUrl, headers, outbound }, method, next.href, signal, undefined, redirects + 1);
  }
  const got = parse(response.body);
  return {
    status: response.status,
    headers: response.headers,
    isJson: got !== undefined,
    body: got ?? {},
  };
}

function parse(bytes: Buffer): object | undefined {
  if (bytes.length === 0) return {};
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Text that becomes one segment of a path. */
export const segment = (text: string | number) => encodeURIComponent(String(text));
