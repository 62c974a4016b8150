import { readsForPage, type Tx } from '../platform/db/index.ts';
import { forbidden, notFound } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { Page } from '../platform/paging.ts';
import type { Storage } from '../platform/storage/index.ts';
import {
  canComment,
  canDeleteComment,
  canReadTicket,
  changeAttachmentCount,
  getTicketFor,
  lockTicketFor,
  nextUpdate,
} from '../tickets/index.ts';
import type { Scope } from '../users/index.ts';
import { attachmentCreated, attachmentDeleted, recordAttachmentEvent } from './attachment-events.ts';
import type { Attachment, AttachmentWithUploader } from './attachment-store.ts';
import * as store from './attachment-store.ts';
import { keepOrDiscard } from './keep-or-discard.ts';
import type { ReceivedFile } from './receive-files.ts';
import { assertRoom, insertWithinLimit } from './storage-limit.ts';

export async function listAttachments(scope: Scope, ref: string, page: Page) {
  const ticket = await getTicketFor(scope.db.reads, scope.actor, ref, canReadTicket);
  return store.listAttachmentRows(
    readsForPage(scope.db, page),
    { ticketId: ticket.id },
    page,
    () => ticket.attachmentCount,
  );
}

export async function addAttachments(
  scope: Scope,
  storage: Storage,
  ref: string,
  upload: { receive: () => Promise<ReceivedFile[]>; bytes: number; workspaceBytesMax: number },
): Promise<AttachmentWithUploader[]> {
  if (scope.repeated) return scope.repeated.value as AttachmentWithUploader[];
  // Authorizes before the first byte is read. `attach` authorizes again with the ticket locked: an upload takes long
  // enough for the ticket or the caller's role to change.
  const { homeId } = await getTicketFor(scope.db.reads, scope.actor, ref, canComment);
  const { receive, bytes, workspaceBytesMax } = upload;
  const workspaceId = await assertRoom(scope.db.reads, homeId, workspaceBytesMax, bytes);
  const files = await receive();
  return keepOrDiscard(storage, files, () =>
    scope.write((tx) =>
      insertWithinLimit(tx, workspaceId, workspaceBytesMax, () => attach(tx, scope, ref, files)),
    ),
  );
}

/** Every user who may read the ticket may download its attachments. */
export async function getAttachment({ db, actor }: Scope, id: string): Promise<AttachmentWithUploader> {
  const attachment = await store.findAttachment(db.reads, { id });
  if (!attachment) throw notFound('Attachment');
  await getTicketFor(db.reads, actor, attachment.ticketId, canReadTicket);
  return attachment;
}

export async function deleteAttachment(
  scope: Scope,
  storage: Storage,
  ref: string,
  id: string,
): Promise<string> {
  const { fileKey } = await scope.write(async (tx) => {
    const ticket = await lockTicketFor(tx, scope.actor, ref, canReadTicket);
    const attachment = await store.findAttachment(tx, { id });
    if (attachment?.ticketId !== ticket.id) throw notFound('Attachment');
    if (!canDeleteComment(scope.actor, ticket, attachment.uploaderId)) throw forbidden('ticket');
    const at = nextUpdate(ticket, scope.clock.now());
    await store.deleteAttachmentRow(tx, { id });
    await changeAttachmentCount(tx, { ticketId: ticket.id, change: -1, updatedAt: at });
    const after = { ...ticket, attachmentCount: ticket.attachmentCount - 1, updatedAt: at };
    await recordAttachmentEvent(tx, scope, attachmentDeleted, after, attachment, at);
    return attachment;
  });
  await storage.delete(fileKey);
  return id;
}

async function attach(tx: Tx, scope: Scope, ref: string, files: ReceivedFile[]) {
  const ticket = await lockTicketFor(tx, scope.actor, ref, canComment);
  const ids = (await insertAttachments(tx, scope, ticket, files)).map(({ id }) => id);
  return { homeId: ticket.homeId, result: await store.listAttachmentsById(tx, { ids }) };
}

/**
 * Attaches files that another module received for a locked ticket, in its transaction. A file whose bytes the ticket has
 * already is not stored again: `duplicates` are to be discarded after the commit.
 */
export async function attachOnce(
  tx: Tx,
  scope: Scope,
  ticket: LockedTicket,
  files: ReceivedFile[],
): Promise<{ attachments: Attachment[]; duplicates: ReceivedFile[] }> {
  const hashes = files.map(({ sha256 }) => sha256);
  const known = new Map<string, Attachment>();
  for (const attachment of await store.listAttachmentsByHash(tx, { ticketId: ticket.id, hashes }))
    known.set(attachment.sha256, attachment);
  const fresh = files.filter(({ sha256 }, index) => !known.has(sha256) && hashes.indexOf(sha256) === index);
  for (const attachment of await insertAttachments(tx, scope, ticket, fresh))
    known.set(attachment.sha256, attachment);
  return {
    attachments: files.map(({ sha256 }) => known.get(sha256) as Attachment),
    duplicates: files.filter((file) => !fresh.includes(file)),
  };
}

type LockedTicket = Awaited<ReturnType<typeof lockTicketFor>>;

/**
 * Each attachment gets its own `createdAt`, so that the list keeps the order of the upload. Changes the locked row too:
 * later events of the transaction carry it.
 */
async function insertAttachments(
  tx: Tx,
  scope: Scope,
  ticket: LockedTicket,
  files: ReceivedFile[],
): Promise<Attachment[]> {
  if (files.length === 0) return [];
  const attachments: Attachment[] = [];
  for (const { key, bytes, sha256, name, contentType } of files) {
    const at = nextUpdate(ticket, scope.clock.now());
    const attachment = {
      id: newId(at),
      ticketId: ticket.id,
      uploaderId: scope.actor.userId,
      fileKey: key,
      name,
      contentType,
      size: bytes,
      sha256,
      createdAt: at,
    };
    await store.insertAttachment(tx, attachment);
    attachments.push(attachment);
    Object.assign(ticket, { attachmentCount: ticket.attachmentCount + 1, updatedAt: at });
    await recordAttachmentEvent(tx, scope, attachmentCreated, ticket, attachment, at);
  }
  const { id: ticketId, updatedAt } = ticket;
  await changeAttachmentCount(tx, { ticketId, change: files.length, updatedAt });
  return attachments;
}
