import { startBackgroundLoop } from '../platform/background-loop.ts';
import { type Clock, minuteMs } from '../platform/clock.ts';
import type { Database, Queries, Tx } from '../platform/db/index.ts';
import type { Logger } from '../platform/logger.ts';
import type { SecretBox } from '../platform/secret-box/index.ts';
import { hashNextEvents } from './hash-next-events.ts';
import { hashSeal, newSealKey, type SealKey, type SealStatement, signSeal } from './seal.ts';
import * as store from './seal-store.ts';

const eventsPerBatch = 500;

export interface Sealing {
  db: Database;
  clock: Clock;
  box: SecretBox;
}

/** Seals the settled events of each workspace once a minute. Any number of processes may run it. */
export const startSealLoop = ({ logger, ...sealing }: Sealing & { logger: Logger }) =>
  startBackgroundLoop({
    name: 'seals',
    logger,
    intervalMs: minuteMs,
    step: async () => (await sealNextEvents(sealing)) === eventsPerBatch,
  });

/** Seals the next settled events and returns how many. */
export async function sealNextEvents({ db, clock, box }: Sealing): Promise<number> {
  const cursor = await store.sealCursor.find(db.reads);
  const { count, last, histories } = await db.runOnWorker(hashNextEvents, { cursor, limit: eventsPerBatch });
  if (!last) return 0;
  await store.sealCursor.advance(db, cursor, last, async (tx) => {
    const key = await openOrMakeKey(tx, box, clock.now());
    for (const { leaves, ...history } of histories) {
      const before = await store.findLastSeal(tx, history);
      const statement: SealStatement = {
        ...history,
        number: (before?.number ?? 0) + 1,
        previous: before ? hashSeal(before) : null,
        at: clock.now(),
      };
      const signature = signSeal(statement, key.privateKey);
      await store.insertSeal(tx, {
        ...statement,
        keyId: key.id,
        signature,
        leaves,
      });
    }
  });
  return count;
}

type OpenKey = SealKey & { privateKey: string };

/** The key that signs seals now. Without one that can be opened, a new one is made. */
export async function openSealKey({ db, box, clock }: Sealing): Promise<OpenKey> {
  const known = await findOpenKey(db.reads, box);
  return known ?? db.transaction((tx) => openOrMakeKey(tx, box, clock.now()));
}

/** After a restore without the secrets of the old instance, a new key is made. */
async function openOrMakeKey(tx: Tx, box: SecretBox, now: number): Promise<OpenKey> {
  const known = await findOpenKey(tx, box);
  if (known) return known;
  const { id, publicKey, privateKey } = newSealKey();
  const sealed = box.seal(privateKey, store.keyContext(id));
  await store.insertSealKey(tx, { id, publicKey, privateKey: sealed, createdAt: now });
  return { id, publicKey, privateKey };
}

/** The newest key that can be opened. */
async function findOpenKey(queries: Queries, box: SecretBox): Promise<OpenKey | undefined> {
  for (const { id, publicKey, privateKey } of await store.listSealKeys(queries)) {
    try {
      return { id, publicKey, privateKey: box.open(privateKey, store.keyContext(id)) };
    } catch {
      // Sealed with a secret that this instance does not have.
    }
  }
  return undefined;
}
