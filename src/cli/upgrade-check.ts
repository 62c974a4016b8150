import { statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import type { Config } from '../config/index.ts';
import {
  findChangedMigrations,
  openInspection,
  readDatabaseBytes,
  readSchemaState,
  rehearseMigration,
  type SchemaState,
} from '../platform/db/index.ts';
import { command, flag, UsageError } from './command.ts';
import { formatBytes } from './doctor/check.ts';

/** Assumes that a slow disk writes every byte once; `--rehearse` measures it. */
const bytesPerSecond = 20e6;

interface UpgradePlan {
  version: string;
  engine: 'sqlite' | 'postgres';
  /** 0 if there is no database yet. */
  fromSchema: number;
  toSchema: number;
  pending: { version: number; name: string }[];
  /** True if processes of the running version may continue during and after the upgrade. */
  compatible: boolean;
  refusal: string | null;
  changedMigrations: string[];
  databaseBytes: number;
  estimatedSeconds: number;
  rehearsedSeconds: number | null;
  advice: string[];
}

export const upgradeCheck = command({
  arguments: {},
  options: {
    rehearse: flag('SQLite: apply the migrations to a copy of the database, and say how long that took.'),
  },
  examples: ['docket upgrade-check', 'docket upgrade-check --rehearse', 'docket upgrade-check --json'],
  run: async ({ rehearse }, { config }) => {
    const plan = await planUpgrade(config, rehearse);
    const isRefused = plan.refusal !== null || plan.changedMigrations.length > 0;
    return { json: plan, text: describePlan(plan), ...(isRefused && { ending: 'problemsFound' as const }) };
  },
});

/** What a start of this version would do to the database. Nothing is changed. */
async function planUpgrade(config: Config, rehearse: boolean): Promise<UpgradePlan> {
  const { database } = config;
  const inspection = await openInspection(database);
  try {
    const schema: SchemaState = inspection
      ? await readSchemaState(database, inspection)
      : { applied: [], pending: [], refusal: undefined };
    const bytes = inspection
      ? await readDatabaseBytes({ engine: database.engine, reads: inspection.reads })
      : 0;
    const fromSchema = schema.applied.at(-1)?.version ?? 0;
    const compatible =
      database.engine === 'postgres' && schema.pending.every(({ servesFrom }) => servesFrom <= fromSchema);
    const isUpgrade = fromSchema > 0 && schema.pending.length > 0;
    return {
      version: packageJson.version,
      engine: database.engine,
      fromSchema,
      toSchema: schema.pending.at(-1)?.version ?? fromSchema,
      pending: schema.pending.map(({ version, name }) => ({ version, name })),
      compatible,
      refusal: schema.refusal ?? null,
      changedMigrations: findChangedMigrations(),
      databaseBytes: bytes,
      estimatedSeconds: isUpgrade ? Math.ceil(1 + bytes / bytesPerSecond) : 0,
      rehearsedSeconds: rehearse && isUpgrade ? await rehearseOn(config, bytes) : null,
      advice: isUpgrade && !schema.refusal ? upgradeAdvice(config, compatible) : [],
    };
  } finally {
    await inspection?.close();
  }
}

async function rehearseOn({ database }: Config, bytes: number): Promise<number> {
  if (database.engine !== 'sqlite')
    throw new UsageError(
      '--rehearse works with SQLite. On PostgreSQL, restore a backup into another database and start there.',
    );
  const { bavail, bsize } = statfsSync(path.dirname(database.file));
  if (bavail * bsize < 3 * bytes + statSync(database.file).size)
    throw new UsageError(`--rehearse needs ${formatBytes(4 * bytes)} of free space beside ${database.file}.`);
  return (await rehearseMigration(database.file)) / 1_000;
}

const upgradeAdvice = ({ database }: Config, compatible: boolean): string[] => [
  'Back up first with "docket backup": migrations only go forward, and an older Docket refuses the migrated database.',
  database.engine === 'sqlite'
    ? 'Stop the server, then start this version; it migrates before it listens, and refuses while another process uses the file.'
    : compatible
      ? 'Replace one process after the other: the version that runs now may go on beside this one.'
      : 'Stop every process first: processes of the older version must not run on the migrated database. ' +
        'Those from 1.0.0 on end by themselves when the migration begins; it is refused while an older one runs.',
  'All migrations run in one transaction: if one fails or is interrupted, the database is as it was.',
];

function describePlan(plan: UpgradePlan): string {
  const lines = [`Docket ${plan.version} on ${plan.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`];
  if (plan.changedMigrations.length > 0)
    lines.push(
      `These migrations of this installation differ from the released ones: ${plan.changedMigrations.join(', ')}. Install Docket again.`,
    );
  if (plan.refusal) lines.push(`A start refuses this database: ${plan.refusal}`);
  else if (plan.fromSchema === 0) lines.push('A start creates the database.');
  else if (plan.pending.length === 0)
    lines.push(
      `A start changes nothing: the database has schema ${plan.fromSchema}, the one of this version.`,
    );
  else {
    const rehearsed =
      plan.rehearsedSeconds === null ? '' : `; a copy took ${plan.rehearsedSeconds.toFixed(1)} s`;
    lines.push(
      `A start migrates ${formatBytes(plan.databaseBytes)} from schema ${plan.fromSchema} to ${plan.toSchema}, about ${plan.estimatedSeconds} s${rehearsed}:`,
      ...plan.pending.map(({ version, name }) => `  ${version} ${name}`),
    );
  }
  return `${[...lines, ...plan.advice].join('\n')}\n`;
}
