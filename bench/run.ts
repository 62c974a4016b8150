import { eventReactions } from '../src/composition/event-reactions.ts';
import { withReactions } from '../src/events/index.ts';
import { openDatabase } from '../src/platform/db/index.ts';
import { claimRows, measureClaims } from './agent-claims.ts';
import { buildSearchIndex } from './build-search-index.ts';
import { bulkAndStatsRowsOf } from './bulk-and-stats-rows.ts';
import { existingDatabase, newBenchDatabase } from './database.ts';
import { seed, startDocket, startUngrouped } from './docket-server.ts';
import { flood, measureFlood } from './flood.ts';
import { gitRemote, gitRemoteRows, measureGitRemote } from './git-remote.ts';
import { growth, measureGrowth } from './growth.ts';
import { lists, measureLists } from './lists.ts';
import { longLists, measureLongLists } from './long-lists.ts';
import { type Measured, measureBeside, measureRow } from './measure.ts';
import { measureMinimalRoutes } from './minimal-routes.ts';
import { type BenchOptions, readOptions } from './options.ts';
import { measureOverload, overload } from './overload.ts';
import { isWithinMark, measureStarts, type ProcessFigure } from './process-figures.ts';
import { measureBesideRelease } from './release.ts';
import { formatTable } from './report.ts';
import { type Row, rowsOf } from './rows.ts';
import { measureSeals, seals } from './seals.ts';
import { measureSearches } from './searches.ts';
import { readSeeded } from './seeded.ts';
import { measureFanOut, sseFigures } from './sse-figures.ts';
import { measureStalls, newBystander, stalls } from './stalls.ts';
import { measureStatsGrowth, statsGrowth } from './stats-growth.ts';
import { measureSync, sync } from './sync.ts';
import { measureWeb, web } from './web/measure-web.ts';
import { measureWebhooks, webhookRows } from './webhooks.ts';

const options = readOptions();
if (options.release) {
  const { rows, figures } = await measureBesideRelease(options.release, options);
  report(rows, figures);
  process.exit();
}
const database = options.data ? existingDatabase(options.data) : await newBenchDatabase(options.engine);
try {
  const figures = options.data ? [] : await prepareDatabase();
  if (!options.only) figures.push(...(await measureStarts(database.address, database.folder)));
  const beside = await measureBesideMinimal(options);
  const rows = [...beside, ...(await measureRows(options, figures))];
  if (sseFigures.includes(options.only ?? '')) {
    logProgress(`Measuring ${sseFigures} …`);
    figures.push(...(await measureFanOut(options.engine, options.listeners)));
  }
  const webhooks = 'webhooks';
  // `--only web` means the web app.
  if (webhooks.includes(options.only ?? '') && options.only !== web) {
    logProgress('Measuring webhooks …');
    figures.push(...webhookRows(options.engine, await measureWebhooks(options.engine)));
  }
  if (longLists.includes(options.only ?? '')) {
    logProgress(`Measuring ${longLists} …`);
    figures.push(...(await measureLongLists(options.engine)));
  }
  if ('claims'.includes(options.only ?? '')) {
    logProgress('Measuring claims …');
    figures.push(...claimRows(await measureClaims(options.engine)));
  }
  if (seals.includes(options.only ?? '')) {
    logProgress(`Measuring ${seals} …`);
    figures.push(...(await measureSeals(options.engine)));
  }
  if (gitRemote.includes(options.only ?? '')) {
    logProgress(`Measuring ${gitRemote} …`);
    figures.push(...gitRemoteRows(await measureGitRemote(options.engine)));
  }
  report(rows, figures);
} finally {
  await database.remove();
}

function report(rows: Measured[], figures: ProcessFigure[]): void {
  process.stdout.write(
    options.json
      ? `${JSON.stringify({ options, rows, figures }, null, 2)}\n`
      : `${formatTable(rows, figures)}\n`,
  );
  const missed = rows.some((row) => row.passed === false) || !figures.every(isWithinMark);
  process.exitCode = missed ? 1 : 0;
}

async function measureBesideMinimal({ only = '', secondsEach }: BenchOptions): Promise<Measured[]> {
  const { address, folder } = database;
  if (address.engine !== 'postgres') return [];
  return measureMinimalRoutes(address, folder, secondsEach, only);
}

