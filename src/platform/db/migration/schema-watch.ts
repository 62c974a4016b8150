import { repeat } from '../../timer.ts';
import { type Database, DatabaseUnavailable, type Queries } from '../database.ts';
import { migrationUnderWay } from '../postgres/takeover.ts';
import type { Statement } from '../statements/statement.ts';
import { newestStep } from './migration-files.ts';
import {
  DatabaseSuperseded,
  parseSchemaInUse,
  readSchemaInUse,
  type SchemaRow,
} from './schema-compatibility.ts';

const checkEveryMs = 1_000;
const schemaInUse: Statement<object, SchemaRow> = { text: readSchemaInUse };

/**
 * Notices within a second that a newer version migrates the database, or has migrated it, to a schema that this process
 * must not write to. From then on `transaction` and `ping` fail, and `lost` resolves so that the process ends.
 */
export function watchingSchema(db: Database, watch = repeat): Database {
  const known = newestStep(db.engine);
  const superseded = Promise.withResolvers<Error>();
  let isSuperseded = false;
  const check = async () => {
    const newer = await findNewerSchema(db.reads, db.engine, known);
    if (newer === undefined || isSuperseded) return;
    isSuperseded = true;
    superseded.resolve(new DatabaseSuperseded(known, newer));
  };
  // The caller of `ping` notices a database that does not answer.
  const stop = watch(checkEveryMs, () => void check().catch(() => {}));
  const refuseIfSuperseded = () => {
    if (isSuperseded)
      throw new DatabaseUnavailable('a newer version takes over the database', { reason: 'superseded' });
  };
  return {
    ...db,
    transaction: async (work, person) => {
      refuseIfSuperseded();
      return db.transaction(work, person);
    },
    ping: async () => {
      refuseIfSuperseded();
      await db.ping();
    },
    lost: Promise.race([superseded.promise, ...(db.lost ? [db.lost] : [])]),
    close: async () => {
      stop();
      await db.close();
    },
  };
}

export async function findNewerSchema(
  reads: Queries,
  engine: Database['engine'],
  known: number,
): Promise<number | undefined> {
  const row = await reads.find(schemaInUse, {});
  const { newest, servesFrom } = parseSchemaInUse(row ?? { newest: null, served: null });
  if (servesFrom > known) return newest;
  if (engine === 'sqlite') return undefined;
  const underWay = (await reads.find(migrationUnderWay, {}))?.servesFrom ?? 0;
  return underWay > known ? underWay : undefined;
}
