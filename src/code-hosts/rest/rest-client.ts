import type { IncomingHttpHeaders } from 'node:http';
import {
  OutboundFailure,
  type OutboundHttp,
  type OutboundResponse,
} from '../../platform/outbound-http/index.ts';
import { parseAnswer } from './parse-answer.ts';
import {
  AnswerTooLarge,
  hostUnreachable,
  invalidResponse,
  refusalFromResponse,
  repositoryMoved,
} from './response-refusals.ts';

const callTimeoutMs = 20_000;
const mb = 1024 * 1024;

/** Limits on the answers of a host, by what they contain. */
export const answerBytesMax = {
  /** A repository, a ref, a pull request. */
  object: 2 * mb,
  /** A page of commits, files or pull requests, and what a host sends back after a change. */
  page: 8 * mb,
  /** A comparison, or a commit, with the patches of its files. */
  comparison: 24 * mb,
  /** All files of a commit: 7 MB on GitHub. */
  tree: 24 * mb,
};
/** The start of an answer that only has to exist. */
const existenceBytesMax = 64 * 1024;
/** What JSON adds to the base64 of a blob. */
const blobOverheadBytes = 64 * 1024;
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
  get(
    path: string,
    signal: AbortSignal,
    expected?: number[],
    answer?: keyof typeof answerBytesMax,
  ): Promise<RestResponse>;
  /** Whether the path exists. Parses nothing, so it may be called on the main thread. */
  exists(path: string, signal: AbortSignal): Promise<boolean>;
  /** Gets a blob of at most `bytesMax` in base64; undefined if the answer is larger. */
  getBlob(
    path: string,
    signal: AbortSignal,
    bytesMax: number,
    expected: number[],
  ): Promise<RestResponse | undefined>;
  /** Returns a 2xx response or one with an expected status; any other status is thrown as a Refusal. */
  request(
    method: Method,
    path: string,
    signal: AbortSignal,
    options?: { body?: object; expected?: number[] },
  ): Promise<RestResponse>;
}

/** A client for the REST API of a code host. Each request is limited in time, and its answer in bytes and values. */
export function newRestClient(settings: RestSettings): RestClient {
  const read = async (call: Call, expected: number[]): Promise<RestResponse> => {
    const { status, headers, body } = await send(settings, call);
    const parsed = body.length === 0 ? {} : parseAnswer(body);
    const response = { status, headers, isJson: parsed !== undefined, body: parsed ?? {} };
    const isSuccess = status >= 200 && status < 300;
    if (isSuccess && !response.isJson) throw invalidResponse(settings.title);
    if (isSuccess || expected.includes(status)) return response;
    throw refusalFromResponse(settings.title, response);
  };
  const get = (path: string, signal: AbortSignal, expected: number[], bytesMax: number) =>
    read({ method: 'GET', url: `${settings.apiUrl}${path}`, signal, bytesMax }, expected);
  return {
    get: (path, signal, expected = [], answer = 'object') =>
      get(path, signal, expected, answerBytesMax[answer]),
    getBlob: (path, signal, bytesMax, expected) =>
      get(path, signal, expected, Math.ceil((bytesMax * 4) / 3) * 1.05 + blobOverheadBytes).catch(
        (error: unknown) => {
          if (error instanceof AnswerTooLarge) return undefined;
          throw error;
        },
      ),
    request: (method, path, signal, { body, expected = [] } = {}) => {
      const url = `${settings.apiUrl}${path}`;
      return read({ method, url, signal, body, bytesMax: answerBytesMax.page }, expected);
    },
    exists: async (path, signal) => {
      const url = `${settings.apiUrl}${path}`;
      const call: Call = { method: 'GET', url, signal, bytesMax: existenceBytesMax, whenTooLarge: 'cut' };
      const { status, headers, body } = await send(settings, call);
      if (status === 404) return false;
      if (status < 200 || status >= 300)
        throw refusalFromResponse(settings.title, { status, headers, body: parseAnswer(body) });
      if (!/^\s*\{/.test(body.subarray(0, 100).toString())) throw invalidResponse(settings.title);
      return true;
    },
  };
}

interface Call {
  method: Method;
  url: string;
  signal: AbortSignal;
  bytesMax: number;
  whenTooLarge?: 'cut';
  body?: object | undefined;
}

async function send(settings: RestSettings, call: Call, redirects = 0): Promise<OutboundResponse> {
  const { method, signal, bytesMax, whenTooLarge = 'fail', body } = call;
  signal.throwIfAborted();
  const { title, apiUrl, headers, outbound } = settings;
  const url = new URL(call.url);
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
      responseBytesMax: bytesMax,
      whenTooLarge,
    })
    .catch((error: unknown) => {
      if (!(error instanceof OutboundFailure)) throw error;
      throw error.word === 'too_large' ? new AnswerTooLarge(title, bytesMax) : hostUnreachable(title, error);
    });
  const target = response.headers.location;
  const isRedirect = [301, 302, 307, 308].includes(response.status) && typeof target === 'string';
  if (isRedirect && method === 'GET' && redirects < redirectsMax) {
    if (!settings.followsRenames) throw repositoryMoved(title);
    const next = new URL(target, url);
    // Follows the redirect of a renamed repository, but never sends the token to another origin.
    if (next.origin === new URL(apiUrl).origin)
      return send(settings, { ...call, url: next.href }, redirects + 1);
  }
  return response;
}

/** Stands for a blob that is too large to be read. */
export const tooLargeBlob: RestResponse = { status: 413, headers: {}, isJson: true, body: {} };

/** Escapes text for use as one segment of a URL path. */
export const segment = (text: string | number) => encodeURIComponent(String(text));
