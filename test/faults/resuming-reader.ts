import http, { type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { RunningServer } from '../durability/running-server.ts';

const reconnectMs = 50;
const connectTimeoutMs = 5_000;

export interface ReceivedEvent {
  /** The id of the event, not that of its position. */
  id: string;
  position: string;
  type: string;
  /** Of the ticket. */
  title: string;
  /** When it arrived, by the monotonic clock. */
  at: number;
}

export type ResumingReader = ReturnType<typeof startReader>;

/** Reads the live stream from the next of the servers whenever its connection ends, and resumes with Last-Event-ID. */
export function startReader(servers: readonly RunningServer[], authorization: string, first: number) {
  const received: ReceivedEvent[] = [];
  const resets: string[] = [];
  const positions: string[] = [];
  let lastId = '';
  let open: IncomingMessage | undefined;
  let isStopped = false;
  const connected = Promise.withResolvers<void>();

  const take = (message: string) => {
    const fields = new Map(message.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]));
    const position = fields.get('id');
    const data = fields.get('data');
    if (fields.get('event') === 'reset') resets.push(`${lastId} to ${position}`);
    else if (data) {
      const { id, type, ...event } = JSON.parse(data);
      const title = event.data?.ticket?.title ?? '';
      received.push({ id, type, title, position: position ?? lastId, at: performance.now() });
    }
    if (position === undefined) return;
    lastId = position;
    connected.resolve();
  };
  const read = async () => {
    for (let turn = first; !isStopped; turn++) {
      const server = servers[turn % servers.length] as RunningServer;
      positions.push(`${server.url} ${lastId}`);
      open = await connect(server, { authorization, ...(lastId && { 'last-event-id': lastId }) });
      if (open) await eachMessage(open, take);
      else await wait(reconnectMs);
    }
  };
  const done = read();
  return {
    received,
    resets,
    positions,
    connected: connected.promise,
    stop: async () => {
      isStopped = true;
      open?.destroy();
      await done;
    },
  };
}

const connect = (server: RunningServer, headers: Record<string, string>) =>
  new Promise<IncomingMessage | undefined>((resolve) => {
    const options = { headers, agent: false, timeout: connectTimeoutMs };
    const request = http.get(`${server.url}/api/events`, options, (response) => {
      if (response.statusCode === 200) return resolve(response);
      response.resume();
      resolve(undefined);
    });
    request.once('timeout', () => request.destroy()).once('error', () => resolve(undefined));
  });

/** A message that the end of the connection cut off does not count. */
async function eachMessage(stream: IncomingMessage, take: (message: string) => void): Promise<void> {
  stream.setTimeout(0);
  let text = '';
  try {
    for await (const chunk of stream.setEncoding('utf8')) {
      const messages = (text + chunk).split('\n\n');
      text = messages.pop() as string;
      for (const message of messages) take(message);
    }
  } catch {}
}
