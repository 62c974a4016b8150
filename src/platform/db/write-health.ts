import { randomBytes } from 'node:crypto';
import { newId } from '../ids.ts';
import { type Database, DatabaseUnavailable, type Unavailability } from './database.ts';
import { statement } from './statements/statement.ts';

const lasting: Unavailability[] = ['full', 'server-full', 'read-only', 'unreachable', 'lost-in-commit'];
const fullnesses: Unavailability[] = ['full', 'server-full'];
// On a full disk small changes still fit into pages with free space, between others that fail.
const roomyBytes = 48 * 1024;
const fullForMs = 10_000;

const probeWrite = statement<{ value: string }>(`
  insert into instance_facts (name, value) values ('last write probe', :value)
  on conflict (name) do update set value = excluded.value`);

/**
 * Records that the last write failed for a reason that lasts, so that `ping` reports a database that can be read but
 * not written. After such a failure `ping` tries a write: without requests nothing else would notice that writing works
 * again.
 */
export function watchingWrites(db: Database): Database {
  let failure: DatabaseUnavailable | undefined;
  let failedAtMs = 0;
  const isFull = () => failure !== undefined && fullnesses.includes(failure.reason);
  const transaction: Database['transaction'] = async (work, person) => {
    try {
      const value = await db.transaction(work, person);
      if (!isFull() || performance.now() - failedAtMs > fullForMs) failure = undefined;
      return value;
    } catch (error) {
      if (error instanceof DatabaseUnavailable && lasting.includes(error.reason)) {
        failure = error;
        failedAtMs = performance.now();
      }
      throw error;
    }
  };
  return {
    ...db,
    transaction,
    status: () => ({ ...db.status(), writeFailure: failure?.reason }),
    ping: async () => {
      await db.ping();
      if (!failure) return;
      const needsRoom = isFull();
      await transaction(async (tx) => {
        if (needsRoom) await tx.run(probeWrite, { value: randomBytes(roomyBytes).toString('base64') });
        await tx.run(probeWrite, { value: newId() });
      }).catch((error: unknown) => {
        throw asReadOnly(error);
      });
      failure = undefined;
    },
  };
}

/** Reading worked a moment ago, so only writing fails: the system has made the disk of a SQLite file read-only. */
function asReadOnly(error: unknown): unknown {
  const isOfWriting =
    error instanceof DatabaseUnavailable && ['unreachable', 'lost-in-commit'].includes(error.reason);
  if (!isOfWriting) return error;
  return new DatabaseUnavailable('the database can be read but not written', {
    cause: error,
    reason: 'read-only',
  });
}
