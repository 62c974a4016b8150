import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openDatabase } from '../src/platform/db/index.ts';
import { type OwnCluster, startOwnCluster } from '../test/faults/own-cluster.ts';
import { startPgBouncer } from '../test/faults/pgbouncer.ts';
import { type DocketServer, seed, startDocket } from './docket-server.ts';
import { readSeeded, type Seeded } from './seeded.ts';

// For docs/scale.md: what a request costs each process in processor time, which hardly depends on what else runs. Divide
// a core by it to size Docket, PostgreSQL and a replica. `node bench/scale.ts --tickets 20000 --requests 2000`.

const { values: given } = parseArgs({
  options: { tickets: { type: 'string', default: '20000' }, requests: { type: 'string', default: '2000' } },
});
const requests = Number(given.requests);
const clients = 4;
const restMs = 200;
/** Of /proc: Linux counts processor time in hundredths of a second. */
const tickMs = 10;

interface Kind {
  name: string;
  send: (origin: string, seeded: Seeded, i: number) => Promise<Response>;
  /** Of `requests`: searches take longer. */
  share: number;
}

const kinds: Kind[] = [
  {
    name: 'ticket by id',
    share: 1,
    send: (origin, s, i) => get(origin, s, `/api/tickets/${s.ticketIds[i % s.ticketIds.length]}`),
  },
  { name: 'page of 20', share: 1, send: (origin, s) => get(origin, s, '/api/tickets?limit=20') },
  { name: 'create', share: 0.5, send: create },
  {
    name: 'search',
    share: 0.25,
    send: (origin, s, i) => get(origin, s, `/api/tickets/search?q=${s.commonWords[i % 10]}`),
  },
  { name: 'statistics', share: 0.25, send: (origin, s) => get(origin, s, '/api/tickets/stats') },
];

const get = (origin: string, { cookie }: Seeded, url: string) => fetch(origin + url, { headers: { cookie } });

function create(origin: string, { cookie, projects }: Seeded, i: number): Promise<Response> {
  const body = JSON.stringify({ title: `Measured ${i}`, projectId: projects[i % projects.length]?.id });
  return fetch(`${origin}/api/tickets`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body,
  });
}

const folder = mkdtempSync(path.join(tmpdir(), 'docket-scale-'));
const primary = (await startOwnCluster()) as OwnCluster;
try {
  await measureAll();
} finally {
  await primary.remove();
  rmSync(folder, { recursive: true });
}

async function measureAll(): Promise<void> {
  const address = { engine: 'postgres', url: primary.url } as const;
  await seed(address, folder, { tickets: Number(given.tickets), projects: 20 });
  const db = await openDatabase(address);
  const seeded = await readSeeded(db);
  await db.close();
  await primary.run('vacuum (analyze)');

  await withServer('one process', {}, seeded, {});
  const pooler = await startPgBouncer(primary.url, 8);
  await withServer(
    'through PgBouncer',
    { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: primary.url },
    seeded,
    {},
  );
  await pooler.remove();
  const replica = (await startOwnCluster(primary)) as OwnCluster;
  await withServer('with a replica', { DATABASE_READ_URL: replica.url }, seeded, { replica });
  await replica.remove();
}

async function withServer(
  title: string,
  settings: Record<string, string>,
  seeded: Seeded,
  { replica }: { replica?: OwnCluster },
): Promise<void> {
  const server = await startDocket({ engine: 'postgres', url: primary.url }, folder, {
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'fatal',
    ...settings,
  });
  const servers = {
    Docket: [server.pid],
    PostgreSQL: [await postmasterOf(primary)],
    ...(replica && { replica: [await postmasterOf(replica)] }),
  };
  try {
    console.log(`\n${title}: processor milliseconds for each request`);
    for (const kind of kinds) {
      await run(kind, server, seeded, Math.ceil(requests / 4));
      const before = Object.values(servers).map(([pid]) => processorMs(pid as number));
      const count = Math.ceil(requests * kind.share);
      await run(kind, server, seeded, count);
      const costs = Object.entries(servers).map(([name, [pid]], i) => {
        const ms = (processorMs(pid as number) - (before[i] as number)) / count;
        return `${name} ${ms.toFixed(2)}`;
      });
      console.log(`  ${kind.name.padEnd(14)} ${costs.join('  ')}`);
    }
    const { rows } = await primary.run(
      "select count(*) as open from pg_stat_activity where application_name like 'docket%'",
    );
    console.log(
      `  ${Math.round(server.residentMegabytes())} MB resident, ${rows[0].open} sessions of PostgreSQL`,
    );
    await printIdle(servers);
  } finally {
    await server.stop();
  }
}

async function run(kind: Kind, { origin }: DocketServer, seeded: Seeded, count: number): Promise<void> {
  let next = 0;
  const client = async () => {
    while (next < count) {
      const response = await kind.send(origin, seeded, next);
      await response.arrayBuffer();
      // Other programs kept the server from the processors.
      if (response.status === 503) await wait(restMs);
      else if (!response.ok) throw new Error(`${kind.name} answered ${response.status}`);
      else next++;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
}

async function printIdle(servers: Record<string, (number | undefined)[]>): Promise<void> {
  const idleMs = 10_000;
  const before = Object.values(servers).map(([pid]) => processorMs(pid as number));
  await wait(idleMs);
  const shares = Object.entries(servers).map(([name, [pid]], i) => {
    const percent = ((processorMs(pid as number) - (before[i] as number)) / idleMs) * 100;
    return `${name} ${percent.toFixed(1)} %`;
  });
  console.log(`  without requests: ${shares.join(', ')} of a core`);
}

/** The process that started the session. */
async function postmasterOf(cluster: OwnCluster): Promise<number> {
  const { rows } = await cluster.run(
    "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid",
  );
  return rows[0].pid;
}

/** Of a process, of those that it started, and of those of them that have ended. */
function processorMs(pid: number): number {
  const [, user, system, endedUser, endedSystem] = statOf(pid);
  const own = Number(user) + Number(system) + Number(endedUser) + Number(endedSystem);
  return own * tickMs + childrenOf(pid).reduce((sum, child) => sum + processorMs(child), 0);
}

function statOf(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return ['', ...fields.slice(11, 15)];
  } catch {
    return ['', '0', '0', '0', '0'];
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}
