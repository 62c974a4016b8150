import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '../../src/platform/db/index.ts';
import { type EngineName, newDatabase } from '../../test/support/engines.ts';
import { newBenchDatabase } from '../database.ts';
import { seed } from '../docket-server.ts';
import { type Call, driveCounted } from '../load.ts';
import { median } from '../median.ts';
import { loadDirectus } from './directus.ts';
import { seededDocket } from './docket.ts';
import type { LoadPeer, Peer, Place, Requests } from './peer.ts';
import { loadRedmine } from './redmine.ts';
import { readSharedData } from './shared-data.ts';
import { processorMsOfAll, type StartedProgram, startProgram } from './start-program.ts';

interface Side {
  peer: Peer;
  running: StartedProgram;
}

interface Figure {
  row: string;
  unit: string;
  /** One for each product, Docket first: the median of the rounds. */
  values: number[];
  /** Beside Docket: the median of the ratios within a round. Above 1, Docket is faster or smaller. */
  ratios: number[];
  /** Share of requests that were not answered with 2xx. */
  failed?: number[];
}

const rows: { name: string; request: keyof Requests; connections: number }[] = [
  { name: 'ticket with its comments', request: 'ticket', connections: 16 },
  { name: 'page of 20', request: 'list', connections: 16 },
  { name: 'page of 20 of a project and a status', request: 'filteredList', connections: 16 },
  { name: 'search', request: 'search', connections: 16 },
  { name: 'create, 1 connection', request: 'create', connections: 1 },
  { name: 'create, 16 connections', request: 'create', connections: 16 },
];
const loaders: Record<string, LoadPeer> = { redmine: loadRedmine, directus: loadDirectus };

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    engine: { type: 'string', default: 'sqlite' },
    tickets: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '5' },
    requests: { type: 'string', default: '1000' },
    only: { type: 'string', default: 'redmine,directus' },
    json: { type: 'boolean', default: false },
  },
});
const engine = values.engine as EngineName;
const rounds = Number(values.rounds);
const requests = Number(values.requests);
const folder = mkdtempSync(path.join(tmpdir(), 'docket-peers-data-'));
try {
  const peers = await preparePeers();
  const figures = [...(await measureStarts(peers)), ...(await measureRows(peers))];
  const machine = {
    processor: cpus()[0]?.model,
    processors: availableParallelism(),
    gigabytes: Math.round(totalmem() / 1024 ** 3),
    system: `${process.platform} ${process.arch}`,
    node: process.version,
    date: new Date().toISOString().slice(0, 10),
  };
  const products = peers.map(({ name, version }) => `${name} ${version}`);
  const report = { engine, tickets: Number(values.tickets), rounds, requests, machine, products, figures };
  process.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : formatReport(report));
} finally {
  rmSync(folder, { recursive: true });
}

async function preparePeers(): Promise<Peer[]> {
  const database = await newBenchDatabase(engine);
  process.once('exit', () => rmSync(database.folder, { recursive: true, force: true }));
  const { address } = database;
  logProgress(`Seeding ${values.tickets} tickets …`);
  await seed(address, database.folder, { tickets: Number(values.tickets), projects: 20 });
  const db = await openDatabase(address);
  const { data, docket } = await readSharedData(db);
  await db.close();
  const peers = [seededDocket(address, database.folder, data, docket)];
  for (const name of values.only.split(',').filter(Boolean)) {
    logProgress(`Loading ${data.tickets.length} tickets into ${name} …`);
    const load = loaders[name];
    if (!load) throw new Error(`--only ${Object.keys(loaders).join(',')}`);
    peers.push(await load(values.folder as string, await newPlace(name), data));
  }
  return peers;
}

async function newPlace(name: string): Promise<Place> {
  const own = path.join(folder, name);
  mkdirSync(own);
  if (engine === 'sqlite') return { engine, folder: own, databaseUrl: undefined };
  const { address } = await newDatabase('postgres');
  return { engine, folder: own, databaseUrl: address.engine === 'postgres' ? address.url : undefined };
}

