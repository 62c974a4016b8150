import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { Worker } from 'node:worker_threads';
import { openSession, sessionCookieName } from '../src/auth/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { type Database, statement } from '../src/platform/db/index.ts';
import type { DocketServer } from './docket-server.ts';
import type { Call } from './load.ts';
import { median } from './median.ts';
import type { ProcessFigure } from './process-figures.ts';
import type { Seeded } from './seeded.ts';

export const stalls = 'stalls';

const rounds = 3;
const waitMsMax = 30;
const bulkSize = 500;

interface HeavyCall extends Call {
  /** Sent instead of the cookie, which MCP does not accept. */
  apiKey?: string;
}

interface Heavy {
  name: string;
  call: () => HeavyCall | Promise<HeavyCall>;
}

const otherPerson = statement<{ projectId: string; userId: string }, { userId: string }>(`
  select m.user_id as "userId" from project_members m join users u on u.id = m.user_id
  where m.project_id = :projectId and m.user_id <> :userId and m.role <> 'viewer' and u.role <> 'VIEWER' and u.active = 1
  order by m.user_id limit 1`);

/**
 * Sends each kind of heavy request while another person reads one ticket again and again. The figure is the longest of
 * those reads, the median of three rounds, because other load on the machine delays some of them; the name of the row has
 * the time of the heavy request itself. The longest waits come first.
 */
export async function measureStalls(
  { origin, pid }: DocketServer,
  db: Database,
  seeded: Seeded,
): Promise<ProcessFigure[]> {
  const { cookie, path } = await newBystander(db, seeded);
  const prober = new Worker(new URL('./stall-prober.ts', import.meta.url), {
    workerData: { origin, pid, cookie, path },
  });
  const longestWaitMs = async (): Promise<number> => {
    prober.postMessage('');
    return (await once(prober, 'message'))[0] as number;
  };
  try {
    return await measureEach(origin, seeded, longestWaitMs);
  } finally {
    await prober.terminate();
  }
}

async function measureEach(
  origin: string,
  seeded: Seeded,
  longestWaitMs: () => Promise<number>,
): Promise<ProcessFigure[]> {
  const measured: { name: string; waitMs: number }[] = [];
  for (const { name, call } of [{ name: 'nothing', call: undefined }, ...heavyRequests(seeded, origin)]) {
    const waits: number[] = [];
    const times: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      const next = await call?.();
      await longestWaitMs();
      const startedAt = performance.now();
      if (next) await drain(origin, seeded.cookie, next);
      else await new Promise((resolve) => setTimeout(resolve, 300));
      const waitMs = await longestWaitMs();
      // The first round warms up.
      if (round === 0) continue;
      waits.push(waitMs);
      times.push(performance.now() - startedAt);
    }
    measured.push({ name: `… beside ${name} (${Math.round(median(times))} ms)`, waitMs: median(waits) });
  }
  return measured
    .sort((a, b) => b.waitMs - a.waitMs)
    .map(({ name, waitMs }) => ({ name, value: waitMs, unit: 'ms', atMost: waitMsMax }));
}

/** Somebody else who sees a ticket of the first project. */
export async function newBystander(db: Database, { scope, projects }: Seeded) {
  const projectId = projects[0]?.id as string;
  const other = await db.reads.find(otherPerson, { projectId, userId: scope.actor.userId });
  if (!other) throw new Error('Nobody else is a member of the first project.');
  const session = await db.transaction((tx) =>
    openSession(tx, other.userId, { address: null, userAgent: 'bench' }, systemClock.now()),
  );
  const cookie = `${sessionCookieName({ prefix: 'docket', secure: false })}=${session.token}`;
  return { cookie, path: `/api/tickets/${projects[0]?.key}-1` };
}

