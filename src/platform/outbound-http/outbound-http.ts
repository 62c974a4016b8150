import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { Agent, Dispatcher } from 'undici';
import { setTimer as realSetTimer, type SetTimer } from '../timer.ts';
import { type Egress, isAllowedAddress } from './address-policy.ts';
import {
  type ConnectorSettings,
  findAllowed,
  newGuardedConnector,
  notAllowed,
  type ResolveName,
  resolveBySystem,
} from './guarded-connector.ts';
import { asOutboundFailure, OutboundFailure } from './outbound-failure.ts';

export interface OutboundSettings {
  egress: Egress;
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
  /** From the call to the last byte of the answer. */
  totalTimeoutMs: number;
  /** No more than this of the answer is ever held. */
  responseBytesMax: number;
  /** Whether an answer that goes on is cut off and taken, or fails as `too_large`. */
  whenTooLarge: 'cut' | 'fail';
}

export interface OutboundResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** An answer that is too large to be held, or that one wants to follow. */
export interface OutboundStream {
  status: number;
  headers: IncomingHttpHeaders;
  /** Ends with an OutboundFailure where the stranger, the time or the size ends it. */
  body: AsyncIterable<Buffer>;
}

export interface OutboundHttp {
  /**
   * Asks once. Redirects are answers like others; certificates are verified; whatever the stranger does wrong
   * is thrown as an OutboundFailure.
   */
  send(request: OutboundRequest): Promise<OutboundResponse>;
  /** As `send`, but hands the answer over as it comes, at the pace at which it is taken. */
  stream(request: Omit<OutboundRequest, 'whenTooLarge'>, signal: AbortSignal): Promise<OutboundStream>;
  /** Throws where `send` would certainly refuse to connect, as far as one can tell now. */
  assertAllowed(url: URL): Promise<void>;
  /** Ends what is under way; it fails as `interrupted`. */
  close(): Promise<void>;
}

const connectTimeoutMsDefault = 5_000;

/** The only caller of strangers' addresses. Connections are kept and used again, each address for itself. */
export function newOutboundHttp({
  egress,
  connectTimeoutMs = connectTimeoutMsDefault,
  resolve = resolveBySystem,
  setTimer = realSetTimer,
  ca,
}: OutboundSettings): OutboundHttp {
  let agent: Promise<Agent> | undefined;
  const theAgent = () => {
    agent ??= openAgent({ egress, resolve, connectTimeoutMs, setTimer, ca });
    return agent;
  };

  return {
    send: async (request) => send(await theAgent(), request, setTimer),
    stream: async (request, signal) => stream(await theAgent(), request, setTimer, signal),
    assertAllowed: async ({ hostname }) => {
      const bare = hostname.replace(/^\[|\]$/g, '');
      if (isIP(bare) === 0) return void (await findAllowed(bare, resolve, egress));
      if (!isAllowedAddress(bare, egress)) throw notAllowed(bare);
    },
    close: async () => (await agent)?.destroy(),
  };
}

/** Reading undici is a tenth of a start, and many a process never calls anybody. */
async function openAgent(settings: ConnectorSettings): Promise<Agent> {
  const { Agent, buildConnector } = await import('undici');
  return new Agent({
    connect: newGuardedConnector(buildConnector, settings),
    pipelining: 1,
    // The one timeout is that of the request.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

function send(agent: Agent, request: OutboundRequest, setTimer: SetTimer): Promise<OutboundResponse> {
  const { method, url, headers = {}, body, totalTimeoutMs } = request;
  return new Promise((resolve, reject) => {
    const reading = newReading(request, resolve, reject);
    reading.cancelTimeout = setTimer(totalTimeoutMs, () => {
      reading.fail(new OutboundFailure('timed_out', `no complete answer within ${totalTimeoutMs} ms`));
    });
    agent.dispatch(
      { origin: url.origin, path: `${url.pathname}${url.search}`, method, headers, body: body ?? null },
      reading.handler,
    );
  });
}

async function stream(
  agent: Agent,
  request: Omit<OutboundRequest, 'whenTooLarge'>,
  setTimer: SetTimer,
  signal: AbortSignal,
): Promise<OutboundStream> {
  const { method, url, headers = {}, body, totalTimeoutMs, responseBytesMax } = request;
  const late = new AbortController();
  const cancelTimeout = setTimer(totalTimeoutMs, () => {
    late.abort(new OutboundFailure('timed_out', `no complete answer within ${totalTimeoutMs} ms`));
  });
  try {
    const answer = await agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method,
      headers,
      body: body ?? null,
      signal: AbortSignal.any([signal, late.signal]),
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
        throw new OutboundFailure('too_large', `the answer has more than ${bytesMax} bytes`);
      yield chunk;
    }
  } catch (error) {
    throw asOutboundFailure(error);
  } finally {
    whenOver();
  }
}

/** Takes the answer as it comes, and decides exactly once how the request ended. */
function newReading(
  { responseBytesMax, whenTooLarge }: OutboundRequest,
  resolve: (response: OutboundResponse) => void,
  reject: (error: unknown) => void,
) {
  let controller: Dispatcher.DispatchController | undefined;
  let status = 0;
  let headers: IncomingHttpHeaders = {};
  let chunks: Buffer[] = [];
  let bytes = 0;
  let isOver = false;

  const end = (conclude: () => void) => {
    if (isOver) return false;
    isOver = true;
    reading.cancelTimeout();
    conclude();
    return true;
  };
  const fail = (error: Error) => {
    if (end(() => reject(asOutboundFailure(error)))) controller?.abort(error);
  };
  const answer = () => end(() => resolve({ status, headers, body: joined(chunks) }));

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: (given) => {
      controller = given;
      // The time ran out while the connection was being made.
      if (isOver) given.abort(new OutboundFailure('timed_out', 'too late'));
    },
    onResponseStart: (_, code, received) => {
      status = code;
      headers = received as IncomingHttpHeaders;
    },
    onResponseData: (given, chunk) => {
      if (isOver) return;
      const room = responseBytesMax - bytes;
      if (chunk.length <= room) {
        chunks.push(chunk);
        bytes += chunk.length;
        return;
      }
      if (whenTooLarge === 'fail') {
        return fail(new OutboundFailure('too_large', `the answer has more than ${responseBytesMax} bytes`));
      }
      // A copy, because the chunk would keep all that was received with it.
      chunks.push(Buffer.from(chunk.subarray(0, room)));
      answer();
      chunks = [];
      given.abort(new OutboundFailure('too_large', 'enough was read'));
    },
    onResponseEnd: () => void answer(),
    onResponseError: (_, error) => fail(error),
  };
  const reading = { handler, fail, cancelTimeout: () => {} };
  return reading;
}

const joined = (chunks: Buffer[]) => (chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
