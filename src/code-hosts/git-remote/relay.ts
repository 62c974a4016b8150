import { once } from 'node:events';
import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { isSameSecret, newToken } from '../../platform/crypto.ts';
import type { Refusal } from '../../platform/errors.ts';
import { OutboundFailure, type OutboundHttp } from '../../platform/outbound-http/index.ts';
import { cloneTooLarge } from '../host-failure.ts';
import { hostUnreachable, refusalFromResponse, repositoryMoved } from '../rest/response-refusals.ts';

const requestBytesMax = 64 * 1024 * 1024;
const callTimeoutMs = 600_000;
const redirectsMax = 3;
const errorMessageLengthMax = 2_000;
/** Authenticates our git to the relay. A key in the URL would be visible in the process list. */
const keyHeader = 'x-docket-relay';

const forwardedRequestHeaders = [
  'accept',
  'accept-encoding',
  'content-type',
  'content-encoding',
  'git-protocol',
  'user-agent',
];
const forwardedResponseHeaders = ['content-type', 'content-encoding', 'cache-control'];
const allowedPaths = /^(?:\/info\/refs\?service=git-(?:upload|receive)-pack|\/git-(?:upload|receive)-pack)$/;

export interface RelaySettings {
  /** Display name of the host. */
  title: string;
  address: URL;
  headers: Record<string, string>;
  outbound: OutboundHttp;
  followsRenames: boolean;
  /** Limit on all response bodies together. */
  bytesMax: number;
  signal: AbortSignal;
}

/**
 * A loopback HTTP proxy to one repository. git connects only to it and never sees the token or the host; the relay adds the
 * credentials and sends each request through outbound-http with its address policy and limits.
 */
export interface Relay {
  url: string;
  /** `name: value` of the header that git must send. */
  header: string;
  /** The first failure of the host, if one happened. */
  failure(): Refusal | undefined;
  close(): Promise<void>;
}

export async function startRelay(settings: RelaySettings): Promise<Relay> {
  const key = newToken();
  const state: State = { base: settings.address.href, bytesLeft: settings.bytesMax, failure: undefined };
  const server = http.createServer((request, response) => {
    const path = request.url ?? '';
    if (!isSameSecret(String(request.headers[keyHeader] ?? ''), key) || !allowedPaths.test(path)) {
      response.writeHead(404).end();
      return;
    }
    forward(settings, state, path, request, response).catch((error: unknown) => {
      if (error instanceof OutboundFailure)
        state.failure ??=
          error.word === 'too_large'
            ? cloneTooLarge(settings.bytesMax)
            : hostUnreachable(settings.title, error);
      response.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    header: `${keyHeader}: ${key}`,
    failure: () => state.failure,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface State {
  /** URL of the repository; follows redirects after a rename. */
  base: string;
  bytesLeft: number;
  failure: Refusal | undefined;
}

async function forward(
  settings: RelaySettings,
  state: State,
  path: string,
  request: IncomingMessage,
  reply: ServerResponse,
): Promise<void> {
  const requestBody = request.method === 'POST' ? await readBody(request) : undefined;
  const response = await requestHost(settings, state, path, request.headers, requestBody);
  if (response.status >= 400) {
    const message = await readErrorMessage(response.body);
    state.failure ??= refusalFromResponse(settings.title, {
      status: response.status,
      headers: response.headers,
      body: { message },
    });
  }
  reply.writeHead(
    response.status >= 300 ? 502 : response.status,
    pickHeaders(response.headers, forwardedResponseHeaders),
  );
  if (response.status >= 300) reply.end();
  else await pipeline(Readable.from(countBytes(response.body, state)), reply);
}

async function requestHost(
  settings: RelaySettings,
  state: State,
  path: string,
  requestHeaders: IncomingHttpHeaders,
  body: Buffer | undefined,
  redirects = 0,
) {
  const { address, headers, outbound, signal } = settings;
  const response = await outbound.stream(
    {
      method: body ? 'POST' : 'GET',
      url: new URL(`${state.base}${path}`),
      headers: { ...pickHeaders(requestHeaders, forwardedRequestHeaders), ...headers },
      ...(body && { body }),
      totalTimeoutMs: callTimeoutMs,
      responseBytesMax: Math.max(state.bytesLeft, 1),
    },
    signal,
  );
  const target = response.headers.location;
  if (response.status < 300 || response.status >= 400 || typeof target !== 'string') return response;
  if (!settings.followsRenames) {
    state.failure ??= repositoryMoved(settings.title);
    return response;
  }
  const next = new URL(target, `${state.base}${path}`);
  // Follows the redirect of a renamed repository, but never sends the token to another origin.
  if (body || redirects >= redirectsMax || next.origin !== address.origin || !next.href.endsWith(path))
    return response;
  state.base = next.href.slice(0, -path.length);
  return requestHost(settings, state, path, requestHeaders, body, redirects + 1);
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > requestBytesMax) request.destroy();
  });
  return buffer(request);
}

async function* countBytes(chunks: AsyncIterable<Buffer>, state: State) {
  for await (const chunk of chunks) {
    state.bytesLeft -= chunk.length;
    yield chunk;
  }
}

async function readErrorMessage(chunks: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) {
    text += chunk.toString();
    if (text.length > errorMessageLengthMax) break;
  }
  return text.startsWith('<') ? '' : text.trim();
}

const pickHeaders = (headers: IncomingHttpHeaders, names: string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name] as string]] : [])),
  );