function heavyRequests({ projects, commonWord, ticketIds, scope, cookie }: Seeded, origin: string): Heavy[] {
  const [first, second] = projects as [{ id: string; key: string }, { id: string; key: string }];
  const get = (name: string, path: string): Heavy => ({ name, call: () => ({ method: 'GET', path }) });
  const list = (query: string) => get(`list ?${query}`, `/api/tickets?${query}`);
  const me = scope.actor.userId;
  const typo = `${commonWord.slice(0, -2)}${commonWord.at(-1)}${commonWord.at(-2)}`;
  const entries = Array.from({ length: bulkSize }, (_, i) => ({
    title: `Measured ${i}`,
    description: 'A ticket as long as people write them when they are in a hurry.',
    projectId: second.id,
  }));
  const changes = () => {
    const title = `Changed ${Math.random()}`;
    return ticketIds.slice(0, bulkSize).map((id) => ({ id, title }));
  };
  let hasMoved = false;
  const moves = () => {
    hasMoved = !hasMoved;
    const projectId = hasMoved ? second.id : first.id;
    return ticketIds.slice(bulkSize, 2 * bulkSize).map((id) => ({ id, projectId }));
  };
  let areDone = false;
  const statusChanges = () => {
    areDone = !areDone;
    const status = areDone ? 'done' : 'todo';
    return ticketIds.slice(0, bulkSize).map((id) => ({ id, status, force: true }));
  };
  const bulk = (tickets: object[]): Call => ({
    method: 'POST',
    path: '/api/tickets/bulk',
    body: { tickets },
  });
  // As many as the seed has people; the rest is looked up and not found.
  const mentions = Array.from({ length: 50 }, (_, i) => `@user${i}`).join(' ');
  const bigProject = async (): Promise<Call> => {
    const made = { name: 'Measured', key: `M${Math.random().toString(36).slice(2, 8).toUpperCase()}` };
    const { id } = JSON.parse(
      await drain(origin, cookie, { method: 'POST', path: '/api/projects', body: made }),
    ).data;
    for (let i = 0; i < 4; i++) {
      const tickets = entries.map((entry) => ({ ...entry, projectId: id }));
      await drain(origin, cookie, bulk(tickets));
    }
    return { method: 'DELETE', path: `/api/project/${id}` };
  };
  const mcpSearch = async (): Promise<HeavyCall> => {
    const keys: Call = { method: 'POST', path: '/api/user/api-keys', body: { name: 'Measured' } };
    const { key } = JSON.parse(await drain(origin, cookie, keys)).data;
    const params = { name: 'search_tickets', arguments: { query: commonWord, limit: 50 } };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    return { method: 'POST', path: '/mcp', body, apiKey: key };
  };
  return [
    ...['page=1000', 'page=4000', 'page=2500&sort=createdAt', 'page=1000&sort=title&order=asc'].map(list),
    ...['status=todo', 'priority=high', 'type=BUG', 'assignee=none', `reporter=${me}`, 'overdue=true'].map(
      list,
    ),
    ...['status', 'title', 'priority', 'createdAt', 'updatedAt', 'dueDate', 'rank'].map((sort) =>
      list(`sort=${sort}&order=asc`),
    ),
    list(`search=${commonWord}`),
    list(`search=${commonWord}&sort=title&limit=100`),
    list('limit=100&fields=row'),
    get('search, common word', `/api/tickets/search?q=${commonWord}&limit=100`),
    get('search, one letter', '/api/tickets/search?q=e&limit=100'),
    get('search, typo', `/api/tickets/search?q=${typo}`),
    get('counts', '/api/tickets/counts?by=status,assignee,priority'),
    get('ticket statistics', '/api/tickets/stats'),
    get('project statistics', `/api/project/${first.key}/stats`),
    get('project series of a year', `/api/project/${first.key}/stats/series?period=year`),
    get('user statistics', '/api/user/stats'),
    get('activity', '/api/user/activity?limit=100'),
    get('notifications', '/api/user/notifications?limit=100'),
    get('export as CSV', '/api/tickets/export'),
    get('export as JSON', '/api/tickets/export?format=json'),
    get('sync of all tickets', '/api/sync?state=all'),
    get('checksums of the sync', '/api/sync/checksum?state=all'),
    get('boot', '/api/boot'),
    get('OpenAPI document', '/openapi.json'),
    {
      name: 'comment with 50 mentions',
      call: () => ({
        method: 'POST',
        path: `/api/tickets/${ticketIds[0]}/comments`,
        body: { content: mentions },
      }),
    },
    { name: `bulk create of ${bulkSize}`, call: () => bulk(entries) },
    { name: `bulk update of ${bulkSize}`, call: () => bulk(changes()) },
    { name: `bulk change of the status of ${bulkSize}`, call: () => bulk(statusChanges()) },
    { name: `bulk move of ${bulkSize} to another project`, call: () => bulk(moves()) },
    { name: 'search by MCP', call: mcpSearch },
    { name: 'deleting a project of 2,000 tickets', call: bigProject },
  ];
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Reads the answer and returns its beginning: an export is larger than a string can be. */
async function drain(
  origin: string,
  cookie: string,
  { method, path, body, apiKey }: HeavyCall,
): Promise<string> {
  const credential = apiKey === undefined ? { cookie } : { authorization: `Bearer ${apiKey}` };
  const headers = { ...credential, ...(body && { 'content-type': 'application/json' }) };
  const sent = request(`${origin}${path}`, { agent, method, headers });
  sent.end(body && JSON.stringify(body));
  const [response] = await once(sent, 'response');
  let start = '';
  for await (const chunk of response) if (start.length < 1_000_000) start += chunk;
  if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.statusCode} ${start}`);
  return start;
}
