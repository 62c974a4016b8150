import { minuteMs } from '../platform/clock.ts';
import type { Tx } from '../platform/db/index.ts';
import { deleteOldMessages } from './live-message-store.ts';
import { deleteExpired } from './presence-store.ts';
import { sweepSessions } from './text-sessions.ts';

/** Deletes what nobody left properly, and messages that every process has read. */
export async function sweepCollaboration(tx: Tx, now: number): Promise<void> {
  await deleteExpired(tx, { now });
  await deleteOldMessages(tx, { before: now - minuteMs });
  await sweepSessions(tx, now);
}
