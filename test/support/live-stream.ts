import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { findNewestPosition, hasEventsAfter } from '../../src/live/live-store.ts';
import type { Queries } from '../../src/platform/db/index.ts';

export interface StreamMessage {
  id: string;
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the type of its payloads
  data: any;
}

export interface LiveStream {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** Every message so far, oldest first. */
  messages: StreamMessage[];
  /** The id that an EventSource would send to resume. */
  lastEventId(): string | undefined;
  /** Resolves when this many messages have arrived. */
  until(count: number): Promise<StreamMessage[]>;
  /** Resolves when the server has closed the stream. */
  ended: Promise<void>;
  pause(): void;
  /** Destroys the connection. */
  close(): void;
}

/** Opens a stream over a real connection and parses it like an EventSource, but does not reconnect. */
export async function openStream(
  origin: string,
  headers: Record<string, string>,
  query = '',
): Promise<LiveStream> {
  const request = http.get(`${origin}/api/events${query}`, { headers, agent: false });
  const response = await new Promise<http.IncomingMessage>((resolve, reject) =>
    request.once('response', resolve).once('error', reject),
  );
  const messages: StreamMessage[] = [];
  const waiting = new Set<() => void>();
  const ended = Promise.withResolvers<void>();
  let lastEventId: string | undefined;
  let rest = '';

  const receive = (block: string) => {
    const fields = new Map<string, string>();
    for (const line of block.split('\n')) {
      fields.set(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2));
    }
    lastEventId = fields.get('id') ?? lastEventId;
    const data = fields.get('data');
    if (data !== undefined)
      messages.push({ id: String(lastEventId), event: String(fields.get('event')), data: JSON.parse(data) });
  };
  response.setEncoding('utf8').on('data', (text: string) => {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() as string;
    for (const block of blocks) receive(block);
    for (const check of waiting) check();
  });
  response.once('close', () => ended.resolve()).on('error', () => {});
  request.on('error', () => {});

  const when = (isMet: () => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!isMet()) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  // The first thing that the server sends is the position at which the stream starts.
  if (response.statusCode === 200) await when(() => lastEventId !== undefined);
  return {
    status: response.statusCode as number,
    headers: response.headers,
    messages,
    lastEventId: () => lastEventId,
    until: async (count) => {
      await when(() => messages.length >= count);
      return messages;
    },
    ended: ended.promise,
    pause: () => void response.pause(),
    close: () => void request.destroy(),
  };
}

export async function listen(app: FastifyInstance): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

/** A stream starts after the newest settled event; events settle when no older transaction of the cluster is open. */
export async function untilSettled(queries: Queries): Promise<void> {
  while (await hasEventsAfter(queries, await findNewestPosition(queries))) await wait(5);
}
