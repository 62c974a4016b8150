import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { insertAccount, openSession, sessionCookieName } from '../src/auth/index.ts';
import { buildApp } from '../src/composition/app.ts';
import { openContext } from '../src/composition/context.ts';
import { readConfig } from '../src/config/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { type Database, statement } from '../src/platform/db/index.ts';
import { newLogger } from '../src/platform/logger.ts';
import type { Sealing } from '../src/sealed-history/index.ts';
import type { EngineName } from '../test/support/engines.ts';
import { newBenchDatabase } from './database.ts';
import { startDocket } from './docket-server.ts';
import type { ProcessFigure } from './process-figures.ts';

export interface WebhookFigures {
  perSecond: number;
  /** The rate to the other 19 while one of 20 receivers never responds. */
  perSecondBesideHanging: number;
  /** Resident memory of the server while it delivers, with 20,000 and 1,000,000 deliveries pending. */
  megabytes: { few: number; million: number };
  /** From the response to a change until its delivery arrives, on an idle instance. */
  firstAttemptP50Ms: number;
  /** The time of a change with 50 subscriptions divided by one without; in one process, without a network. */
  changeCost: { alone: number; besideOthers: number };
}

const receivers = 20;
const eventsEach = 1_000;
const pendingMany = 1_000_000;
const subscriptions = 50;
const rounds = 100;

export async function measureWebhooks(engine: EngineName): Promise<WebhookFigures> {
  const { perSecond, megabytes: few } = await measureRate(engine, 0, 0);
  const { perSecond: perSecondBesideHanging } = await measureRate(engine, 1, 0);
  const { megabytes: million } = await measureRate(engine, 0, pendingMany);
  return {
    perSecond,
    perSecondBesideHanging,
    megabytes: { few, million },
    firstAttemptP50Ms: await measureFirstAttempts(engine),
    changeCost: await measureChangeCost(engine),
  };
}

/** Creates the deliveries first, then starts the real server. The receivers count arrivals in their own process. */
async function measureRate(engine: EngineName, hanging: number, pending: number) {
  return withBench(engine, async ({ db, app, address, folder, cookie }) => {
    const receiving = await startReceivers(receivers, hanging);
    await subscribe(app, cookie, receiving.urls);
    for (let i = 0; i < eventsEach; i += 100) {
      await Promise.all(
        Array.from({ length: 100 }, () =>
          post(app, cookie, '/api/tickets', { title: 'A ticket to deliver' }),
        ),
      );
    }
    if (pending > 0) await copyPending(db, pending);
    const expected = (receivers - hanging) * eventsEach;
    const server = await startDocket(address, folder);
    const { firstAt, lastAt, arrived } = await receiving.until(expected);
    const megabytes = server.residentMegabytes();
    await server.stop();
    receiving.stop();
    return { perSecond: (arrived / (lastAt - firstAt)) * 1000, megabytes };
  });
}

async function measureFirstAttempts(engine: EngineName): Promise<number> {
  return withBench(engine, async ({ app, address, folder, cookie }) => {
    const receiving = await startReceivers(1, 0);
    await subscribe(app, cookie, receiving.urls);
    const server = await startDocket(address, folder);
    const times: number[] = [];
    for (let count = 1; count <= 60; count++) {
      const body = JSON.stringify({ title: `Ticket ${count}` });
      const headers = { cookie, 'content-type': 'application/json' };
      await fetch(`${server.origin}/api/tickets`, { method: 'POST', headers, body });
      const respondedAt = performance.timeOrigin + performance.now();
      const { lastAt } = await receiving.until(count);
      times.push(Math.max(0, lastAt - respondedAt));
    }
    await server.stop();
    receiving.stop();
    return times.sort((a, b) => a - b)[30] as number;
  });
}

/**
 * Measures what subscriptions cost a change; nothing is delivered meanwhile. Changes with and without subscriptions take
 * turns, so that other load on the machine affects both alike.
 */
