import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { readEventStream } from '../../../sdk/event-stream.ts';
import { DocketError } from '../../../sdk/index.ts';
import type { Connection } from './connection.ts';
import { stopSignal } from './stop-signal.ts';

interface Message {
  jsonrpc?: '2.0';
  id?: string | number;
  method?: string;
  params?: {
    name?: unknown;
    uri?: unknown;
    taskId?: unknown;
    requestId?: string | number;
    _meta?: Record<string, unknown>;
  };
  result?: { protocolVersion?: unknown };
  error?: { code: number; message: string };
}

const internalError = -32_603;
const timeoutMs = 600_000;
const versionField = 'io.modelcontextprotocol/protocolVersion';

/**
 * Passes messages of the Model Context Protocol on: each line of the input is a request to /mcp, and each message of its
 * answer a line of the output. The server keeps no session, so nothing else is needed. Ends with the input.
 */
export async function bridgeMcp(connection: Connection, input: Readable, output: Writable): Promise<void> {
  // Fails now, not at the first tool call, if the key or the address is wrong.
  await assertUsable(connection);
  const running = new Map<string | number, AbortController>();
  const answers = new Set<Promise<void>>();
  let version: string | undefined;
  const write = (message: Message) => {
    const negotiated = message.result?.protocolVersion;
    if (typeof negotiated === 'string') version = negotiated;
    output.write(`${JSON.stringify(message)}\n`);
  };
  for await (const line of createInterface({ input })) {
    const message = parse(line);
    if (!message) continue;
    if (message.method === 'notifications/cancelled') running.get(message.params?.requestId ?? '')?.abort();
    const cancel = new AbortController();
    if (message.id !== undefined) running.set(message.id, cancel);
    const answer = pass(connection, message, version, cancel.signal, write).finally(() => {
      if (message.id !== undefined) running.delete(message.id);
      answers.delete(answer);
    });
    answers.add(answer);
  }
  await Promise.all(answers);
}

async function assertUsable(connection: Connection): Promise<void> {
  const response = await post(connection, { id: 0, method: 'ping' }, undefined, AbortSignal.timeout(30_000));
  await response.body?.cancel();
  if (response.status === 401 || response.status === 403)
    throw new DocketError(response.status, {
      error: { code: 'UNAUTHORIZED', message: `${connection.url} refused the API key` },
    });
  if (response.status === 404)
    throw new DocketError(404, {
      error: { code: 'NOT_FOUND', message: `There is no Docket at ${connection.url}` },
    });
}

async function pass(
  connection: Connection,
  message: Message,
  version: string | undefined,
  cancelled: AbortSignal,
  write: (message: Message) => void,
): Promise<void> {
  let isAnswered = false;
  const take = (text: string) => {
    const answer = parse(text);
    if (!answer || !('jsonrpc' in answer)) return;
    isAnswered ||= answer.id === message.id;
    // A request that the server could not read has the id null.
    write('error' in answer && answer.id === null ? { ...answer, ...copyId(message) } : answer);
    isAnswered ||= 'error' in answer;
  };
  let problem = 'The answer ended early';
  const signal = stopSignal([cancelled], timeoutMs);
  try {
    const response = await post(connection, message, version, signal);
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (isStream && response.body) {
      for await (const { data } of readEventStream(response.body, signal)) if (data !== undefined) take(data);
    } else {
      take(await response.text());
      problem = `Docket at ${connection.url} answered with status ${response.status}`;
    }
  } catch (error) {
    const { message: said, cause } = error as Error;
    problem = `Docket at ${connection.url} does not answer: ${cause instanceof Error ? cause.message : said}`;
  }
  // A cancelled request gets no answer.
  if (message.id === undefined || isAnswered || cancelled.aborted) return;
  write({ jsonrpc: '2.0', ...copyId(message), error: { code: internalError, message: problem } });
}

function post(
  { url, apiKey }: Connection,
  message: Message,
  version: string | undefined,
  signal: AbortSignal,
) {
  const { method, params } = message;
  const named = params?._meta?.[versionField];
  const sentVersion = typeof named === 'string' ? named : version;
  const name = [params?.name, params?.uri, params?.taskId].find(
    (given): given is string => typeof given === 'string',
  );
  return fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(sentVersion !== undefined && method !== 'initialize' && { 'mcp-protocol-version': sentVersion }),
      ...(method !== undefined && { 'mcp-method': method }),
      ...(name !== undefined && { 'mcp-name': name }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    redirect: 'error',
    signal,
  });
}

const copyId = ({ id }: Message) => (id === undefined ? {} : { id });

function parse(line: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(line);
    return typeof message === 'object' && message !== null ? (message as Message) : undefined;
  } catch {
    return undefined;
  }
}
