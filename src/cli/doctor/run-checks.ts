import type { Config } from '../../config/index.ts';
import type { Clock } from '../../platform/clock.ts';
import {
  DatabaseRefused,
  type Inspection,
  openInspection,
  readSchemaState,
} from '../../platform/db/index.ts';
import { describeFailure } from '../describe-failure.ts';
import { type Check, type DoctorOptions, fail, type NamedFinding, type Patient, warn } from './check.ts';
import { checkAdministrators } from './check-administrators.ts';
import { checkBackups } from './check-backups.ts';
import { checkConfiguration } from './check-configuration.ts';
import { checkClock, checkConnections, checkIntegrity, checkSchema } from './check-database.ts';
import { checkDataFolder, checkDiskSpace, checkFileIdentity } from './check-disk.ts';
import { checkKeys } from './check-keys.ts';
import { checkMail } from './check-mail.ts';
import { checkQueues } from './check-queues.ts';
import { checkStorage } from './check-storage.ts';

const machineChecks = [checkConfiguration, checkDataFolder, checkDiskSpace, checkFileIdentity];
const databaseChecks = [
  checkSchema,
  checkIntegrity,
  checkKeys,
  checkAdministrators,
  checkClock,
  checkConnections,
  checkQueues,
  checkBackups,
];
const otherChecks = [checkMail, checkStorage];

/** Runs every check, one after the other. Nothing but probe files in the storage and where backups go is written. */
export async function runChecks(
  config: Config,
  clock: Clock,
  options: DoctorOptions,
): Promise<NamedFinding[]> {
  const findings: NamedFinding[] = [];
  const patient: Patient = { config, clock, options, database: undefined };
  const run = async (checks: Check[]) => {
    for (const check of checks) findings.push(...(await runCheck(check, patient)));
  };
  await run(machineChecks);
  let inspection: Inspection | undefined;
  try {
    inspection = await openInspection(config.database);
    if (inspection)
      patient.database = { inspection, schema: await readSchemaState(config.database, inspection) };
    await run(databaseChecks);
  } catch (error) {
    patient.database = undefined;
    findings.push({ check: 'database', ...describeDatabaseFailure(error, config) });
  }
  await run(otherChecks);
  await inspection?.close();
  return findings;
}

async function runCheck({ name, needsSchema, run }: Check, patient: Patient): Promise<NamedFinding[]> {
  const { database } = patient;
  const isCurrent = database && database.schema.refusal === undefined && database.schema.pending.length === 0;
  if (needsSchema && database && !isCurrent)
    return [
      { check: name, ...warn('Not checked: the schema is not the one of this version', 'Migrate first.') },
    ];
  if (needsSchema && !database) return [];
  try {
    return (await run(patient)).map((finding) => ({ check: name, ...finding }));
  } catch (error) {
    const { sentence } = describeFailure(error, patient.config);
    return [
      { check: name, ...fail(`The check itself failed: ${sentence}`, 'Run it again with LOG_LEVEL=debug.') },
    ];
  }
}

function describeDatabaseFailure(error: unknown, config: Config) {
  const { sentence } = describeFailure(error, config);
  return error instanceof DatabaseRefused
    ? fail(sentence, 'Docket does not start with this database.')
    : fail(sentence, 'Start the database, or correct DATABASE_URL; Docket answers 503 meanwhile.');
}
