import { newId } from '../ids.ts';
import { type Database, DatabaseUnavailable, type Unavailability } from './database.ts';
import { statement } from './statement.ts';

const lasting: Unavailability[] = ['full', 'read-only'];

const probeWrite = statement<{ value: string }>(`
  insert into instance_facts (name, value) values ('last write probe', :value)
  on conflict (name) do update set value = excluded.value`);

/**
 * Remembers that the last write failed for a reason that lasts, so that `ping` tells of a database that can be read but
 * not written. After such a failure `ping` tries a write: without requests nothing else would notice that it works again.
 */
export function watchingWrites(db: Database): Database {
  let failure: DatabaseUnavailable | undefined;
  const transaction: Database['transaction'] = async (work) => {
    try {
      const value = await db.transaction(work);
      failure = undefined;
      return value;
    } catch (error) {
      if (error instanceof DatabaseUnavailable && lasting.includes(error.reason)) failure = error;
      throw error;
    }
  };
  return {
    ...db,
    transaction,
    status: () => ({ ...db.status(), writeFailure: failure?.reason }),
    ping: async () => {
      await db.ping();
      if (failure) await transaction((tx) => tx.run(probeWrite, { value: newId() }));
    },
  };
}
