import autocannon from 'autocannon';

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: object;
}

export interface Rate {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

// Requests are built before the load starts, so that building them is not measured.
const callsPerConnection = 100;
/** A server that is driven to its limit may refuse a few; they are not counted as answered. */
const refusedMax = 0.01;
const answerSecondsMax = 120;
/** autocannon sees only then that all requests are answered; its default is a second. */
const endCheckedEachMs = 5;

interface Load {
  connections: number;
  next: () => Call;
}

/** Sends requests for some seconds over several connections, each one after another. */
export async function drive(
  origin: string,
  cookie: string,
  { seconds, ...load }: Load & { seconds: number },
): Promise<Rate> {
  const result = await sendLoad(origin, { cookie }, load, { duration: seconds });
  const refused = result.statusCodeStats[503]?.count ?? 0;
  const failed = result.non2xx - refused + result.errors + result.timeouts;
  if (failed > 0 || refused > result.requests.total * refusedMax) {
    throw new Error(
      `${failed} of ${result.requests.total} requests to ${origin} failed, ${refused} were refused`,
    );
  }
  return {
    perSecond: (result.requests.total - refused) / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  };
}

/** Sends a number of requests and waits for all answers. For servers of others: counts those that are not 2xx. */
export async function driveCounted(
  origin: string,
  headers: Record<string, string>,
  { requests, ...load }: Load & { requests: number },
): Promise<{ perSecond: number; answered: number }> {
  const startedAt = performance.now();
  const { non2xx, errors } = await sendLoad(origin, headers, load, {
    amount: requests,
    timeout: answerSecondsMax,
    sampleInt: endCheckedEachMs,
  });
  const answered = requests - non2xx - errors;
  return { answered, perSecond: (answered * 1000) / (performance.now() - startedAt) };
}

const sendLoad = (
  origin: string,
  headers: Record<string, string>,
  { connections, next }: Load,
  until: { duration: number } | { amount: number; timeout: number; sampleInt: number },
) =>
  autocannon({
    url: origin,
    connections,
    ...until,
    setupClient: (client) =>
      client.setRequests(Array.from({ length: callsPerConnection }, () => toRequest(next(), headers))),
  });

function toRequest({ method, path, body }: Call, headers: Record<string, string>) {
  if (!body) return { method, path, headers };
  return {
    method,
    path,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

/** Runs the work in this process, one call at a time; returns calls per second. */
export async function driveAlone(seconds: number, work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  let done = 0;
  for (; performance.now() < endsAt; done++) await work();
  return (done * 1000) / (performance.now() - startedAt);
}
