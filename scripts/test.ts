import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, constants, tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgresCluster } from '../test/support/postgres-cluster.ts';
import { findChromium } from '../test/web/support/find-chromium.ts';
import { selectChanged } from './test/changed-tests.ts';
import { listFailed, listUnclaimed, writeQueue } from './test/queue.ts';
import { measureStolen } from './test/stolen-time.ts';
import { keepTimes, showSlowest } from './test/times.ts';

/**
 * `npm test` runs every test on both engines; `npm test -- src/tickets/lists/ticket-list.test.ts` one file, in full. Flags:
 * `--faults` also runs test/faults, with `--minutes=N` as many of them as there is time for; `--all` runs them all, and generated
 * input in full; `--again=N` runs the files that failed once more, alone, if the host of this virtual machine withheld N per
 * cent of its processors or more; `--changed` or `--changed=REF` runs only the tests that a change since REF can affect; `--times` shows the
 * slowest files. Flags of `node --test` are passed on in the form `--flag=value`.
 */
const everyTest = ['{src,packages,sdk,web}/**/*.test.ts', 'test/**/*.test.ts'];
const everyFault = 'test/**/*.fault.ts';
const ownFlag = /^--(?:all|faults|times|changed(?:=.*)?|minutes=\d+|again=\d+)$/;
const timeoutMs = 10 * 60_000;
const compileCache = path.resolve(import.meta.dirname, '../node_modules/.cache/docket');
const filesBytesMax = 4 * 2 ** 30;
// Tests wait for the database as much as for the processor, so there is one process more than there are cores.
const processes = availableParallelism() + 1;

useMemoryForFiles();
prepareBrowserTests(process.argv.slice(2));
const given = process.env.TEST_DATABASE_URL;
const cluster = given ? undefined : await startPostgresCluster();
const databaseUrl = given ?? cluster?.url;
if (!databaseUrl) {
  warnOfSkippedTests();
  if (process.env.CI === 'true') process.exit(1);
}
process.exitCode = await runTests(process.argv.slice(2)).finally(() => cluster?.stop());

/**
 * The first time, a browser must be fetched, and the web app be built. Both start here, while other tests run; tests that
 * need them wait, and report what is missing.
 */
function prepareBrowserTests(args: string[]): void {
  const files = args.filter((arg) => !arg.startsWith('-'));
  if (files.length > 0 && !files.some((file) => file.includes('web'))) return;
  void findChromium().catch(() => {});
  spawn(process.execPath, ['scripts/build-web.ts', '--if-stale'], { stdio: 'ignore' });
}

/** Test data need not survive a power failure, so it is kept in memory: fsync is then free. */
function useMemoryForFiles(): void {
  const folder = '/dev/shm';
  if (process.env.TMPDIR || !existsSync(folder)) return;
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= filesBytesMax) process.env.TMPDIR = folder;
}

function warnOfSkippedTests(): void {
  const line = '!'.repeat(100);
  console.error(`${line}
PostgreSQL tests are SKIPPED: TEST_DATABASE_URL is not set and no PostgreSQL server is installed here.
Half of the tests do not run. Install PostgreSQL 14 or later, or set TEST_DATABASE_URL.
${line}`);
}

async function runTests(args: string[]): Promise<number> {
  const own = args.filter((arg) => ownFlag.test(arg));
  const flags = args.filter((arg) => arg.startsWith('-') && !ownFlag.test(arg));
  const files = args.filter((arg) => !arg.startsWith('-'));
  const isAll = own.includes('--all');
  // Whoever names a file wants all its cases, not those of today.
  const isNamed = files.length > 0 && own.length === 0;
  const env = { NODE_COMPILE_CACHE: compileCache, ...((isAll || isNamed) && { TEST_ALL: 'true' }) };
  const patterns = files.length > 0 ? files : everyTest;
  // With the queue, each worker process counts as a test, and flags such as --test-name-pattern would apply to it.
  if (flags.length > 0 || isNamed) return runNode([...flags, ...patterns], processes, env);
  const hasFaults = files.length === 0 && (isAll || own.includes('--faults'));
  const faults = hasFaults ? globSync(everyFault).sort() : [];
  return runQueue(selectFiles(globSync(patterns), own), faults, own, env);
}

async function runQueue(
  files: string[],
  faults: string[],
  own: string[],
  env: Record<string, string>,
): Promise<number> {
  if (files.length + faults.length === 0) return 0;
  const minutes = readNumber(own, '--minutes=');
  const startFaultsUntil = Date.now() + minutes * 60_000;
  const stolen = measureStolen();
  const queue = newQueue();
  try {
    const code = await runNode(writeQueue(queue, { files, faults, startFaultsUntil }, processes), processes, {
      ...env,
      ...inQueue(queue),
    });
    const times = keepTimes(queue);
    if (own.includes('--times')) showSlowest(times);
    const left = listUnclaimed(queue);
    if (left.length > 0)
      console.log(
        `${minutes} minutes were too short for these; another day begins with them:\n${list(left)}`,
      );
    const withheld = stolen() * 100;
    const failed = listFailed(queue);
    if (code === 0 || failed.length === 0 || withheld < readNumber(own, '--again=')) return code;
    console.log(
      `The host withheld ${Math.round(withheld)} % of the processors. Once more, alone:\n${list(failed)}`,
    );
    return await runAgain(failed, env);
  } finally {
    rmSync(queue, { recursive: true });
  }
}

async function runAgain(failed: string[], env: Record<string, string>): Promise<number> {
  const queue = newQueue();
  try {
    return await runNode(writeQueue(queue, { files: failed }, 1), 1, { ...env, ...inQueue(queue) });
  } finally {
    rmSync(queue, { recursive: true });
  }
}

function readNumber(own: string[], flag: string): number {
  return Number(own.find((one) => one.startsWith(flag))?.slice(flag.length) ?? Infinity);
}

function newQueue(): string {
  return mkdtempSync(path.join(tmpdir(), 'docket-test-queue-'));
}

function list(files: string[]): string {
  return files.map((file) => `  ${file}`).join('\n');
}

function inQueue(queue: string): Record<string, string> {
  // On the server of somebody else, each process removes its own.
  return { TEST_QUEUE: queue, ...(cluster && { TEST_TEMPLATES: queue }) };
}

function selectFiles(files: string[], own: string[]): string[] {
  const changed = own.find((flag) => flag.startsWith('--changed'));
  if (!changed) return files;
  const selected = selectChanged(files, changed.split('=')[1]);
  console.log(`${selected.length} of ${files.length} test files are affected by a change.`);
  return selected;
}

async function runNode(args: string[], concurrency: number, extra: Record<string, string>): Promise<number> {
  // With these variables, a test run inside a test run would report nothing, and take over the queue.
  const { NODE_TEST_CONTEXT: _, TEST_QUEUE: __, TEST_TEMPLATES: ___, ...env } = process.env;
  const child = spawn(
    process.execPath,
    [
      '--test',
      `--test-concurrency=${concurrency}`,
      `--test-timeout=${timeoutMs}`,
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${import.meta.resolve('./test/refuse-empty-run.ts')}`,
      '--test-reporter-destination=stderr',
      ...args,
    ],
    { stdio: 'inherit', env: { ...env, ...(databaseUrl && { TEST_DATABASE_URL: databaseUrl }), ...extra } },
  );
  // On Ctrl-C the tests end first, then the cluster is stopped.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return code ?? 128 + constants.signals[signal as NodeJS.Signals];
}
