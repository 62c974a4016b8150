import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type DocketServer, seed, startDocket } from './docket-server.ts';
import { type Call, drive, type Rate } from './load.ts';
import type { Measured } from './measure.ts';
import { median } from './median.ts';
import type { BenchOptions } from './options.ts';
import type { ProcessFigure } from './process-figures.ts';
import { mainThreadTime } from './server-time.ts';

const own = path.resolve(import.meta.dirname, '..');
const rounds = 5;
const warmUpSeconds = 5;

interface Side {
  server: DocketServer;
  cookie: string;
  ticketIds: string[];
  projects: { id: string }[];
  rates: Rate[];
  /** Processor time of the main thread for each answer. */
  costsMs: number[];
}

const requests: { name: string; connections: number; next: (side: Side) => Call }[] = [
  {
    name: 'ticket by id',
    connections: 64,
    next: ({ ticketIds }) => ({ method: 'GET', path: `/api/tickets/${draw(ticketIds)}` }),
  },
  { name: 'page of 20', connections: 64, next: () => ({ method: 'GET', path: '/api/tickets' }) },
  { name: 'create, 1 connection', connections: 1, next: newTicket },
  { name: 'create, 32 connections', connections: 32, next: newTicket },
];

/**
 * This version beside an earlier commit, which is cloned and installed. Each has its own SQLite database, seeded by itself;
 * both servers run, and take turns.
 */
export async function measureBesideRelease(
  release: string,
  { tickets, secondsEach, only = '' }: BenchOptions,
): Promise<{ rows: Measured[]; figures: ProcessFigure[] }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-release-'));
  const sides: Side[] = [];
  try {
    const clone = install(release, path.join(folder, 'clone'));
    for (const root of [own, clone]) sides.push(await startSide(root, folder, tickets));
    const [ours, theirs] = sides as [Side, Side];
    const rows: Measured[] = [];
    const figures: ProcessFigure[] = [];
    for (const request of requests.filter(({ name }) => name.includes(only))) {
      process.stderr.write(`Measuring ${request.name} beside ${release} …\n`);
      await takeTurns(request, sides, secondsEach);
      const perSecond = median(ours.rates.map((rate) => rate.perSecond));
      const ceilingPerSecond = median(theirs.rates.map((rate) => rate.perSecond));
      rows.push({
        name: `${request.name}, beside ${release}`,
        perSecond,
        p50Ms: median(ours.rates.map((rate) => rate.p50Ms)),
        p99Ms: Math.max(...ours.rates.map((rate) => rate.p99Ms)),
        ceilingPerSecond,
        mark: `≥ 1 × ${release}`,
        passed: perSecond >= ceilingPerSecond,
      });
      const value = median(ours.costsMs.map((cost, round) => cost / (theirs.costsMs[round] as number)));
      figures.push({ name: `${request.name}, processor time`, value, unit: 'times as long', atMost: 1 });
    }
    return { rows, figures };
  } finally {
    for (const { server } of sides) await server.stop();
    rmSync(folder, { recursive: true });
  }
}

function install(release: string, clone: string): string {
  process.stderr.write(`Installing ${release} …\n`);
  const run = (program: string, args: string[], cwd: string) =>
    execFileSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  run('git', ['clone', '--quiet', '--shared', '--no-checkout', own, clone], own);
  run('git', ['checkout', '--quiet', '--detach', release], clone);
  run('npm', ['ci', '--no-audit', '--no-fund'], clone);
  return clone;
}

async function startSide(root: string, folder: string, tickets: number): Promise<Side> {
  const data = mkdtempSync(path.join(folder, 'data-'));
  const address = { engine: 'sqlite', file: path.join(data, 'docket.db') } as const;
  const launcher = path.join(root, 'bin/docket.js');
  await seed(address, data, { tickets, projects: 20 }, launcher);
  // Sessions and tables are those of that version.
  execFileSync(process.execPath, ['--input-type=module', '--eval', writeSeeded, root, data], { cwd: data });
  const seeded = JSON.parse(readFileSync(path.join(data, 'seeded.json'), 'utf8'));
  const server = await startDocket(address, data, {}, launcher);
  return { ...seeded, server, rates: [], costsMs: [] };
}

const writeSeeded = `
  import { writeFileSync } from 'node:fs';
  const [root, data] = process.argv.slice(1);
  const { openDatabase } = await import(root + '/src/platform/db/index.ts');
  const { readSeeded } = await import(root + '/bench/seeded.ts');
  const db = await openDatabase({ engine: 'sqlite', file: data + '/docket.db' });
  const { cookie, ticketIds, projects } = await readSeeded(db);
  await db.close();
  writeFileSync(data + '/seeded.json', JSON.stringify({ cookie, ticketIds, projects }));`;

async function takeTurns(
  { connections, next }: (typeof requests)[number],
  sides: Side[],
  secondsEach: number,
): Promise<void> {
  const driveSide = (side: Side, seconds: number) =>
    drive(side.server.origin, side.cookie, { connections, seconds, next: () => next(side) });
  for (const side of sides) {
    Object.assign(side, { rates: [], costsMs: [] });
    await driveSide(side, warmUpSeconds);
  }
  for (let round = 0; round < rounds; round++) {
    for (const side of sides) {
      const before = mainThreadTime(side.server.pid).runMs;
      const rate = await driveSide(side, secondsEach);
      side.rates.push(rate);
      side.costsMs.push((mainThreadTime(side.server.pid).runMs - before) / (rate.perSecond * secondsEach));
    }
  }
}

function newTicket({ projects }: Side): Call {
  return {
    method: 'POST',
    path: '/api/tickets',
    body: {
      title: `Measured ${Math.random()}`,
      description: 'A ticket as long as people write them when they are in a hurry.',
      projectId: draw(projects).id,
    },
  };
}

const draw = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)] as T;
