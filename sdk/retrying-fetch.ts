export interface RetrySettings {
  /** How often a request is sent at most. Default: 4. */
  attemptsMax?: number;
  /** A longer `Retry-After` is not waited for: the answer is returned. Default: 60,000. */
  waitMsMax?: number;
  fetch?: typeof fetch;
}

const firstWaitMs = 500;
/** The server did not carry the request out, so every method may be repeated. */
const rateLimited = 429;
const passing = [rateLimited, 502, 503, 504];
/** The first request with the same Idempotency-Key is still running. */
const stillRunning = 409;

/**
 * A `fetch` for `createClient` that repeats a request if the connection was lost or the server is overloaded.
 *
 * | Request                          | repeated after                          |
 * |----------------------------------|-----------------------------------------|
 * | GET, HEAD, POST                  | a lost connection, 429, 502, 503, 504   |
 * | PUT, PATCH, DELETE, POST of files | 429                                     |
 *
 * A POST gets an Idempotency-Key unless it has one, so the server carries it out once. The others have none: repeated
 * after a lost connection they could overwrite what somebody else changed meanwhile.
 */
export function retryingFetch({
  attemptsMax = 4,
  waitMsMax = 60_000,
  fetch: send = fetch,
}: RetrySettings = {}): typeof fetch {
  return async (address, request = {}) => {
    const method = (request.method ?? 'GET').toUpperCase();
    const isKeyed = method === 'POST' && (request.body == null || typeof request.body === 'string');
    const isRepeatable = isKeyed || method === 'GET' || method === 'HEAD';
    const sent = isKeyed ? { ...request, headers: withKey(request.headers) } : request;
    const signal = request.signal ?? undefined;
    let wasLost = false;
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt >= attemptsMax;
      let waitMs = Math.random() * Math.min(waitMsMax, firstWaitMs * 2 ** attempt);
      try {
        const response = await send(address, sent);
        const isPassing = isRepeatable
          ? passing.includes(response.status) || (wasLost && response.status === stillRunning)
          : response.status === rateLimited;
        if (isLast || !isPassing) return response;
        waitMs = readRetryAfterMs(response.headers.get('retry-after')) ?? waitMs;
        if (waitMs > waitMsMax) return response;
        await response.body?.cancel();
      } catch (error) {
        if (isLast || !isRepeatable || signal?.aborted) throw error;
        wasLost = true;
      }
      await wait(waitMs, signal);
    }
  };
}

function withKey(given: RequestInit['headers']): Headers {
  const headers = new Headers(given);
  if (!headers.has('idempotency-key')) headers.set('idempotency-key', crypto.randomUUID());
  return headers;
}

/** Seconds, or a date. */
export function readRetryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

/** Rejects with the reason of the signal once that is aborted. */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