async function measureChangeCost(engine: EngineName): Promise<WebhookFigures['changeCost']> {
  return withBench(engine, async ({ app, cookie }) => {
    const unsubscribed = await makeTickets(app, cookie, 'Unsubscribed');
    const subscribed = await makeTickets(app, cookie, 'Subscribed');
    const urls = Array.from({ length: subscriptions }, (_, index) => `http://127.0.0.1:9/${index}`);
    await subscribe(app, cookie, urls, subscribed.projectId);
    let changes = 0;
    const change = (ticket: string) => {
      const status = ['todo', 'done', 'in_progress'][changes++ % 3];
      return inject(app, cookie, 'PUT', `/api/tickets/${ticket}/status`, { status });
    };
    const alone = ({ tickets }: Tickets) => timed(() => change(tickets[0] as string));
    const together = ({ tickets }: Tickets) => timed(() => Promise.all(tickets.map(change)));
    return {
      alone: await compare(
        () => alone(subscribed),
        () => alone(unsubscribed),
      ),
      besideOthers: await compare(
        () => together(subscribed),
        () => together(unsubscribed),
      ),
    };
  });
}

interface Tickets {
  projectId: string;
  tickets: string[];
}

async function makeTickets(app: FastifyInstance, cookie: string, name: string): Promise<Tickets> {
  const { id: projectId } = await post(app, cookie, '/api/projects', { name });
  const tickets = await Promise.all(
    Array.from({ length: 32 }, () => post(app, cookie, '/api/tickets', { title: 'Changing', projectId })),
  );
  return { projectId, tickets: tickets.map(({ id }) => id) };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** The median of one divided by the median of the other. */
async function compare(one: () => Promise<number>, other: () => Promise<number>): Promise<number> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    times[0].push(await one());
    times[1].push(await other());
  }
  const [a, b] = times.map((list) => list.sort((x, y) => x - y)[rounds / 2] as number) as [number, number];
  return a / b;
}

interface Bench {
  db: Database;
  app: FastifyInstance;
  address: Awaited<ReturnType<typeof newBenchDatabase>>['address'];
  folder: string;
  cookie: string;
  sealing: Sealing;
}

/** Runs the work with an application in this process, whose background loops do not run. */
export async function withBench<T>(engine: EngineName, work: (bench: Bench) => Promise<T>): Promise<T> {
  const { address, folder, remove } = await newBenchDatabase(engine);
  const config = { ...readConfig({ DATA_DIR: folder, RATE_LIMIT: 'off' }), database: address };
  const context = await openContext({ config, clock: systemClock, logger: newLogger('silent') });
  const { db } = context;
  const app = buildApp(context);
  try {
    const token = await db.transaction(async (tx) => {
      const now = systemClock.now();
      const person = { name: 'Bench', email: 'bench@example.org', role: 'USER' } as const;
      const { id } = await insertAccount(tx, now, person, 'no password matches this');
      return (await openSession(tx, id, { address: null, userAgent: 'bench' }, now)).token;
    });
    const cookie = `${sessionCookieName({ prefix: 'docket', secure: false })}=${token}`;
    const sealing = { db, clock: systemClock, box: context.secretBox };
    return await work({ db, app, address, folder, cookie, sealing });
  } finally {
    await app.close();
    await context.close();
    await remove();
  }
}

export async function inject(
  app: FastifyInstance,
  cookie: string,
  method: 'POST' | 'PUT',
  url: string,
  payload: object,
) {
  const response = await app.inject({ method, url, headers: { cookie }, payload });
  if (response.statusCode >= 300)
    throw new Error(`${method} ${url} answered ${response.statusCode} ${response.body}`);
  return response.json().data as { id: string };
}

export const post = (app: FastifyInstance, cookie: string, url: string, payload: object) =>
  inject(app, cookie, 'POST', url, payload);

async function subscribe(
  app: FastifyInstance,
  cookie: string,
  urls: string[],
  projectId?: string,
): Promise<void> {
  for (const url of urls) await post(app, cookie, '/v1/webhooks', { url, events: ['ticket.*'], projectId });
}