/** Each product starts alone, one after the other, until it answers a page of tickets. */
async function measureStarts(peers: Peer[]): Promise<Figure[]> {
  const starts: number[][] = peers.map(() => []);
  const sizes: number[][] = peers.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, peer] of peers.entries()) {
      logProgress(`Starting ${peer.name} …`);
      const running = await start(peer);
      starts[index]?.push(running.startMs);
      sizes[index]?.push(running.megabytes());
      await running.stop();
    }
  }
  return [
    smallerIsBetter('start to the first page', 'ms', starts),
    smallerIsBetter('memory after the start', 'MB', sizes),
  ];
}

/** All run; each gets its turn in every round, so that other load on the machine affects them alike. */
async function measureRows(peers: Peer[]): Promise<Figure[]> {
  const sides: Side[] = [];
  try {
    for (const peer of peers) sides.push({ peer, running: await start(peer) });
    for (const side of sides) await refuseWrongRequests(side);
    const figures: Figure[] = [];
    for (const row of rows) {
      logProgress(`Measuring ${row.name} …`);
      figures.push(...(await takeTurns(sides, row)));
    }
    const sizes = sides.map(({ running }) => [running.megabytes()]);
    return [...figures, smallerIsBetter('memory after all this', 'MB', sizes)];
  } finally {
    for (const { running } of sides) await running.stop();
  }
}

/** A request that a product does not understand would be measured as a quick answer. */
async function refuseWrongRequests({ peer, running }: Side): Promise<void> {
  for (const next of Object.values(peer.requests)) {
    const { method, path: address, body }: Call = next();
    const response = await fetch(`${running.origin}${address}`, {
      method,
      headers: { ...peer.headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) {
      throw new Error(`${peer.name} answered ${response.status} to ${address}: ${await response.text()}`);
    }
  }
}

async function takeTurns(
  sides: Side[],
  { name, request, connections }: (typeof rows)[number],
): Promise<Figure[]> {
  const driveSide = ({ peer, running }: Side) =>
    driveCounted(running.origin, peer.headers, { connections, requests, next: peer.requests[request] });
  for (const side of sides) await driveSide(side);
  const rates: number[][] = sides.map(() => []);
  const costs: number[][] = sides.map(() => []);
  const failed: number[][] = sides.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, side] of sides.entries()) {
      const before = processorMsOfAll();
      const { perSecond, answered } = await driveSide(side);
      rates[index]?.push(perSecond);
      costs[index]?.push((processorMsOfAll() - before) / answered);
      failed[index]?.push(1 - answered / requests);
    }
  }
  const [own = []] = rates;
  return [
    {
      row: name,
      unit: '/s',
      values: rates.map(median),
      ratios: rates.map((theirs) => median(theirs.map((rate, round) => (own[round] as number) / rate))),
      ...(failed.flat().some((share) => share > 0) && { failed: failed.map(median) }),
    },
    smallerIsBetter(`${name}, processor time of an answer`, 'ms', costs),
  ];
}

function smallerIsBetter(row: string, unit: string, measured: number[][]): Figure {
  const [own = []] = measured;
  const ratios = measured.map((theirs) =>
    median(theirs.map((value, round) => value / (own[round] as number))),
  );
  return { row, unit, values: measured.map(median), ratios };
}

function start(peer: Peer): Promise<StartedProgram> {
  return startProgram(peer.server, peer.requests.list(), peer.headers);
}

function formatReport(report: {
  engine: string;
  tickets: number;
  rounds: number;
  requests: number;
  machine: object;
  products: string[];
  figures: Figure[];
}): string {
  const { machine, products, figures, ...run } = report;
  const cell = ({ unit, values: measured, ratios, failed }: Figure, index: number) => {
    const value = measured[index] as number;
    const rounded = value < 100 ? value.toFixed(value < 10 ? 2 : 1) : Math.round(value).toLocaleString('en');
    const ratio = index > 0 ? ` (${(ratios[index] as number).toFixed(1)} ×)` : '';
    const failure = failed?.[index] ? `, ${Math.round(failed[index] * 100)} % failed` : '';
    return `${rounded} ${unit}${ratio}${failure}`;
  };
  const lines = [
    ['', ...products],
    products.map(() => '---').concat('---'),
    ...figures.map((figure) => [figure.row, ...products.map((_, index) => cell(figure, index))]),
  ];
  return `${JSON.stringify({ ...run, ...machine })}\n\n${lines.map((line) => `| ${line.join(' | ')} |`).join('\n')}\n`;
}

function logProgress(progress: string): void {
  process.stderr.write(`${progress}\n`);
}
