import { DatabaseRefused } from '../database.ts';
import type { Migration } from './migration-files.ts';

/** The newest step in the ledger, and the oldest step whose processes may use the database. */
export interface SchemaInUse {
  newest: number;
  servesFrom: number;
}

const fact = 'schema_serves_from';

/** A running process reads it each second. It has no parameters, so that migrations can run it without an engine. */
export const readSchemaInUse = `
  select max(version) as newest, (select value from instance_facts where name = '${fact}') as served
  from schema_migrations`;

export interface SchemaRow {
  newest: number | null;
  served: string | null;
}

/** If the fact is missing or older than the ledger, only processes that know the newest step may use the database. */
export function parseSchemaInUse({ newest, served }: SchemaRow): SchemaInUse {
  const [step, from] = (served ?? '').split(' ').map(Number);
  const known = newest ?? 0;
  return { newest: known, servesFrom: step === known && from ? from : known };
}

/** The SQL that stores the fact. Both values are numbers of migrations. */
export const storeSchemaInUse = ({ newest, servesFrom }: SchemaInUse) =>
  `insert into instance_facts (name, value) values ('${fact}', '${newest} ${servesFrom}')
   on conflict (name) do update set value = excluded.value`;

/** The compatibility of the database after these migrations. */
export const servedAfter = (before: SchemaInUse, pending: readonly Migration[]): SchemaInUse => ({
  newest: pending.at(-1)?.version ?? before.newest,
  servesFrom: Math.max(before.servesFrom, ...pending.map(({ servesFrom }) => servesFrom)),
});

/** This process must end: a newer version of Docket migrates its database or has migrated it. */
export class DatabaseSuperseded extends DatabaseRefused {
  constructor(known: number, newer: number) {
    super(
      `A newer version of Docket takes over this database (schema ${newer}; this process knows up to ${known}). ` +
        'This process writes nothing more. Start the newer version here.',
    );
  }
}
