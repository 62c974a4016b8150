import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { UsageError } from './command.ts';

export interface ForwardedEvent {
  type: string;
  /** The JSON text as the instance sent it. */
  body: string;
}

interface FollowOptions {
  instance: URL;
  key: string;
  patterns: string[];
  signal: AbortSignal;
  /** Called once connected; no event after this is missed. */
  onFollowing: () => void;
}

const reconnectMs = 2_000;

/** The events of an instance from now on. After a lost connection it resumes with Last-Event-ID. */
export async function* followEvents({
  instance,
  key,
  patterns,
  signal,
  onFollowing,
}: FollowOptions): AsyncGenerator<ForwardedEvent> {
  let lastId: string | undefined;
  let isFollowing = false;
  while (!signal.aborted) {
    try {
      const stream = await connect(instance, key, patterns, lastId, signal);
      if (!isFollowing) onFollowing();
      isFollowing = true;
      for await (const { id, type, body } of readMessages(stream)) {
        if (type !== undefined && body !== undefined && type !== 'reset') yield { type, body };
        // Advanced after the yield, so that an event that was not forwarded is sent again.
        if (id !== undefined) lastId = id;
      }
    } catch (error) {
      if (error instanceof UsageError) throw error;
    }
    await wait(reconnectMs, undefined, { signal }).catch(() => {});
  }
}

function connect(
  instance: URL,
  key: string,
  patterns: string[],
  lastId: string | undefined,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const url = new URL('/api/events', instance);
  if (!patterns.includes('*')) url.searchParams.set('types', patterns.join(','));
  const headers = {
    authorization: `Bearer ${key}`,
    ...(lastId !== undefined && { 'last-event-id': lastId }),
  };
  const { get } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    get(url, { headers, signal }, (response) => {
      if (response.statusCode === 200) return resolve(response);
      response.resume();
      const isRefused = response.statusCode === 401 || response.statusCode === 403;
      const says = `${instance.origin} answered ${response.statusCode}`;
      reject(
        isRefused
          ? new UsageError(`${says}: the API key is invalid or lacks the scope "read".`)
          : new Error(says),
      );
    }).once('error', reject);
  });
}

interface Message {
  id?: string;
  type?: string;
  body?: string;
}

/** Server-sent events: fields on lines, messages between empty lines. */
async function* readMessages(stream: IncomingMessage): AsyncGenerator<Message> {
  stream.setEncoding('utf8');
  let text = '';
  for await (const chunk of stream as AsyncIterable<string>) {
    text += chunk;
    const messages = text.split('\n\n');
    text = messages.pop() as string;
    for (const message of messages) yield parse(message);
  }
}

function parse(message: string): Message {
  const fields = new Map(
    message.split('\n').map((line): [string, string] => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon), line.slice(colon + 2)];
    }),
  );
  const [id, type, body] = [fields.get('id'), fields.get('event'), fields.get('data')];
  return {
    ...(id !== undefined && { id }),
    ...(type !== undefined && { type }),
    ...(body !== undefined && { body }),
  };
}
