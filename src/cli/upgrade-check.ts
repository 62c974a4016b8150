import packageJson from '../../package.json' with { type: 'json' };
import type { Config } from '../config/index.ts';
import type { SchemaState } from '../platform/db/index.ts';
import { command, flag, optionalText, UsageError } from './command.ts';
import { formatBytes } from './doctor/check.ts';
import type { Rehearsal } from './rehearse-upgrade.ts';

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
  rehearsal: Rehearsal | null;
  advice: string[];
}

export const upgradeCheck = command({
  arguments: {},
  options: {
    rehearse: flag(
      'Restore the newest backup into a scratch database beside the configured one, migrate it, compare rows and seals, and remove it.',
    ),
    backup: optionalText(
      'FILE|FOLDER|S3',
      'With --rehearse: the backup, instead of the newest one in BACKUP_TO or DATA_DIR/backups.',
    ),
  },
  examples: ['docket upgrade-check', 'docket upgrade-check --rehearse', 'docket upgrade-check --json'],
  run: async ({ rehearse, backup }, context) => {
    if (backup !== undefined && !rehearse) throw new UsageError('--backup belongs to --rehearse.');
    const plan = await planUpgrade(context.config);
    if (rehearse && plan.fromSchema > 0) {
      const { rehearseUpgrade } = await import('./rehearse-upgrade.ts');
      plan.rehearsal = await rehearseUpgrade(context, backup, plan.databaseBytes);
      plan.rehearsedSeconds = plan.rehearsal.migrationSeconds;
    }
    const isRefused =
      plan.refusal !== null || plan.changedMigrations.length > 0 || hasProblem(plan.rehearsal);
    return { json: plan, text: describePlan(plan), ...(isRefused && { ending: 'problemsFound' as const }) };
  },
});

const hasProblem = (rehearsal: Rehearsal | null) =>
  rehearsal !== null && (rehearsal.lost.length > 0 || rehearsal.sealProblem !== null);

/** What a start of this version would do to the database. Nothing is changed. */
async function planUpgrade(config: Config): Promise<UpgradePlan> {
  const { findChangedMigrations, openInspection, readDatabaseBytes, readSchemaState } = await import(
    '../platform/db/index.ts'
  );
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
      rehearsedSeconds: null,
      rehearsal: null,
      advice: isUpgrade && !schema.refusal ? upgradeAdvice(config, compatible) : [],
    };
  } finally {
    await inspection?.close();
  }
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
      plan.rehearsedSeconds === null ? '' : `; the rehearsal took ${plan.rehearsedSeconds.toFixed(1)} s`;
    lines.push(
      `A start migrates ${formatBytes(plan.databaseBytes)} from schema ${plan.fromSchema} to ${plan.toSchema}, about ${plan.estimatedSeconds} s${rehearsed}:`,
      ...plan.pending.map(({ version, name }) => `  ${version} ${name}`),
    );
  }
  return `${[...lines, ...plan.advice, ...describeRehearsal(plan.rehearsal)].join('\n')}\n`;
}

function describeRehearsal(rehearsal: Rehearsal | null): string[] {
  if (rehearsal === null) return [];
  const { backup, isKept, createdAt, fromSchema, rows, files, lost, seals, sealProblem } = rehearsal;
  const source = isKept ? `${backup} of ${createdAt}` : 'a new backup, because there is none yet';
  const verdict = hasProblem(rehearsal)
    ? 'The rehearsal failed: do not upgrade. Keep the backup and report what stands above.'
    : 'The rehearsal succeeded: the backup can be restored and this version can migrate it.';
  return [
    `Rehearsed with ${source}: schema ${fromSchema}, ${rows} rows, ${files} files.`,
    ...lost.map(({ table, before, after }) => `  ${table} had ${before} rows and has ${after}.`),
    sealProblem === null
      ? `  The history fits its ${seals} seals.`
      : `  The history does not fit its seals. ${sealProblem}`,
    verdict,
  ];
}
