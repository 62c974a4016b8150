import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { startBackgroundLoop } from '../platform/background-loop.ts';
import { type Clock, minuteMs } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import type { Logger } from '../platform/logger.ts';
import { isBackupDue } from './backup-runs.ts';

const program = path.resolve(import.meta.dirname, '../main.ts');

export interface BackupSchedule {
  db: Database;
  clock: Clock;
  logger: Logger;
  everyMs: number;
}

/**
 * Starts `docket backup --scheduled` when one is due, as a process of its own: encoding all rows would hold up requests.
 * That process decides whether it is still due, so that of many servers one makes the backup.
 */
export const startBackupLoop = ({ db, clock, logger, everyMs }: BackupSchedule) =>
  startBackgroundLoop({
    name: 'backup',
    logger,
    intervalMs: minuteMs,
    // Also once at the start.
    subscribe: () => () => {},
    step: async (signal) => {
      if (await isBackupDue(db.reads, clock.now(), everyMs)) await runBackup(logger, signal);
    },
  });

async function runBackup(logger: Logger, signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [program, 'backup', '--scheduled', '--json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = () => child.kill('SIGTERM');
  signal.addEventListener('abort', end, { once: true });
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await once(child, 'exit')) as [number | null];
  signal.removeEventListener('abort', end);
  const [stdout, stderr] = await output;
  if (code === 0) logger.info({ backup: parseResult(stdout) }, 'Backup done');
  else if (!signal.aborted) logger.error({ code, problem: stderr.trim().slice(-1_000) }, 'Backup failed');
}

function parseResult(stdout: string): unknown {
  try {
    const { location, bytes, rows, files, skipped, removed } = JSON.parse(stdout);
    return { location, bytes, rows, files: files?.count, skipped, removed };
  } catch {
    return undefined;
  }
}
