import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { eventReactions } from '../src/composition/event-reactions.ts';
import { withReactions } from '../src/events/index.ts';
import { openDatabase } from '../src/platform/db/index.ts';
import { buildSearchIndex } from './build-search-index.ts';
import { existingDatabase, newBenchDatabase } from './database.ts';
import { seed, startDocket } from './docket-server.ts';
import { readSeeded, type Seeded } from './seeded.ts';

const { values } = parseArgs({
  options: {
    tickets: { type: 'string', default: '1000000' },
    minutes: { type: 'string', default: '60' },
    perSecond: { type: 'string', default: '20' },
    engine: { type: 'string', default: 'sqlite' },
    data: { type: 'string' },
  },
});

const atMostMegabytes = 400;
const streams = 20;
const sampleEveryMs = 60_000;

type Request = { method: string; path: string; body?: string };

/** What a team does in a day, the common more often than the rare. */
function nextRequest({ ticketIds, projects, commonWords, rareWord }: Seeded, index: number): Request {
  const any = <T>(items: readonly T[]) => items[Math.floor(Math.random() * items.length)] as T;
  const project = any(projects).key;
  const ticket = `/api/tickets/${any(ticketIds)}`;
  const read = (path: string): Request => ({ method: 'GET', path });
  const write = (method: string, path: string, body: object): Request => ({
    ...{ method, path, body: JSON.stringify(body) },
  });
  const requests: (() => Request)[] = [
    () => read(ticket),
    () => read(ticket),
    () => read(`${ticket}?include=activity`),
    () => read(`/api/tickets?project=${project}&limit=100`),
    () => read(`/api/tickets?project=${project}&status=todo&sort=priority&limit=100`),
    () => read(`/api/tickets?assignee=me&page=${1 + Math.floor(Math.random() * 50)}`),
    () => read(`/api/tickets?search=${encodeURIComponent(any([...commonWords, rareWord]))}`),
    () => read(`/api/tickets/stats?project=${project}`),
    () => read('/api/boot'),
    () => write('POST', '/api/tickets', { title: `Measured ${index}`, project }),
    () => write('PATCH', ticket, { status: any(['todo', 'in_progress', 'done']) }),
    () => write('POST', `${ticket}/comments`, { content: `Comment ${index} with some words` }),
  ];
  // Rare and large.
  if (index % 500 === 0) return read(`/api/sync?project=${project}&state=open`);
  if (index % 1_500 === 0) return read(`/api/tickets/export?project=${project}&format=csv`);
  return any(requests)();
}

/** Reads events until the server ends the stream; nobody keeps them. */
async function listen(origin: string, cookie: string, signal: AbortSignal): Promise<void> {
  try {
    const response = await fetch(`${origin}/api/events`, { headers: { cookie }, signal });
    for await (const _ of response.body ?? []);
  } catch {
    // The end of the measurement.
  }
}

function memoryOf(pid: number): { resident: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  return { resident: read('VmRSS'), peak: read('VmHWM') };
}

const engine = values.engine === 'postgres' ? 'postgres' : 'sqlite';
const database = values.data ? existingDatabase(values.data) : await newBenchDatabase(engine);
try {
  if (!values.data) {
    await seed(database.address, database.folder, { tickets: Number(values.tickets), projects: 20 });
    await buildSearchIndex(database.address, database.folder);
  }
  const db = withReactions(await openDatabase(database.address), eventReactions);
  const seeded = await readSeeded(db);
  await db.close();
  const server = await startDocket(database.address, database.folder);
  const { origin, pid } = server;
  console.log(`minute  resident MB  answers  by status; idle ${memoryOf(pid).resident.toFixed(0)} MB`);

  const end = new AbortController();
  const listening = Array.from({ length: streams }, () => listen(origin, seeded.cookie, end.signal));
  const statuses: Record<string, number> = {};
  const underWay = new Set<Promise<void>>();
  const send = async (index: number) => {
    const { method, path, body } = nextRequest(seeded, index);
    const headers = { cookie: seeded.cookie, origin, ...(body && { 'content-type': 'application/json' }) };
    const response = await fetch(origin + path, { method, headers, ...(body && { body }) });
    for await (const _ of response.body ?? []);
    const name = response.status < 300 ? '2xx' : `${response.status} ${method} ${path.split('?')[0]}`;
    statuses[name] = (statuses[name] ?? 0) + 1;
  };

  const startedAt = performance.now();
  const endsAt = startedAt + Number(values.minutes) * 60_000;
  const pauseMs = 1000 / Number(values.perSecond);
  let sampledAt = startedAt;
  let index = 0;
  while (performance.now() < endsAt) {
    const request: Promise<void> = send(++index)
      .catch((error: unknown) => {
        statuses[String(error)] = (statuses[String(error)] ?? 0) + 1;
      })
      .finally(() => underWay.delete(request));
    underWay.add(request);
    if (underWay.size > 100) await Promise.race(underWay);
    if (performance.now() - sampledAt >= sampleEveryMs) {
      sampledAt = performance.now();
      const minute = Math.round((sampledAt - startedAt) / 60_000);
      console.log(`${minute}  ${memoryOf(pid).resident.toFixed(0)}  ${index}  ${JSON.stringify(statuses)}`);
    }
    await wait(pauseMs);
  }
  await Promise.all(underWay);
  const { resident, peak } = memoryOf(pid);
  const isWithin = resident <= atMostMegabytes;
  console.log(
    `resident memory after ${values.minutes} min: ${resident.toFixed(0)} MB, peak ${peak.toFixed(0)} MB` +
      ` (mark ≤ ${atMostMegabytes} MB): ${isWithin ? 'pass' : 'FAIL'}`,
  );
  end.abort();
  await Promise.all(listening);
  await server.stop();
  process.exitCode = isWithin ? 0 : 1;
} finally {
  await database.remove();
}
