import { recordAudit } from '../audit/index.ts';
import { findEvent, forgetEvent, forgottenData, isAfter } from '../events/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { conflict, notFound } from '../platform/errors.ts';
import { sealCursor } from './seal-store.ts';

/**
 * Deletes the content of events, as a person may demand whom they name. Their hashes stay in the seals, so that the rest
 * of the history can still be verified. An event that is not sealed yet could be changed unnoticed, so it must wait.
 */
export async function forgetEvents(db: Database, clock: Clock, ids: readonly string[]): Promise<void> {
  await db.transaction(async (tx) => {
    const sealed = await sealCursor.find(tx);
    for (const id of ids) {
      const event = await findEvent(tx, { id });
      if (!event) throw notFound(`Event ${id}`);
      if (isAfter(event, sealed)) throw conflict(`Event ${id} is not sealed yet. Try again in two minutes.`);
      await forgetEvent(tx, { id, data: forgottenData });
      await recordAudit(
        tx,
        { clock },
        'history.forgotten',
        { kind: 'instance', id: 'instance' },
        { event: id },
      );
    }
  });
}
