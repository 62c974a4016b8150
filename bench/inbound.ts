import { createHmac, randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import examples from '@octokit/webhooks-examples' with { type: 'json' };
import autocannon from 'autocannon';
import { insertAccount, openSession, sessionCookieName } from '../src/auth/index.ts';
import { eventReactions } from '../src/composition/event-reactions.ts';
import { withReactions } from '../src/events/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { type Database, openDatabase } from '../src/platform/db/index.ts';
import type { EngineName } from '../test/support/engines.ts';
import { newBenchDatabase } from './database.ts';
import { type DocketServer, startDocket } from './docket-server.ts';

interface InboundFigures {
  name: string;
  bytes: number;
  /** Deliveries per second over 32 connections. */
  perSecond: number;
  /** Response time over one connection. */
  answerMs: { p50: number; p99: number };
}

const secret = 'a secret of the bench';
const connections = 32;

/** Sends signed GitHub deliveries to a real server, which verifies, records and enqueues them durably. */
async function measureInbound(engine: EngineName, seconds: number): Promise<InboundFigures[]> {
  const database = await newBenchDatabase(engine);
  const db = withReactions(await openDatabase(database.address), eventReactions);
  const settings = { GITHUB_WEBHOOK_SECRET: secret, AGENT_TASKS_PER_HOUR: '1000000' };
  const server = await startDocket(database.address, database.folder, settings);
  try {
    await linkRepository(db, server);
    const figures: InboundFigures[] = [];
    for (const [name, event, payload] of deliveries()) {
      const one = await drive(server, event, payload, 1, seconds);
      const many = await drive(server, event, payload, connections, seconds);
      figures.push({
        name,
        bytes: Buffer.byteLength(payload),
        perSecond: many.requests.total / many.duration,
        answerMs: { p50: one.latency.p50, p99: one.latency.p99 },
      });
    }
    return figures;
  } finally {
    await server.stop();
    await db.close();
    await database.remove();
  }
}

const repository = 'Codertocat/Hello-World';

function deliveries(): [name: string, event: string, payload: string][] {
  const hooks = examples as unknown as { name: string; examples: Record<string, unknown>[] }[];
  const find = (event: string, matches: (payload: Record<string, unknown>) => boolean) =>
    hooks.find(({ name }) => name === event)?.examples.find(matches) as Record<string, unknown>;
  const push = find('push', ({ commits }) => (commits as unknown[]).length > 0);
  const [commit] = push.commits as object[];
  const commits = ['BEN-1 show the rate', 'BEN-2 tidy up', 'Words'].map((message, index) => ({
    ...commit,
    id: String(index).repeat(40),
    message,
  }));
  return [
    ['issue opened', 'issues', JSON.stringify(find('issues', ({ action }) => action === 'opened'))],
    ['push of 3 commits that mention 2 tickets', 'push', JSON.stringify({ ...push, commits })],
    ['star, which has no effect', 'star', JSON.stringify(find('star', () => true))],
  ];
}

async function linkRepository(db: Database, { origin }: DocketServer): Promise<void> {
  const now = systemClock.now();
  const token = await db.transaction(async (tx) => {
    const person = { name: 'Bench', email: 'bench@example.org', role: 'USER' } as const;
    const user = await insertAccount(tx, now, person, 'no password');
    return (await openSession(tx, user.id, { address: null, userAgent: null }, now)).token;
  });
  const cookie = `${sessionCookieName({ prefix: 'docket', secure: false })}=${token}`;
  const post = async (path: string, body: object) => {
    const headers = { cookie, 'content-type': 'application/json' };
    const response = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (response.status !== 201) throw new Error(`${path} returned ${response.status}`);
  };
  await post('/api/projects', { name: 'Bench', key: 'BEN', repositories: [repository] });
  for (const title of ['The rate', 'Tidy']) await post('/api/tickets', { title, projectId: 'BEN' });
}

/** GitHub does not sign the delivery id, so the same signed body with a new id is a new delivery. */
async function drive(
  { origin }: DocketServer,
  event: string,
  body: string,
  connectionCount: number,
  seconds: number,
) {
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const request = {
    method: 'POST',
    path: '/webhooks/vcs',
    body,
    headers: {
      'content-type': 'application/json',
      'x-github-event': event,
      'x-hub-signature-256': `sha256=${signature}`,
    },
  };
  const result = await autocannon({
    url: origin,
    connections: connectionCount,
    duration: seconds,
    setupClient: (client) =>
      client.setRequests([
        {
          ...request,
          setupRequest: (next) => ({
            ...next,
            headers: { ...next.headers, 'x-github-delivery': randomUUID() },
          }),
        },
      ]),
  });
  if (result.non2xx + result.errors + result.timeouts > 0) throw new Error(`deliveries of ${event} failed`);
  return result;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { engine: { type: 'string', default: 'sqlite' }, seconds: { type: 'string', default: '5' } },
  });
  if (values.engine !== 'sqlite' && values.engine !== 'postgres') throw new Error('--engine sqlite|postgres');
  const figures = await measureInbound(values.engine, Number(values.seconds));
  process.stdout.write(
    `${JSON.stringify(figures, (_, value) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value), 2)}\n`,
  );
}
