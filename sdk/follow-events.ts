import type { ClientSettings } from './client-settings.ts';
import { type DocketError, readError } from './docket-error.ts';
import { readEventStream, type StreamMessage } from './event-stream.ts';
import { readRetryAfterMs, wait } from './retrying-fetch.ts';

export interface FollowSettings extends ClientSettings {
  /** Event names or patterns such as `ticket.*`; all if absent. */
  types?: readonly string[];
  /** Ids or keys of projects; all if absent. */
  projects?: readonly string[];
  /** The `position` of the last event that you handled; from now on if absent. */
  after?: string;
  /** Ends the iteration. */
  signal?: AbortSignal;
  /** Called whenever the stream is open; no event after this is missed. */
  onOpen?: () => void;
  /** Called with the position that the stream has reached without an event for you: when it opens, when it has sent all earlier events, and from time to time. */
  onPosition?: (position: string) => void;
}

/** An event as webhooks and the stream have it. */
export interface DocketEvent {
  id: string;
  type: string;
  timestamp: string;
  /** The state when the event happened. */
  data: Record<string, unknown>;
}

export interface FollowedEvent {
  /** Pass it as `after` to continue after this event. */
  position: string | undefined;
  /** `reset` means that some events are no longer available: reload your data. */
  type: string;
  /** Absent for `reset`. */
  event?: DocketEvent;
}

const firstWaitMs = 2_000;
const waitMsMax = 60_000;
/** The server sends something every 20 seconds; after this the connection is dead. */
const silenceMsMax = 60_000;

/**
 * The events that the caller may see, as they happen. After a lost connection it continues where it was, so none is missed.
 * Throws a `DocketError` if the server refuses: the key is wrong, or a type or project is unknown.
 */
export async function* followEvents(settings: FollowSettings): AsyncGenerator<FollowedEvent, void> {
  const { signal, onOpen, onPosition } = settings;
  let position = settings.after;
  let retryMs = firstWaitMs;
  let failures = 0;
  while (!signal?.aborted) {
    const connection = new Connection(signal);
    let waitMs: number | undefined;
    try {
      const response = await connection.unlessEnded(open(settings, position, connection.signal));
      failures = 0;
      onOpen?.();
      for await (const message of connection.read(response)) {
        retryMs = message.retryMs ?? retryMs;
        const followed = toEvent(message, position);
        if (followed) yield followed;
        // Advanced after the yield, so that an event whose handling failed comes again.
        position = message.id ?? position;
        if (!followed && message.id !== undefined) onPosition?.(message.id);
      }
    } catch (error) {
      if (error instanceof Refused) {
        if (!error.isPassing) throw error.reason;
        waitMs = error.retryAfterMs;
      }
      failures++;
    } finally {
      connection.end();
    }
    waitMs ??= Math.min(waitMsMax, retryMs * 2 ** Math.max(0, failures - 1));
    await wait(waitMs, signal).catch(() => {});
  }
}

class Refused extends Error {
  readonly reason: DocketError;
  readonly isPassing: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(reason: DocketError, retryAfter: string | null) {
    super(reason.message);
    this.reason = reason;
    this.isPassing = reason.status === 429 || reason.status >= 500;
    this.retryAfterMs = readRetryAfterMs(retryAfter);
  }
}

async function open(
  { baseUrl, apiKey, cookie, fetch: send = fetch, types, projects }: FollowSettings,
  position: string | undefined,
  signal: AbortSignal,
): Promise<Response> {
  const query = new URLSearchParams({
    ...(types && { types: types.join(',') }),
    ...(projects && { project: projects.join(',') }),
  }).toString();
  const response = await send(`${baseUrl.replace(/\/$/, '')}/api/events${query && `?${query}`}`, {
    headers: {
      accept: 'text/event-stream',
      ...(apiKey && { authorization: `Bearer ${apiKey}` }),
      ...(cookie && { cookie }),
      ...(position !== undefined && { 'last-event-id': position }),
    },
    redirect: 'error',
    signal,
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (response.ok && isStream) return response;
  throw new Refused(
    readError(response.ok ? 404 : response.status, await response.text()),
    response.headers.get('retry-after'),
  );
}

/**
 * One connection to the server. It ends when the caller's signal is aborted or the server has been silent for too long.
 * Node 20 forgets the signal of a request once the request object is garbage-collected (undici holds it weakly), so the
 * signal alone may not end a response that is being read: the reader is cancelled too.
 */
class Connection {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #end = () => this.end();
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(caller: AbortSignal | undefined) {
    this.#caller = caller;
    caller?.addEventListener('abort', this.#end, { once: true });
    this.#awaitNext();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  end(): void {
    clearTimeout(this.#silence);
    this.#caller?.removeEventListener('abort', this.#end);
    this.#controller.abort();
  }

  /** Rejects when the connection ends, also if the promise never settles. */
  unlessEnded<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.signal.addEventListener('abort', () => reject(this.signal.reason), { once: true });
      promise.then(resolve, reject);
    });
  }

  async *read({ body }: Response): AsyncGenerator<StreamMessage, void> {
    if (body === null) return;
    this.#awaitNext();
    for await (const message of readEventStream(body, this.signal)) {
      clearTimeout(this.#silence);
      yield message;
      this.#awaitNext();
    }
  }

  #awaitNext(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(this.#end, silenceMsMax);
  }
}

function toEvent({ id, event, data }: StreamMessage, before: string | undefined): FollowedEvent | undefined {
  if (event === undefined || data === undefined) return undefined;
  const position = id ?? before;
  return event === 'reset'
    ? { position, type: event }
    : { position, type: event, event: JSON.parse(data) as DocketEvent };
}
