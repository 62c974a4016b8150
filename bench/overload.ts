import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { openSession, sessionCookieName } from '../src/auth/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { type Database, statement } from '../src/platform/db/index.ts';
import type { DocketServer } from './docket-server.ts';
import type { Call } from './load.ts';
import type { OpenLoopOrder, OpenLoopResult } from './open-loop-client.ts';
import type { ProcessFigure } from './process-figures.ts';
import type { Seeded } from './seeded.ts';

export const overload = 'overload';

const seconds = 3;
const overloadFactor = 5;
const patienceMs = 1_000;
const peopleMax = 100;
const requestsEach = 30;
const peakConnections = [24, 48, 96];
const connectionsMax = 1_000;

/**
 * Finds the peak with clients that wait for answers (the best of three numbers of them), then sends five times as much
 * without waiting. Goodput is what was answered with 2xx within a second of the moment at which it was due.
 */
export async function measureOverload(
  server: DocketServer,
  db: Database,
  seeded: Seeded,
): Promise<ProcessFigure[]> {
  const { origin, pid } = server;
  const requests = await mixOfRequests(db, seeded, new URL(origin).host);
  const run = async (perSecond: number | null, connections: number): Promise<OpenLoopResult> => {
    const port = Number(new URL(origin).port);
    const order: OpenLoopOrder = {
      port,
      requests,
      perSecond,
      seconds,
      connectionsMax: connections,
      patienceMs,
      pid,
    };
    const client = new Worker(new URL('./open-loop-client.ts', import.meta.url), { workerData: order });
    const [result] = (await once(client, 'message')) as [OpenLoopResult];
    return result;
  };
  const warmUp = await run(null, peakConnections[0] as number);
  let peak = warmUp;
  for (const connections of peakConnections) {
    const result = await run(null, connections);
    if (peak === warmUp || result.good > peak.good) peak = result;
  }
  const peakPerSecond = peak.good / seconds;

  const prober = new Worker(new URL('./health-prober.ts', import.meta.url), {
    workerData: { origin, pid },
  });
  const over = await run(overloadFactor * peakPerSecond, connectionsMax);
  prober.postMessage('');
  const [healthMs] = (await once(prober, 'message')) as [number[]];
  process.stderr.write(`${JSON.stringify({ peak, over, checks: healthMs.length })}\n`);

  const name = `goodput at ${overloadFactor} × the peak of ${Math.round(peakPerSecond)}/s (${Math.round(over.good / seconds)}/s)`;
  const answered = over.good + over.refused;
  return [
    { name, value: (100 * over.good) / peak.good, unit: '%', atLeast: 80 },
    {
      name: '… answered 2xx or 503 in time',
      value: (100 * answered) / over.due,
      unit: '%',
    },
    { name: '… p99 of the answers with 2xx', value: over.p99Ms, unit: 'ms', atMost: patienceMs },
    { name: '… p99 of the refusals', value: over.refusalP99Ms, unit: 'ms' },
    {
      name: '… p99 of health checks',
      value: healthMs[Math.floor(healthMs.length * 0.99)] ?? 0,
      unit: 'ms',
      atMost: 100,
    },
  ];
}

interface Writer {
  userId: string;
  projectId: string;
}

const writers = statement<{ limit: number }, Writer>(`
  select m.user_id as "userId", min(m.project_id) as "projectId"
  from project_members m join users u on u.id = m.user_id join projects p on p.id = m.project_id
  where u.active = 1 and u.role <> 'VIEWER' and m.role <> 'viewer' and p.status = 'active'
  group by m.user_id order by m.user_id limit :limit`);
const ticketsOf = statement<{ projectId: string; limit: number }, { id: string }>(`
  select id from tickets where project_id = :projectId and deleted_at is null order by random() limit :limit`);

/** Half are reads of one ticket, the rest lists, searches and creations. Each person asks for what they may see. */
async function mixOfRequests(db: Database, { commonWords }: Seeded, host: string): Promise<string[]> {
  const people = await db.reads.list(writers, { limit: peopleMax });
  const tickets = new Map<string, { id: string }[]>();
  for (const { projectId } of people)
    if (!tickets.has(projectId))
      tickets.set(projectId, await db.workerReads.list(ticketsOf, { projectId, limit: requestsEach }));
  const cookies = await Promise.all(people.map(({ userId }) => openCookie(db, userId)));
  const mix = (i: number): Call => {
    const { projectId } = people[i % people.length] as Writer;
    const round = Math.floor(i / people.length);
    const ofProject = tickets.get(projectId) ?? [];
    const others: Call[] = [
      { method: 'GET', path: '/api/tickets?limit=20' },
      { method: 'GET', path: `/api/tickets/search?q=${commonWords[i % commonWords.length]}` },
      { method: 'POST', path: '/api/tickets', body: { title: `Measured ${i}`, projectId } },
    ];
    if ((i + round) % 2)
      return { method: 'GET', path: `/api/tickets/${ofProject[round % ofProject.length]?.id}` };
    return others[Math.floor((i + round) / 2) % others.length] as Call;
  };
  return Array.from({ length: people.length * requestsEach }, (_, i) =>
    toHttp(mix(i), cookies[i % people.length] as string, host),
  );
}

async function openCookie(db: Database, userId: string): Promise<string> {
  const { token } = await db.transaction((tx) =>
    openSession(tx, userId, { address: null, userAgent: 'bench' }, systemClock.now()),
  );
  return `${sessionCookieName({ prefix: 'docket', secure: false })}=${token}`;
}

function toHttp({ method, path, body }: Call, cookie: string, host: string): string {
  const head = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, `Cookie: ${cookie}`];
  if (!body) return `${head.join('\r\n')}\r\n\r\n`;
  const text = JSON.stringify(body);
  head.push('Content-Type: application/json', `Content-Length: ${text.length}`);
  return `${head.join('\r\n')}\r\n\r\n${text}`;
}
