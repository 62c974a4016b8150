import type { Database, Tx } from '../platform/db/index.ts';
import type { Actor, Scope } from '../users/index.ts';

/** A scope whose use cases all run in one transaction, which alone sees what it wrote, at a given time. */
export const scopeIn = (tx: Tx, db: Database, actor: Actor, at: number): Scope => ({
  actor,
  db: { ...db, reads: tx, workerReads: tx, transaction: (work) => work(tx) },
  clock: { now: () => at },
  acceptedVersions: undefined,
  isAudited: false,
  write: (work) => work(tx),
});
