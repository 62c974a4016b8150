import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { RunningServer } from '../durability/running-server.ts';
import type { OwnCluster } from './own-cluster.ts';
import { type ReceivedEvent, type ResumingReader, startReader } from './resuming-reader.ts';
import { addAda, serve as serveOnce } from './scene.ts';
import { request } from './steady-writers.ts';

const processes = 3;
const readers = 6;
const writers = 6;
const lateCommitters = 3;
const lateByMsMax = 800;
const lifeMs = 400;
const startTriesMax = 5;
const arriveWithinMs = 20_000;

export interface LoggedEvent {
  id: string;
  type: string;
  xid: number;
  seq: number;
}

export interface LiveLedger {
  /** Every event of the log since the readers connected, in its order. */
  log: LoggedEvent[];
  readers: Pick<ResumingReader, 'received' | 'resets' | 'positions'>[];
  /** What each reader lacks. */
  missing: LoggedEvent[][];
  slowestMs: number;
}

/** Three processes, killed in turn while people write, and clients that resume their streams at whichever is left. */
export async function killInTurn(cluster: OwnCluster, kills: number): Promise<LiveLedger> {
  const authorization = await addAda(cluster.url);
  const servers: RunningServer[] = [];
  for (let i = 0; i < processes; i++) servers.push(await serve(cluster.url));
  const fields = { name: 'Engine', key: 'ENG' };
  const first = servers[0] as RunningServer;
  const project = await request(first, { authorization }, 'POST', '/api/projects', fields);
  const open = Array.from({ length: readers }, (_, i) => startReader(servers, authorization, i));
  await Promise.all(open.map(({ connected }) => connected));

  const writing = keepWriting(servers, authorization, project.data.id);
  const late = commitLate(cluster.url, project.data.id);
  for (let i = 0; i < kills; i++) {
    await wait(lifeMs);
    await (servers[i % processes] as RunningServer).end('SIGKILL');
    servers[i % processes] = await serve(cluster.url);
  }
  await Promise.all([writing.stop(), late.stop()]);
  const stoppedAt = performance.now();
  const log = await readLog(cluster, project.data.id);
  const missing = () => open.map(({ received }) => lacking(log, received));
  while (missing().some(({ length }) => length > 0) && performance.now() < stoppedAt + arriveWithinMs)
    await wait(50);
  const slowestMs = performance.now() - stoppedAt;
  await Promise.all(open.map(({ stop }) => stop()));
  await Promise.all(servers.map((server) => server.end('SIGTERM')));
  return { log, readers: open, missing: missing(), slowestMs };
}

/** On a busy machine PostgreSQL may not accept the first connection in time. */
async function serve(url: string): Promise<RunningServer> {
  for (let tries = 1; ; tries++) {
    try {
      return await serveOnce(url);
    } catch (error) {
      if (tries === startTriesMax) throw error;
    }
  }
}

function lacking(log: LoggedEvent[], received: ReceivedEvent[]): LoggedEvent[] {
  const known = new Set(received.map(({ id }) => id));
  return log.filter(({ id }) => !known.has(id));
}

const readLog = async (cluster: OwnCluster, projectId: string): Promise<LoggedEvent[]> =>
  (
    await cluster.run(`select id, type, xid::float8 as xid, seq::float8 as seq from events
      where project_id = '${projectId}' and type like 'ticket.%' order by xid, seq`)
  ).rows;

/** A process that is killed gives no answer; what it did before is in the log. */
function keepWriting(servers: readonly RunningServer[], authorization: string, projectId: string) {
  let isStopped = false;
  const write = async (_: unknown, writer: number) => {
    for (let i = writer; !isStopped; i++) {
      const server = servers[i % servers.length] as RunningServer;
      const send = (method: string, path: string, body: object) =>
        request(server, { authorization }, method, path, body).catch(() => wait(10));
      const made = await send('POST', '/api/tickets', { title: `Ticket ${i}`, projectId });
      if (made?.data) await send('PUT', `/api/tickets/${made.data.id}/status`, { status: 'done' });
    }
  };
  const done = Promise.all(Array.from({ length: writers }, write));
  return {
    stop: async () => {
      isStopped = true;
      await done;
    },
  };
}

/** Transactions that record an event early and commit late, after many that began later: the log must not skip them. */
function commitLate(url: string, projectId: string) {
  let isStopped = false;
  const write = async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    while (!isStopped) {
      await client.query('begin');
      await client.query(
        `insert into events (id, type, occurred_at, actor_id, workspace_id, project_id, ticket_id, data)
         select gen_random_uuid()::text, type, occurred_at, actor_id, workspace_id, project_id, ticket_id, data
         from events where project_id = $1 and type = 'ticket.created' limit 1`,
        [projectId],
      );
      await wait(Math.random() * lateByMsMax);
      await client.query('commit');
    }
    await client.end();
  };
  const done = Promise.all(Array.from({ length: lateCommitters }, write));
  return {
    stop: async () => {
      isStopped = true;
      await done;
    },
  };
}
