import type { Tx } from '../platform/db/index.ts';
import { newId } from '../platform/ids.ts';
import { insertMail } from './mail-store.ts';

interface Order {
  kind: string;
  /** With the kind, what it is about: there is never a second mail about it. */
  subjectId: string;
  to: { userId: string } | { address: string };
}

/** In the transaction of what it tells of; it is written when it is sent, as things are then. */
export const enqueueMail = (tx: Tx, { kind, subjectId, to }: Order, now: number): Promise<boolean> =>
  insertMail(tx, {
    id: newId(now),
    kind,
    subjectId,
    userId: 'userId' in to ? to.userId : null,
    address: 'address' in to ? to.address : null,
    dueAt: now,
    now,
  });
