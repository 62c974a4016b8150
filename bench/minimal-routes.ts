import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type DatabaseAddress, openDatabase } from '../src/platform/db/index.ts';
import { copyPostgresDatabase } from './database.ts';
import { startDocket } from './docket-server.ts';
import { type Call, drive, type Rate } from './load.ts';
import type { Measured } from './measure.ts';
import type { MinimalServerSettings } from './minimal-postgres-server.ts';
import { readSeeded, type Seeded } from './seeded.ts';

const suffix = 'minimal route';
const connections = 16;
const manyConnections = 64;
const warmUpSeconds = 3;
const rounds = 3;
const ratioAtLeast = 0.6;

interface Comparison {
  name: string;
  connections: number;
  next: () => Call;
  atLeast?: number;
}

/**
 * Docket on PostgreSQL beside the least that a Node server can do for the same request (minimal-postgres-server.ts). Both
 * use the same cluster and take turns. The minimal server has a copy of the database, because Docket's background loops
 * would follow its events.
 */
export async function measureMinimalRoutes(
  address: DatabaseAddress & { engine: 'postgres' },
  folder: string,
  secondsEach: number,
  only: string,
): Promise<Measured[]> {
  const db = await openDatabase(address);
  const seeded = await readSeeded(db).finally(() => db.close());
  const comparisons = comparisonsOf(seeded).filter(({ name }) => name.includes(only));
  if (comparisons.length === 0) return [];
  const copy = await copyPostgresDatabase(address.url);
  const docket = await startDocket(address, folder);
  const homes = seeded.projects.map(({ id }) => id);
  const minimal = await startMinimal({ url: copy.url, userId: seeded.scope.actor.userId, homes });
  try {
    const measured: Measured[] = [];
    for (const comparison of comparisons) {
      process.stderr.write(`Measuring ${comparison.name} …\n`);
      const driveAt = (origin: string, seconds: number) =>
        drive(origin, seeded.cookie, { ...comparison, seconds });
      measured.push(await compare(comparison, docket.origin, minimal.origin, driveAt, secondsEach));
    }
    return measured;
  } finally {
    minimal.stop();
    await docket.stop();
    await copy.remove();
  }
}

async function compare(
  { name, atLeast }: Comparison,
  docketOrigin: string,
  minimalOrigin: string,
  driveAt: (origin: string, seconds: number) => Promise<Rate>,
  secondsEach: number,
): Promise<Measured> {
  await driveAt(docketOrigin, warmUpSeconds);
  await driveAt(minimalOrigin, warmUpSeconds);
  const docket: Rate[] = [];
  const minimal: Rate[] = [];
  for (let round = 0; round < rounds; round++) {
    docket.push(await driveAt(docketOrigin, secondsEach));
    minimal.push(await driveAt(minimalOrigin, secondsEach));
  }
  const perSecond = mean(docket.map((rate) => rate.perSecond));
  const ceilingPerSecond = mean(minimal.map((rate) => rate.perSecond));
  return {
    name,
    perSecond,
    p50Ms: Math.round(mean(docket.map((rate) => rate.p50Ms))),
    p99Ms: Math.max(...docket.map((rate) => rate.p99Ms)),
    ceilingPerSecond,
    ...(atLeast !== undefined && {
      mark: `≥ ${atLeast} × minimal`,
      passed: perSecond >= atLeast * ceilingPerSecond,
    }),
  };
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function comparisonsOf({ ticketIds, projects }: Seeded): Comparison[] {
  const draw = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)] as T;
  const createIn = (project: () => { id: string }) => (): Call => ({
    method: 'POST',
    path: '/api/tickets',
    body: {
      title: `Measured ${Math.random()}`,
      description: 'A ticket as long as people write them when they are in a hurry.',
      projectId: project().id,
    },
  });
  const inOneProject = createIn(() => projects[0] as { id: string });
  const inManyProjects = createIn(() => draw(projects));
  const name = (request: string) => `${request}, ${suffix}`;
  return [
    {
      name: name('ticket by id'),
      connections,
      next: () => ({ method: 'GET', path: `/api/tickets/${draw(ticketIds)}` }),
      atLeast: ratioAtLeast,
    },
    {
      name: name('page of 20'),
      connections,
      next: () => ({ method: 'GET', path: '/api/tickets' }),
      atLeast: ratioAtLeast,
    },
    { name: name('create in one project'), connections, next: inOneProject, atLeast: ratioAtLeast },
    { name: name('create in many projects'), connections, next: inManyProjects, atLeast: ratioAtLeast },
    {
      name: name(`create in many projects, ${manyConnections} connections`),
      connections: manyConnections,
      next: inManyProjects,
      atLeast: ratioAtLeast,
    },
    { name: name('status update'), connections, next: statusUpdates(ticketIds), atLeast: ratioAtLeast },
  ];
}

/** Each ticket moves to one status and then to another, so that every request changes it, also when a client repeats its list. */
function statusUpdates(ticketIds: string[]): () => Call {
  let position = 0;
  return () => {
    const id = ticketIds[(position >> 1) % ticketIds.length];
    const status = position++ % 2 === 0 ? 'todo' : 'in_progress';
    return { method: 'PUT', path: `/api/tickets/${id}/status`, body: { status } };
  };
}

async function startMinimal(settings: MinimalServerSettings) {
  const child = fork(new URL('./minimal-postgres-server.ts', import.meta.url));
  child.send(settings);
  const [port] = (await once(child, 'message')) as [number];
  return { origin: `http://127.0.0.1:${port}`, stop: () => child.disconnect() };
}
