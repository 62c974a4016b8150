import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { Readable } from 'node:stream';
import type { Agent, Dispatcher } from 'undici';
import { setTimer as realSetTimer, type SetTimer } from '../timer.ts';
import type { Egress } from './address-policy.ts';
import {
  addressNotAllowed,
  type ConnectorSettings,
  findAllowedAddresses,
  type GuardedConnector,
  isAllowedTarget,
  newGuardedConnector,
  type ResolveName,
  resolveBySystem,
} from './guarded-connector.ts';
import { asOutboundFailure, OutboundFailure } from './outbound-failure.ts';
import { connectionTarget, type PrivateTargetSource, type PrivateTargets } from './private-targets.ts';

export interface OutboundSettings {
  egress: Egress;
  /** What is allowed besides public addresses when the egress is `public`. */
  privateTargets?: PrivateTargets | PrivateTargetSource;
  connectTimeoutMs?: number;
  resolve?: ResolveName;
  setTimer?: SetTimer;
  ca?: string[];
}

export interface OutboundRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: URL;
  headers?: Record<string, string>;
  body?: Buffer | string;
  /** The time from the call to the last byte of the response. */
  totalTimeoutMs: number;
  /** The most of a response that is ever kept in memory. */
  responseBytesMax: number;
  /** Whether a larger response is truncated or fails as `too_large`. */
  whenTooLarge: 'cut' | 'fail';
}

/** A request whose body may be too large for memory as well. */
export type StreamedRequest = Omit<OutboundRequest, 'whenTooLarge' | 'body'> & {
  body?: Buffer | string | Readable;
};

export interface OutboundResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Whether the response came from a private network; users who entered the address may not read there. */
  isPrivate: boolean;
}

/** A response that is too large for memory, or that is processed as it arrives. */
export interface OutboundStream {
  status: number;
  headers: IncomingHttpHeaders;
  /** Throws an OutboundFailure if the other server, the timeout or the size limit ends it. */
  body: AsyncIterable<Buffer>;
}

export interface OutboundHttp {
  /**
   * Sends one request. Redirects are not followed, certificates are verified, and every failure of the other server is
   * thrown as an OutboundFailure.
   */
  send(request: OutboundRequest): Promise<OutboundResponse>;
  /** Like `send`, but returns the body as a stream with back-pressure. */
  stream(request: StreamedRequest, signal: AbortSignal): Promise<OutboundStream>;
  /** Throws if `send` would refuse to connect, as far as the name resolves now. */
  assertAllowed(url: URL): Promise<void>;
  /** Aborts running requests, which fail as `interrupted`. */
  close(): Promise<void>;
}

const connectTimeoutMsDefault = 5_000;

/** The only code that connects to third-party addresses. Connections are kept alive per origin. */
export function newOutboundHttp({
  egress,
  privateTargets = [],
  connectTimeoutMs = connectTimeoutMsDefault,
  resolve = resolveBySystem,
  setTimer = realSetTimer,
  ca,
}: OutboundSettings): OutboundHttp {
  const source =
    'refresh' in privateTargets ? privateTargets : { current: privateTargets, refresh: async () => {} };
  const rules = () => ({ egress, privateTargets: source.current });
  // An origin stays in the set, because it is unknown over which of its connections a response came.
  const privateOrigins = new Set<string>();
  const onPrivateConnection = (origin: string) => privateOrigins.add(origin);
  let opened: Promise<OpenAgent> | undefined;
  let applied = source.current;
  /** A target that was removed from the list must not be reached over a connection that is still open. */
  const getAgent = async () => {
    opened ??= openAgent({ rules, resolve, connectTimeoutMs, setTimer, ca, onPrivateConnection });
    const { agent, connector } = await opened;
    await source.refresh();
    if (applied !== source.current) {
      applied = source.current;
      connector.closeRefused();
    }
    return agent;
  };

  return {
    send: async (request) => {
      const response = await send(await getAgent(), request, setTimer);
      return { ...response, isPrivate: privateOrigins.has(request.url.origin) };
    },
    stream: async (request, signal) => stream(await getAgent(), request, setTimer, signal),
    assertAllowed: async (url) => {
      await source.refresh();
      const target = connectionTarget(url);
      const { hostname } = target;
      if (isIP(hostname) === 0) return void (await findAllowedAddresses(target, resolve, rules));
      if (!isAllowedTarget(target, hostname, rules())) throw addressNotAllowed(hostname);
    },
    close: async () => (await opened)?.agent.destroy(),
  };
}

