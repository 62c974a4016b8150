import type { Tx } from '../platform/db/index.ts';
import { newId } from '../platform/ids.ts';
import { insertMail } from './mail-store.ts';

interface NewMail {
  kind: string;
  /** What the mail is about. There is at most one mail for each kind and subject. */
  subjectId: string;
  to: { userId: string } | { address: string };
}

/**
 * Adds a mail to the queue (the `mails` table), in the transaction of its cause. Its text is drafted when it is sent, from
 * the data and permissions of that moment. Returns whether it is new.
 */
export const enqueueMail = (tx: Tx, { kind, subjectId, to }: NewMail, now: number): Promise<boolean> =>
  insertMail(tx, {
    id: newId(now),
    kind,
    subjectId,
    userId: 'userId' in to ? to.userId : null,
    address: 'address' in to ? to.address : null,
    dueAt: now,
    now,
  });
