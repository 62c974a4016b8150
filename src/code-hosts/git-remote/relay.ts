import { once } from 'node:events';
import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { isSameSecret, newToken } from '../../platform/crypto.ts';
import type { Refusal } from '../../platform/errors.ts';
import { OutboundFailure, type OutboundHttp } from '../../platform/outbound-http/index.ts';
import { copyTooLarge } from '../host-failure.ts';
import { cannotBeAsked, refusalOf } from '../rest/refusal-of.ts';

const requestBytesMax = 64 * 1024 * 1024;
const callTimeoutMs = 600_000;
const redirectsMax = 3;
const wordsBytesMax = 2_000;
/** Where git shows that it is ours. Not in the address, which stands in the list of processes. */
const keyHeader = 'x-docket-relay';

const askedHeaders = [
  'accept',
  'accept-encoding',
  'content-type',
  'content-encoding',
  'git-protocol',
  'user-agent',
];
const answeredHeaders = ['content-type', 'content-encoding', 'cache-control'];
const services = /^(?:\/info\/refs\?service=git-(?:upload|receive)-pack|\/git-(?:upload|receive)-pack)$/;

export interface RelaySettings {
  /** As people call the host. */
  title: string;
  address: URL;
  headers: Record<string, string>;
  outbound: OutboundHttp;
  /** Of all answers together. */
  bytesMax: number;
  signal: AbortSignal;
}

/**
 * A door on this machine through which git reaches one repository and nothing else. git itself never connects to a
 * stranger and never sees the token: it speaks to us, and we speak to the host, under all the rules of outbound-http.
 */
export interface Relay {
  /** For git's configuration, which goes by the environment. */
  url: string;
  header: string;
  /** Why the host, and not git, is what failed. */
  failure(): Refusal | undefined;
  close(): Promise<void>;
}

export async function startRelay(settings: RelaySettings): Promise<Relay> {
  const key = newToken();
  const state: State = { base: settings.address.href, bytesLeft: settings.bytesMax, failure: undefined };
  const server = http.createServer((request, response) => {
    const path = request.url ?? '';
    if (!isSameSecret(String(request.headers[keyHeader] ?? ''), key) || !services.test(path)) {
      response.writeHead(404).end();
      return;
    }
    pass(settings, state, path, request, response).catch((error: unknown) => {
      if (error instanceof OutboundFailure)
        state.failure ??=
          error.word === 'too_large' ? copyTooLarge(settings.bytesMax) : cannotBeAsked(settings.title, error);
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
  /** Moves along when the repository was renamed. */
  base: string;
  bytesLeft: number;
  failure: Refusal | undefined;
}

async function pass(
  settings: RelaySettings,
  state: State,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const sent = request.method === 'POST' ? await readBody(request) : undefined;
  const answer = await ask(settings, state, path, request.headers, sent);
  if (answer.status >= 400) {
    const message = await firstWords(answer.body);
    state.failure ??= refusalOf(settings.title, {
      status: answer.status,
      headers: answer.headers,
      body: { message },
    });
  }
  response.writeHead(answer.status >= 300 ? 502 : answer.status, chosen(answer.headers, answeredHeaders));
  if (answer.status >= 300) response.end();
  else await pipeline(Readable.from(counted(answer.body, state)), response);
}

async function ask(
  { address, headers, outbound, signal }: RelaySettings,
  state: State,
  path: string,
  asked: IncomingHttpHeaders,
  body: Buffer | undefined,
  redirects = 0,
) {
  const answer = await outbound.stream(
    {
      method: body ? 'POST' : 'GET',
      url: new URL(`${state.base}${path}`),
      headers: { ...chosen(asked, askedHeaders), ...headers },
      ...(body && { body }),
      totalTimeoutMs: callTimeoutMs,
      responseBytesMax: Math.max(state.bytesLeft, 1),
    },
    signal,
  );
  const target = answer.headers.location;
  if (answer.status < 300 || answer.status >= 400 || typeof target !== 'string') return answer;
  const next = new URL(target, `${state.base}${path}`);
  // A renamed repository; the token goes nowhere else.
  if (body || redirects >= redirectsMax || next.origin !== address.origin || !next.href.endsWith(path))
    return answer;
  state.base = next.href.slice(0, -path.length);
  return ask(
    { address, headers, outbound, signal } as RelaySettings,
    state,
    path,
    asked,
    body,
    redirects + 1,
  );
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > requestBytesMax) request.destroy();
  });
  return buffer(request);
}

async function* counted(chunks: AsyncIterable<Buffer>, state: State) {
  for await (const chunk of chunks) {
    state.bytesLeft -= chunk.length;
    yield chunk;
  }
}

async function firstWords(chunks: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) {
    text += chunk.toString();
    if (text.length > wordsBytesMax) break;
  }
  return text.startsWith('<') ? '' : text.trim();
}

const chosen = (headers: IncomingHttpHeaders, names: string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name] as string]] : [])),
  );
