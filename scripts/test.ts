import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, constants } from 'node:os';
import { startPostgresCluster } from '../test/support/postgres-cluster.ts';

/**
 * `npm test` runs every test on both engines; `npm test -- src/tickets/assign-ticket.test.ts` one file;
 * flags of `node --test` are passed on in the form `--flag=value`.
 */
const everyTest = ['src/**/*.test.ts', 'test/**/*.test.ts', 'sdk/**/*.test.ts'];
const timeoutMs = 5 * 60_000;

const given = process.env.TEST_DATABASE_URL;
const cluster = given ? undefined : await startPostgresCluster();
const databaseUrl = given ?? cluster?.url;
if (!databaseUrl) {
  warnOfSkippedTests();
  if (process.env.CI === 'true') process.exit(1);
}
process.exitCode = await runTests(process.argv.slice(2)).finally(() => cluster?.stop());

function warnOfSkippedTests(): void {
  const line = '!'.repeat(100);
  console.error(`${line}
PostgreSQL tests are SKIPPED: TEST_DATABASE_URL is not set and no PostgreSQL server is installed here.
Half of what \`npm test\` is for does not run. Install PostgreSQL 14 or later, or set TEST_DATABASE_URL.
${line}`);
}

async function runTests(args: string[]): Promise<number> {
  const flags = args.filter((arg) => arg.startsWith('-'));
  const files = args.filter((arg) => !arg.startsWith('-'));
  // A test run inside a test run would take itself for a part of the outer one and report nothing.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn(
    process.execPath,
    [
      '--test',
      // Tests wait for the database as much as for the processor, so one more than there are cores.
      `--test-concurrency=${availableParallelism() + 1}`,
      `--test-timeout=${timeoutMs}`,
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${import.meta.resolve('./refuse-empty-test-run.ts')}`,
      '--test-reporter-destination=stderr',
      ...flags,
      ...(files.length > 0 ? files : everyTest),
    ],
    { stdio: 'inherit', env: { ...env, ...(databaseUrl && { TEST_DATABASE_URL: databaseUrl }) } },
  );
  // The cluster is stopped after the tests that use it, also when somebody loses patience.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return code ?? 128 + constants.signals[signal as NodeJS.Signals];
}
