import type { Tx } from '../platform/db/index.ts';
import { changeAttachmentCount } from '../tickets/index.ts';
import type { Attachment } from './attachment-store.ts';
import * as store from './attachment-store.ts';
import { insertWithinLimit } from './storage-limit.ts';

export { listPresentAttachments } from './attachment-store.ts';
export { type ReceivedFile, storeFile } from './receive-files.ts';
export { assertRoom } from './storage-limit.ts';

/** Adds attachments to tickets of an import, without events; the tickets keep their dates. */
export const insertImportedAttachments = (
  tx: Tx,
  { id: homeId, workspaceId }: { id: string; workspaceId: string },
  workspaceBytesMax: number,
  attachments: Attachment[],
): Promise<void> =>
  insertWithinLimit(tx, workspaceId, workspaceBytesMax, async () => {
    for (const attachment of attachments) {
      await store.insertAttachment(tx, attachment);
      await changeAttachmentCount(tx, { ticketId: attachment.ticketId, change: 1, updatedAt: null });
    }
    return { homeId, result: undefined };
  });
