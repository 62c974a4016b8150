import { lastBackup, probeBackupPlace } from '../../backup/index.ts';
import { dayMs, hourMs } from '../../platform/clock.ts';
import { durationInWords } from '../../platform/duration-words.ts';
import { type Check, type Finding, fail, ok, warn } from './check.ts';

// A backup takes a while, and one that failed is repeated after ten minutes.
const graceMs = hourMs;
const oldWithoutScheduleMs = 30 * dayMs;

export const checkBackups: Check = {
  name: 'backups',
  needsSchema: true,
  run: async ({ config, clock, database }) => {
    if (!database) return [];
    const { succeeded, problem } = await lastBackup(database.inspection.reads);
    const ageMs = succeeded && clock.now() - succeeded.startedAt;
    const everyMs = config.BACKUP_EVERY;
    const age = everyMs === undefined ? judgeWithoutSchedule(ageMs) : judgeAge(ageMs, everyMs, problem);
    return everyMs === undefined ? [age] : [age, await probe(config)];
  },
};

function judgeWithoutSchedule(ageMs: number | undefined): Finding {
  const advice = 'Set BACKUP_EVERY=24h and BACKUP_TO, or run docket backup by a timer.';
  if (ageMs === undefined) return warn('BACKUP_EVERY is not set, and no backup was ever made', advice);
  const finding = `The last backup was made ${durationInWords(ageMs)} ago; BACKUP_EVERY is not set`;
  return ageMs > oldWithoutScheduleMs ? warn(finding, advice) : ok(finding);
}

function judgeAge(ageMs: number | undefined, everyMs: number, problem: string | undefined): Finding {
  const why = problem === undefined ? '' : `. The last attempt failed: ${problem}`;
  const advice =
    problem === undefined
      ? 'Check that a server or a worker runs; look for "backup" in its log.'
      : 'Correct that, or run docket backup to see it.';
  if (ageMs === undefined) return warn(`No backup was made yet${why}`, advice);
  const finding = `The last backup was made ${durationInWords(ageMs)} ago, and one is due every ${durationInWords(everyMs)}`;
  if (ageMs > 3 * everyMs + graceMs) return fail(`${finding}${why}`, advice);
  if (ageMs > everyMs + graceMs || problem !== undefined) return warn(`${finding}${why}`, advice);
  return ok(finding);
}

async function probe({ backupPlace, s3 }: Parameters<Check['run']>[0]['config']): Promise<Finding> {
  try {
    return ok(`A file was written to ${await probeBackupPlace(backupPlace, s3)} and deleted`);
  } catch (error) {
    return fail(
      `Backups cannot be written: ${(error as Error).message}`,
      'Correct BACKUP_TO or what it names.',
    );
  }
}
