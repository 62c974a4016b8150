import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Each row of the table of faults in docs/operations/faults.md, by its first words, and the tests that hold it: a file and names. */
const testsOfFaults: [fault: string, ...tests: [file: string, ...names: string[]][]][] = [
  [
    'PostgreSQL ends sessions',
    ['test/faults/postgres.fault.ts', 'sessions that an administrator ends, in and between transactions'],
  ],
  [
    'PostgreSQL is stopped, restarts, or is promoted',
    ['test/faults/postgres.fault.ts', ' of the server answers 503, loses nothing, and work goes on'],
    ['test/faults/replica.fault.ts', 'is promoted under load'],
  ],
  [
    'A connection is lost while PostgreSQL commits',
    ['test/faults/postgres.fault.ts', 'a change whose connection is lost during the commit'],
  ],
  [
    'A process is killed (SIGKILL, out of memory) between a commit and its answer',
    ['test/faults/idempotency-kills.fault.ts', 'every key that was sent is answered with its one ticket'],
  ],
  [
    'The database fails between a commit and its answer',
    [
      'src/platform/http/idempotency.test.ts',
      'a change whose answer could not be stored is acknowledged',
      'after a failure behind the commit nobody is told that nothing was changed',
    ],
  ],
  [
    'A process is killed while it delivers webhooks',
    ['test/faults/take-over.fault.ts', 'deliveries and documentation jobs of a killed process go on'],
    ['test/durability/tasks-mail-kill.fault.ts', 'a mail in transit at SIGKILL is not sent again'],
  ],
  [
    'A process is paused while it delivers webhooks',
    ['test/faults/take-over.fault.ts', 'deliveries of a paused process wait for it'],
  ],
  [
    'Another database of the PostgreSQL server holds a long transaction',
    [
      'test/faults/live-kills.fault.ts',
      'a transaction of another database on the server delays live updates',
    ],
  ],
  [
    'Processes on PostgreSQL are killed while people follow live updates',
    ['test/faults/live-kills.fault.ts', 'clients that resume after kills receive every event once'],
  ],
  [
    'The network swallows connections',
    [
      'test/faults/postgres-pauses.fault.ts',
      'connections that the network swallowed without a word are replaced',
    ],
  ],
  [
    'The replica of `DATABASE_READ_URL` is behind, killed or promoted',
    [
      'test/faults/replica.fault.ts',
      'leaves them to the primary while its replay stands still',
      'is not missed when it is killed',
      'is promoted under load',
    ],
  ],
  [
    'The primary is lost and a replica of `DATABASE_URL` is promoted',
    ['test/faults/replica.fault.ts', 'is promoted under load: every acknowledged write is there'],
  ],
  [
    'PostgreSQL accepts no changes',
    ['test/faults/postgres.fault.ts', 'a server that accepts no changes answers reads'],
  ],
  [
    'PgBouncer restarts, or PostgreSQL behind it',
    [
      'test/faults/pgbouncer.fault.ts',
      'a restart of PgBouncer answers 503 meanwhile',
      'a restart of PostgreSQL behind PgBouncer loses nothing',
    ],
  ],
  [
    'A newer version of Docket is started beside a running one',
    [
      'test/faults/upgrade.fault.ts',
      'a process ends with 65 before a newer version migrates what it uses',
      'a process goes on, and can start again, beside a newer version',
      'on SQLite a newer version does not migrate the file under it',
    ],
  ],
  [
    'One of several processes (`serve --processes`) is killed',
    ['test/faults/processes.fault.ts', 'a process that is killed starts again'],
  ],
  [
    'A process stops without ending',
    ['test/faults/paused-writers.fault.ts', 'others wait 4 s at most while a process with'],
  ],
  [
    'The SQLite file, or its write-ahead log, is deleted or replaced',
    [
      'test/faults/sqlite.fault.ts',
      ' acknowledges nothing more and ends with 65',
      'a file that is overwritten in place by an older copy',
    ],
  ],
  [
    'The SQLite file is missing beside',
    [
      'test/cli/lost-database.fault.ts',
      'is no new instance',
      'a first start that is killed at any moment',
      'a restore into a folder with the log of a lost database',
    ],
  ],
  [
    'The SQLite file is empty, cut off or damaged',
    [
      'test/cli/database-failures.fault.ts',
      'a damaged database exits with 65',
      'an empty file and a file that was cut off exit with 65',
    ],
    ['test/faults/sqlite.fault.ts', 'says that the process was killed'],
  ],
  [
    'Pages of the SQLite file are damaged',
    ['test/faults/sqlite.fault.ts', 'damage in a file that is too large to be checked before the start'],
    ['test/faults/sqlite-damage.test.ts', 'the first failure stops every write'],
    ['test/faults/sqlite-damage.fault.ts', 'goes on or ends with 65, and logs no raw stack'],
  ],
  [
    'Another program reads the SQLite file for minutes',
    [
      'src/platform/db/sqlite/checkpoint.test.ts',
      'a reader that stays for long does not keep writers from their turn',
    ],
    [
      'src/platform/db/sqlite/background-check.test.ts',
      'a check ends when the write-ahead log gets long, goes on when it is short',
    ],
  ],
  [
    'The disk of the SQLite file is full',
    [
      'test/faults/full-disk.fault.ts',
      'changes are 507, /readyz says why, reads work',
      ' ends with 69, says to make room',
    ],
  ],
  [
    'The S3 server of the attachments does not answer',
    ['test/faults/s3.fault.ts', 'that swallows requests is 503', 'a start with a wrong bucket ends with 78'],
    [
      'test/storage/uploads-to-s3.test.ts',
      'answer 503 while the bucket fails',
      'deleting one succeeds while the bucket fails',
    ],
  ],
  [
    'The S3 server fails in the middle of an upload',
    ['test/faults/s3.fault.ts', 'in the middle of an upload it is 503'],
    [
      'src/platform/storage/s3-storage.test.ts',
      'an upload that S3 leaves in the middle leaves no file, and the sweep finds its parts',
    ],
  ],
  [
    'The S3 server fails in the middle of a download',
    [
      'src/platform/storage/s3-storage.test.ts',
      'a read that breaks off goes on where it was',
      'a read of which nothing more comes fails',
    ],
  ],
  [
    'The S3 server fails in the middle of a backup',
    [
      'test/faults/s3-backups.fault.ts',
      'while it receives the archive: there is no backup',
      'while attachments are read from it: there is no backup',
    ],
    ['test/backup/scheduled-backups.fault.ts', 'one that failed after ten minutes'],
  ],
  [
    'The S3 server fails in the middle of a restore',
    ['test/faults/s3-backups.fault.ts', 'leaves no database that could be taken for whole'],
  ],
  [
    'The storage is full',
    ['test/faults/full-storage.fault.ts', 'uploads are 507 and leave nothing'],
    ['test/storage/uploads-to-s3.test.ts', 'a full bucket is 507'],
  ],
  ['`docket storage move` is killed', ['test/faults/s3.fault.ts', 'kill -9 in the middle of a move']],
  [
    'The disk of PostgreSQL is full (53100)',
    ['test/faults/full-disk.fault.ts', 'changes are 503, /readyz says why, reads work'],
  ],
  [
    "The disk of PostgreSQL's write-ahead log is full",
    ['test/faults/full-disk.fault.ts', 'a full disk of the write-ahead log is 503'],
  ],
  [
    'A backup is killed',
    ['test/faults/backup.fault.ts', ' leaves no backup, and the next one removes the rest'],
  ],
  ['A restore is killed', ['test/faults/backup.fault.ts', ' leaves a database that refuses to start']],
  [
    'The disk of the SQLite file becomes read-only',
    ['test/faults/failing-disk.fault.ts', 'a SQLite database whose disk becomes read-only answers reads'],
  ],
  [
    'A server receives SIGTERM behind a load balancer',
    [
      'test/faults/rolling-restart.fault.ts',
      'no request of a steady stream fails while each server is replaced',
      'a server that received SIGTERM says that it stops',
    ],
  ],
  [
    'PostgreSQL crashes, or is promoted, while callers are at their rate limit',
    ['test/faults/rate-limit.fault.ts', 'holds for both together, and outlasts a crash of the database'],
  ],
  [
    'The system time is set forward or back',
    [
      'test/faults/clock-steps.fault.ts',
      'the rate limit neither ends nor lasts longer because of a step',
      'failed sign-ins from before the time was set back lock nobody out',
      'deliveries of webhooks go out after each step',
    ],
  ],
  [
    'More requests arrive than the server can answer',
    [
      'src/platform/http/admission.test.ts',
      'an overloaded server answers 503 with Retry-After to who sends too much',
      'a caller with more than their share is refused first',
    ],
  ],
  [
    'Clients start exports and do not read them',
    ['src/tickets/export/export-routes.test.ts', 'a person has at most three exports at a time'],
  ],
];

