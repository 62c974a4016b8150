import type { IncomingHttpHeaders } from 'node:http';
import { OutboundFailure, type OutboundHttp } from '../../platform/outbound-http/index.ts';
import {
  hostUnreachable,
  invalidResponse,
  refusalFromResponse,
  repositoryMoved,
} from './response-refusals.ts';

const callTimeoutMs = 20_000;
const responseBytesMax = 64 * 1024 * 1024;
const redirectsMax = 3;

export interface RestSettings {
  /** Display name: GitHub, GitLab … */
  title: string;
  apiUrl: string;
  headers: Record<string, string>;
  outbound: OutboundHttp;
  followsRenames: boolean;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';

export interface RestResponse {
  status: number;
  /** Whether the body is a JSON object, a JSON array or empty. If not, `body` is `{}`. */
  isJson: boolean;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: validate-responses.ts checks the values that are read from it
  body: any;
}

export interface RestClient {
  /** A GET request; see `request`. */
  get(path: string, signal: AbortSignal, expected?: number[]): Promise<RestResponse>;
  /** Returns a 2xx response or one with an expected status; any other status is thrown as a Refusal. */
  request(
    method: Method,
    path: string,
    signal: AbortSignal,
    options?: { body?: object; expected?: number[] },
  ): Promise<RestResponse>;
}

/** A client for the REST API of a code host. Each request is limited to 20 s and 64 MB of response. */
export function newRestClient(settings: RestSettings): RestClient {
  const request: RestClient['request'] = async (method, path, signal, { body, expected = [] } = {}) => {
    const response = await send(settings, method, `${settings.apiUrl}${path}`, signal, body);
    const isSuccess = response.status >= 200 && response.status < 300;
    if (isSuccess && !response.isJson) throw invalidResponse(settings.title);
    if (isSuccess || expected.includes(response.status)) return response;
    throw refusalFromResponse(settings.title, response);
  };
  return { request, get: (path, signal, expected = []) => request('GET', path, signal, { expected }) };
}

async function send(
  settings: RestSettings,
  method: Method,
  address: string,
  signal: AbortSignal,
  body: object | undefined,
  redirects = 0,
): Promise<RestResponse> {
  signal.throwIfAborted();
  const { title, apiUrl, headers, outbound } = settings;
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
      throw error instanceof OutboundFailure ? hostUnreachable(title, error) : error;
    });
  const target = response.headers.location;
  const isRedirect = [301, 302, 307, 308].includes(response.status) && typeof target === 'string';
  if (isRedirect && method === 'GET' && redirects < redirectsMax) {
    if (!settings.followsRenames) throw repositoryMoved(title);
    const next = new URL(target, url);
    // Follows the redirect of a renamed repository, but never sends the token to another origin.
    if (next.origin === new URL(apiUrl).origin)
      return send(settings, method, next.href, signal, undefined, redirects + 1);
  }
  const parsed = parseJson(response.body);
  return {
    status: response.status,
    headers: response.headers,
    isJson: parsed !== undefined,
    body: parsed ?? {},
  };
}

function parseJson(bytes: Buffer): object | undefined {
  if (bytes.length === 0) return {};
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Escapes text for use as one segment of a URL path. */
export const segment = (text: string | number) => encodeURIComponent(String(text));