interface OpenAgent {
  agent: Agent;
  connector: GuardedConnector;
}

/** Loads undici on first use: loading it is a tenth of a start, and many processes never send a request. */
async function openAgent(settings: ConnectorSettings): Promise<OpenAgent> {
  const { Agent, buildConnector } = await import('undici');
  const connector = newGuardedConnector(buildConnector, settings);
  const agent = new Agent({
    connect: connector.connect,
    pipelining: 1,
    // `totalTimeoutMs` is the only timeout.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return { agent, connector };
}

type ReadResponse = Omit<OutboundResponse, 'isPrivate'>;

function send(agent: Agent, request: OutboundRequest, setTimer: SetTimer): Promise<ReadResponse> {
  const { method, url, headers = {}, body, totalTimeoutMs } = request;
  return new Promise((resolve, reject) => {
    const reading = newReading(request, resolve, reject);
    reading.cancelTimeout = setTimer(totalTimeoutMs, () => {
      reading.fail(new OutboundFailure('timed_out', `no complete response within ${totalTimeoutMs} ms`));
    });
    agent.dispatch(
      { origin: url.origin, path: `${url.pathname}${url.search}`, method, headers, body: body ?? null },
      reading.handler,
    );
  });
}

async function stream(
  agent: Agent,
  request: StreamedRequest,
  setTimer: SetTimer,
  signal: AbortSignal,
): Promise<OutboundStream> {
  const { method, url, headers = {}, body, totalTimeoutMs, responseBytesMax } = request;
  const deadline = new AbortController();
  const cancelTimeout = setTimer(totalTimeoutMs, () => {
    deadline.abort(new OutboundFailure('timed_out', `no complete response within ${totalTimeoutMs} ms`));
  });
  try {
    const answer = await agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method,
      headers,
      body: body ?? null,
      signal: AbortSignal.any([signal, deadline.signal]),
    });
    return {
      status: answer.statusCode,
      headers: answer.headers as IncomingHttpHeaders,
      body: limited(answer.body, responseBytesMax, cancelTimeout),
    };
  } catch (error) {
    cancelTimeout();
    throw asOutboundFailure(error);
  }
}

async function* limited(chunks: AsyncIterable<Buffer>, bytesMax: number, whenOver: () => void) {
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > bytesMax)
        throw new OutboundFailure('too_large', `the response has more than ${bytesMax} bytes`);
      yield chunk;
    }
  } catch (error) {
    throw asOutboundFailure(error);
  } finally {
    whenOver();
  }
}

/** Collects the response and settles the request exactly once. */
function newReading(
  { responseBytesMax, whenTooLarge }: OutboundRequest,
  resolve: (response: ReadResponse) => void,
  reject: (error: unknown) => void,
) {
  let controller: Dispatcher.DispatchController | undefined;
  let status = 0;
  let headers: IncomingHttpHeaders = {};
  let chunks: Buffer[] = [];
  let bytes = 0;
  let isOver = false;

  const settle = (conclude: () => void) => {
    if (isOver) return false;
    isOver = true;
    reading.cancelTimeout();
    conclude();
    return true;
  };
  const fail = (error: Error) => {
    if (settle(() => reject(asOutboundFailure(error)))) controller?.abort(error);
  };
  const respond = () => settle(() => resolve({ status, headers, body: joined(chunks) }));

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: (given) => {
      controller = given;
      // The timeout fired while the connection was opened.
      if (isOver) given.abort(new OutboundFailure('timed_out', 'too late'));
    },
    onResponseStart: (_, code, received) => {
      status = code;
      headers = received as IncomingHttpHeaders;
    },
    onResponseData: (given, chunk) => {
      if (isOver) return;
      const bytesLeft = responseBytesMax - bytes;
      if (chunk.length <= bytesLeft) {
        chunks.push(chunk);
        bytes += chunk.length;
        return;
      }
      if (whenTooLarge === 'fail') {
        return fail(new OutboundFailure('too_large', `the response has more than ${responseBytesMax} bytes`));
      }
      // A copy: a slice would keep the whole chunk in memory.
      chunks.push(Buffer.from(chunk.subarray(0, bytesLeft)));
      respond();
      chunks = [];
      given.abort(new OutboundFailure('too_large', 'the rest of the response is not needed'));
    },
    onResponseEnd: () => void respond(),
    onResponseError: (_, error) => fail(error),
  };
  const reading = { handler, fail, cancelTimeout: () => {} };
  return reading;
}

const joined = (chunks: Buffer[]) => (chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