const fillEvents = statement<{ from: number; to: number }>(`
  insert into events (id, type, occurred_at, actor_id, workspace_id, project_id, ticket_id, data)
  select e.id || '-' || n.seq, e.type, e.occurred_at, e.actor_id, e.workspace_id, e.project_id, e.ticket_id, e.data
  from events e, events n
  where e.type = 'ticket.created' and n.type = 'ticket.created' and e.seq > :from and n.seq <= :to
    and length(e.id) = 36 and length(n.id) = 36`);
const fillDeliveries = statement<object>(`
  insert into webhook_deliveries (webhook_number, event_seq, state, lane, next_at, created_at)
  select w.number, e.seq, 'pending', 0, e.occurred_at, e.occurred_at
  from webhooks w, events e where e.type = 'ticket.created' and length(e.id) > 36`);
const someSeq = statement<{ offset: number }, { seq: number }>(
  "select seq from events where type = 'ticket.created' order by seq limit 1 offset :offset",
);

/** Copies events and their pending deliveries until about `pending` deliveries wait. */
async function copyPending(db: Database, pending: number): Promise<void> {
  const copies = Math.round(pending / receivers / eventsEach);
  const { seq } = (await db.reads.find(someSeq, { offset: copies - 1 })) as { seq: number };
  await db.transaction((tx) => tx.run(fillEvents, { from: 0, to: seq }));
  await db.transaction((tx) => tx.run(fillDeliveries, {}));
}

interface Arrivals {
  arrived: number;
  firstAt: number;
  lastAt: number;
}

async function startReceivers(count: number, hanging: number) {
  const program = path.resolve(import.meta.dirname, 'webhook-receivers.ts');
  const child: ChildProcess = fork(program, [String(count), String(hanging)]);
  const killWithBench = () => child.kill('SIGKILL');
  process.once('exit', killWithBench);
  const [{ urls }] = (await once(child, 'message')) as [{ urls: string[] }];
  const readArrivals = async () => {
    child.send('arrivals');
    const [arrivals] = (await once(child, 'message')) as [Arrivals];
    return arrivals;
  };
  return {
    urls,
    until: async (expected: number): Promise<Arrivals> => {
      for (;;) {
        const arrivals = await readArrivals();
        if (arrivals.arrived >= expected) return arrivals;
        await wait(count === 1 ? 1 : 50);
      }
    },
    stop: () => {
      process.off('exit', killWithBench);
      child.kill('SIGKILL');
    },
  };
}

/** A busy machine can miss these marks. */
export const webhookRows = (engine: EngineName, figures: WebhookFigures): ProcessFigure[] => [
  { name: `webhooks delivered on ${engine}`, value: figures.perSecond, unit: '/s', atLeast: 3_000 },
  {
    name: 'the same to 19 while one never answers',
    value: (figures.perSecondBesideHanging / figures.perSecond) * 100,
    unit: '%',
    atLeast: 90,
  },
  { name: 'memory with 20,000 waiting', value: figures.megabytes.few, unit: 'MB' },
  {
    name: 'memory with 1,000,000 waiting',
    value: figures.megabytes.million,
    unit: 'MB',
    atMost: figures.megabytes.few * 1.3,
  },
  { name: 'first attempt after the commit, p50', value: figures.firstAttemptP50Ms, unit: 'ms', atMost: 50 },
  {
    name: 'a change with 50 subscriptions, over one without',
    value: figures.changeCost.alone * 100,
    unit: '%',
    atMost: 200,
  },
  { name: 'the same while 32 change at once', value: figures.changeCost.besideOthers * 100, unit: '%' },
];

if (import.meta.main) {
  const { values } = parseArgs({ options: { engine: { type: 'string', default: 'sqlite' } } });
  if (values.engine !== 'sqlite' && values.engine !== 'postgres') throw new Error('--engine sqlite|postgres');
  console.log(JSON.stringify(await measureWebhooks(values.engine), null, 2));
}
