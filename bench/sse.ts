import { once } from 'node:events';
import net from 'node:net';
import { parseArgs } from 'node:util';
import { insertAccount, openSession, sessionCookieName } from '../src/auth/index.ts';
import { eventReactions } from '../src/composition/event-reactions.ts';
import { withReactions } from '../src/events/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { type Database, openDatabase } from '../src/platform/db/index.ts';
import type { EngineName } from '../test/support/engines.ts';
import { newBenchDatabase } from './database.ts';
import { type DocketServer, startDocket } from './docket-server.ts';

export interface SseFigures {
  listeners: number;
  /** Growth of the server's resident memory per stream. */
  kilobytesPerListener: number;
  connectMs: number;
  /** From the response to a change until the last stream has received it. */
  fanOutMs: { median: number; slowest: number };
  messagesPerSecond: number;
  /** Reads of one ticket, one after another: without events, and while events are sent continuously. */
  readMs: { quietP50: number; quietP99: number; besideP50: number; besideP99: number };
}

const streamsPerPerson = 20;
const fanOuts = 20;
const readsPerPhase = 300;
const connectBatch = 100;

/** Opens thousands of event streams on one public project, then changes one of its tickets. */
export async function measureSse(engine: EngineName, listeners: number): Promise<SseFigures> {
  const database = await newBenchDatabase(engine);
  const db = withReactions(await openDatabase(database.address), eventReactions);
  const server = await startDocket(database.address, database.folder);
  try {
    return await measure(server, db, listeners);
  } finally {
    await server.stop();
    await db.close();
    await database.remove();
  }
}

async function measure(server: DocketServer, db: Database, listeners: number): Promise<SseFigures> {
  const { origin } = server;
  const cookies = await makePeople(db, Math.ceil(listeners / streamsPerPerson) + 1);
  const owner = callerFor(origin, cookies.pop() as string);
  const project = await owner('POST', '/api/projects', { name: 'Watched', visibility: 'public' });
  const ticket = await owner('POST', '/api/tickets', { title: 'Watched', projectId: project.id });
  const path = `/api/tickets/${ticket.id}`;
  const read = () => owner('GET', path);
  await timeEach(readsPerPhase, read);
  const quiet = await timeEach(readsPerPhase, read);

  const before = server.residentMegabytes();
  const streams = newStreams(new URL(origin));
  const startedAt = performance.now();
  for (let index = 0; index < listeners; index += connectBatch) {
    const batchSize = Math.min(connectBatch, listeners - index);
    await Promise.all(
      Array.from({ length: batchSize }, (_, offset) =>
        streams.connect(cookies[Math.floor((index + offset) / streamsPerPerson)] as string),
      ),
    );
  }
  const connectMs = performance.now() - startedAt;
  const kilobytesPerListener = ((server.residentMegabytes() - before) * 1024) / listeners;

  const fanOutTimes: number[] = [];
  for (let index = 0; index < fanOuts; index++) {
    const received = streams.untilReceived((index + 1) * listeners);
    await owner('PUT', path, { title: `Title ${index}` });
    const changedAt = performance.now();
    await received;
    fanOutTimes.push(performance.now() - changedAt);
  }

  let isOver = false;
  const changes = (async () => {
    for (let index = 0; !isOver; index++) {
      const received = streams.untilReceived(streams.received() + listeners);
      await owner('PUT', path, { title: `Beside ${index}` });
      await received;
    }
  })();
  const receivedBefore = streams.received();
  const besideAt = performance.now();
  const beside = await timeEach(readsPerPhase, read);
  const messagesPerSecond = ((streams.received() - receivedBefore) / (performance.now() - besideAt)) * 1000;
  isOver = true;
  await changes;
  streams.close();
  fanOutTimes.sort((a, b) => a - b);
  return {
    listeners,
    kilobytesPerListener,
    connectMs,
    fanOutMs: { median: quantile(fanOutTimes, 0.5), slowest: quantile(fanOutTimes, 1) },
    messagesPerSecond,
    readMs: {
      quietP50: quantile(quiet, 0.5),
      quietP99: quantile(quiet, 0.99),
      besideP50: quantile(beside, 0.5),
      besideP99: quantile(beside, 0.99),
    },
  };
}

const makePeople = (db: Database, count: number) =>
  db.transaction(async (tx) => {
    const cookies: string[] = [];
    for (let index = 0; index < count; index++) {
      const person = { name: `Listener ${index}`, email: `l${index}@example.org`, role: 'USER' } as const;
      const { id } = await insertAccount(tx, systemClock.now(), person, 'no password matches this');
      const { token } = await openSession(tx, id, { address: null, userAgent: 'bench' }, systemClock.now());
      cookies.push(`${sessionCookieName({ prefix: 'docket', secure: false })}=${token}`);
    }
    return cookies;
  });

const callerFor = (origin: string, cookie: string) => async (method: string, path: string, body?: object) => {
  const headers = { cookie, ...(body && { 'content-type': 'application/json' }) };
  const response = await fetch(origin + path, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`);
  return ((await response.json()) as { data: { id: string } }).data;
};

/** Event streams on bare sockets that only count messages: parsing them would cost more than the server. */
function newStreams({ hostname, port }: URL) {
  const sockets: net.Socket[] = [];
  const marker = Buffer.from('\ndata: ');
  let received = 0;
  let waiting: { count: number; resolve: () => void } | undefined;
  return {
    received: () => received,
    connect: async (cookie: string) => {
      const socket = net.connect(Number(port), hostname);
      sockets.push(socket);
      socket.write(
        `GET /api/events?types=ticket.updated HTTP/1.1\r\nHost: bench\r\nCookie: ${cookie}\r\n\r\n`,
      );
      const [head] = (await once(socket, 'data')) as [Buffer];
      if (!head.includes('200 OK')) throw new Error(`a listener was refused: ${head.subarray(0, 200)}`);
      socket.on('data', (chunk: Buffer) => {
        for (let at = chunk.indexOf(marker); at >= 0; at = chunk.indexOf(marker, at + 1)) received++;
        if (waiting && received >= waiting.count) waiting.resolve();
      });
    },
    untilReceived: (count: number) =>
      new Promise<void>((resolve) => {
        waiting = { count, resolve };
        if (received >= count) resolve();
      }),
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function timeEach(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index++) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b);
}

const quantile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number;

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      engine: { type: 'string', default: 'sqlite' },
      listeners: { type: 'string', default: '5000' },
    },
  });
  if (values.engine !== 'sqlite' && values.engine !== 'postgres') throw new Error('--engine sqlite|postgres');
  const figures = await measureSse(values.engine, Number(values.listeners));
  process.stdout.write(
    `${JSON.stringify(figures, (_, value) => (typeof value === 'number' ? Math.round(value * 100) / 100 : value), 2)}\n`,
  );
}
