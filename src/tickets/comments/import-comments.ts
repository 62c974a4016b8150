import type { Tx } from '../../platform/db/index.ts';
import { addImportedComments, insertComments, type NewComment } from './comment-store.ts';

export { listPresentComments } from './comment-store.ts';

/** Inserts past comments of tickets that exist. Nobody is notified of them. */
export async function insertImportedComments(tx: Tx, comments: NewComment[]): Promise<void> {
  await insertComments(tx, comments);
  for (const [ticketId, ofTicket] of Map.groupBy(comments, (comment) => comment.ticketId))
    await addImportedComments(tx, ticketId, ofTicket.length);
}