/** Seeds and indexes. The marks are for 1,000,000 tickets; fewer take less. */
async function prepareDatabase(): Promise<ProcessFigure[]> {
  logProgress(`Seeding ${options.tickets} tickets …`);
  const startedAt = performance.now();
  // For the web app: 100,000 tickets in 3 projects are 14,400 open ones in the largest, which a browser holds.
  const projects = options.projects ?? (options.only === web ? 3 : 20);
  await seed(database.address, database.folder, { tickets: options.tickets, projects });
  const seedSeconds = (performance.now() - startedAt) / 1000;
  logProgress(`… in ${seedSeconds.toFixed(1)} s. Indexing them …`);
  const indexing = await buildSearchIndex(database.address, database.folder);
  return [{ name: 'seed, with the index of lists', value: seedSeconds, unit: 's', atMost: 240 }, ...indexing];
}

async function measureRows(
  { only = '', secondsEach, engine, tickets }: BenchOptions,
  figures: ProcessFigure[],
): Promise<Measured[]> {
  const db = withReactions(await openDatabase(database.address), eventReactions);
  const server = await startDocket(database.address, database.folder);
  const { address } = database;
  const ungrouped = address.engine === 'sqlite' ? await startUngrouped(address, database.folder) : undefined;
  try {
    const seeded = await readSeeded(db);
    const rows = rowsOf(seeded);
    const { origin } = server;
    const ungroupedOrigin = ungrouped?.origin;
    const setting = {
      origin,
      ungroupedOrigin,
      cookie: seeded.cookie,
      secondsEach,
      withMarks: engine === 'sqlite',
    };
    // Runs first, because the rows below create thousands of tickets of one person within minutes.
    if ('search'.includes(only) || only.includes('search')) {
      logProgress('Measuring searches in the engine …');
      figures.push(...(await measureSearches(db, seeded)));
    }
    if (statsGrowth.includes(only)) {
      logProgress(`Measuring ${statsGrowth} …`);
      figures.push(...(await measureStatsGrowth(engine, tickets, seeded)));
    }
    if (lists.includes(only)) {
      logProgress(`Measuring ${lists} …`);
      figures.push(...(await measureLists(origin, seeded)));
    }
    if (growth.includes(only)) {
      logProgress(`Measuring ${growth} …`);
      figures.push(...(await measureGrowth(engine, origin, seeded)));
    }
    if (sync.includes(only)) {
      logProgress(`Measuring ${sync} …`);
      figures.push(...(await measureSync(origin, seeded.cookie)));
    }
    if (web.includes(only)) {
      logProgress('Measuring the web app in a browser …');
      figures.push(...(await measureWeb({ origin, cookie: seeded.cookie, project: seeded.largestProject })));
    }
    if (stalls.includes(only)) {
      logProgress(`Measuring ${stalls} …`);
      figures.push(...(await measureStalls(server, db, seeded)));
    }
    if (overload.includes(only)) {
      logProgress(`Measuring ${overload} …`);
      figures.push(...(await measureOverload(server, db, seeded)));
    }
    if (flood.includes(only)) {
      logProgress(`Measuring requests ${flood} …`);
      const { cookie } = await newBystander(db, seeded);
      figures.push(...(await measureFlood(origin, cookie, seeded)));
    }
    const measured: Measured[] = [];
    const all = [...rows, ...bulkAndStatsRowsOf(seeded)];
    for (const row of all.filter(({ name }) => name.includes(only))) {
      logProgress(`Measuring ${row.name} …`);
      measured.push(await measureRow(row, setting));
    }
    const beside = 'ticket by id beside two common searches';
    if (beside.includes(only)) {
      logProgress(`Measuring ${beside} …`);
      measured.push(await measureBeside(beside, rows.at(0) as Row, rows.at(-1) as Row, setting));
    }
    figures.push({ name: 'resident memory after the load', value: server.residentMegabytes(), unit: 'MB' });
    return measured;
  } finally {
    await server.stop();
    await ungrouped?.stop();
    await db.close();
  }
}

function logProgress(progress: string): void {
  process.stderr.write(`${progress}\n`);
}
