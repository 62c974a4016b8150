import { statSync } from 'node:fs';
import { findNewestEventTime } from '../../events/index.ts';
import { secondMs } from '../../platform/clock.ts';
import { type Check, fail, formatBytes, ok, warn } from './check.ts';

/** Reading a larger file takes a while, and its snapshot keeps the write-ahead log from being shortened meanwhile. */
const checkedBytesMax = 1e9;
const clockWarnMs = 2 * secondMs;
const clockFailMs = 30 * secondMs;
/**
 * The connections that a process needs in addition to DATABASE_CONNECTIONS: small reads, notifications, large reads
 * and the search index.
 */
const connectionsBesides = 20;

export const checkSchema: Check = {
  name: 'schema',
  run: async ({ database }) => {
    if (!database) return [ok('There is no database yet; the first start creates it')];
    const { applied, pending, refusal } = database.schema;
    if (refusal) return [fail(refusal, 'See "docket upgrade-check".')];
    const newest = applied.at(-1)?.version ?? 0;
    if (pending.length === 0) return [ok(`Schema ${newest}, the one of this version`)];
    return [
      warn(
        `Schema ${newest}; ${pending.length} migrations are pending`,
        'The next start applies them. Run "docket backup" first; "docket upgrade-check" says what happens.',
      ),
    ];
  },
};

export const checkIntegrity: Check = {
  name: 'integrity',
  run: async ({ database, config, options }) => {
    if (!database) return [ok('There is no database yet')];
    const bytes = config.database.engine === 'sqlite' ? statSync(config.database.file).size : 0;
    if (bytes > checkedBytesMax && !options.integrity)
      return [
        warn(
          `Not checked: the file has ${formatBytes(bytes)}`,
          'Run "docket doctor --integrity" at a quiet time; the server checks the file after each start too.',
        ),
      ];
    const damage = await database.inspection.findDamage();
    if (damage) return [fail(`The stored data is damaged: ${damage}`, 'Stop Docket and restore a backup.')];
    return [
      ok(config.database.engine === 'sqlite' ? 'Every page was checked' : 'PostgreSQL reports no damage'),
    ];
  },
};

export const checkClock: Check = {
  name: 'clock',
  needsSchema: true,
  run: async ({ database, clock }) => {
    if (!database) return [];
    const { inspection } = database;
    const before = clock.now();
    const theirs = await inspection.readClock();
    const ours = (before + clock.now()) / 2;
    const difference = theirs === undefined ? 0 : Math.abs(theirs - ours);
    const advice = 'Let NTP set the clocks of all machines: due times, sessions and leases depend on them.';
    const finding = `The clocks of this machine and of the database differ by ${(difference / secondMs).toFixed(1)} s`;
    if (difference >= clockFailMs) return [fail(finding, advice)];
    if (difference >= clockWarnMs) return [warn(finding, advice)];
    const newest = await findNewestEventTime(inspection.reads);
    if (newest !== undefined && newest > clock.now() + clockWarnMs)
      return [
        warn(
          `The newest event is from the future: ${new Date(newest).toISOString()}. The clock was set back`,
          advice,
        ),
      ];
    return [ok(theirs === undefined ? 'No event is from the future' : finding)];
  },
};

export const checkConnections: Check = {
  name: 'pool limits',
  run: async ({ database, config, options }) => {
    const limits = await database?.inspection.readConnectionLimits();
    if (!limits || config.database.engine !== 'postgres') return [ok('SQLite has no limit of connections')];
    const perProcess = (config.database.connections ?? 0) + connectionsBesides;
    const needed = options.processes * perProcess;
    const available = limits.max - limits.usedByOthers;
    const finding = `${options.processes} processes use up to ${needed} connections; ${available} of ${limits.max} are not used by other programs, ${limits.usedByDocket} are in use by Docket now`;
    if (needed <= available) return [ok(finding)];
    return [
      warn(
        finding,
        'Raise max_connections of PostgreSQL, lower DATABASE_CONNECTIONS, or run fewer processes (--processes N tells doctor how many).',
      ),
    ];
  },
};