const [, table = ''] =
  /^# Faults\n[\s\S]*?\n\|---.*\n((?:\|.*\n)+)/m.exec(read('docs/operations/faults.md')) ?? [];
const rows = table
  .trim()
  .split('\n')
  .map((line) => String(line.split(' | ')[0]).replace(/^\| /, ''));

test('every row of the table of faults has tests, and every test of it exists', () => {
  assert.ok(rows.length > 30);
  const begins = (row: string) => testsOfFaults.filter(([fault]) => row.startsWith(fault));
  assert.deepEqual(
    rows.filter((row) => begins(row).length !== 1),
    [],
    'each row needs exactly one entry here',
  );
  assert.deepEqual(
    testsOfFaults.map(([fault]) => fault).filter((fault) => !rows.some((row) => row.startsWith(fault))),
    [],
    'entries without a row',
  );
  const missing = testsOfFaults.flatMap(([, ...tests]) =>
    tests.flatMap(([file, ...names]) => {
      const lines = read(file).split('\n');
      const isTested = (name: string) => lines.some((_, index) => isNamed(lines, index, name));
      return names.filter((name) => !isTested(name)).map((name) => `${file}: ${name}`);
    }),
  );
  assert.deepEqual(missing, []);
});

/** The name of a test may be on the line after the call. */
function isNamed(lines: string[], index: number, name: string): boolean | undefined {
  return lines[index]?.includes(name) && /\btest\(/.test(`${lines[index - 1]}${lines[index]}`);
}
