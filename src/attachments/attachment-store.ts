import { type Queries, statement } from '../platform/db/index.ts';

export interface Attachment {
  id: string;
  ticketId: string;
  uploaderId: string;
  fileKey: string;
  name: string;
  contentType: string;
  size: number;
  sha256: string;
  createdAt: number;
}

export interface AttachmentWithUploader extends Attachment {
  uploaderName: string;
  uploaderEmail: string;
  uploaderImage: string | null;
}

const withUploader = `select a.id, a.ticket_id as "ticketId", a.uploader_id as "uploaderId", a.file_key as "fileKey",
    a.name, a.content_type as "contentType", a.size, a.sha256, a.created_at as "createdAt",
    u.name as "uploaderName", u.email as "uploaderEmail", u.image as "uploaderImage"
  from attachments a join users u on u.id = a.uploader_id`;

const page = statement<{ ticketId: string; limit: number; offset: number }, AttachmentWithUploader>(
  `${withUploader} where a.ticket_id = :ticketId order by a.created_at, a.id limit :limit offset :offset`,
);
const some = statement<{ ids: string[] }, AttachmentWithUploader>(
  `${withUploader} where a.id in :ids[] order by a.created_at, a.id`,
);
const one = statement<{ id: string }, AttachmentWithUploader>(`${withUploader} where a.id = :id`);
const insert = statement<Attachment>(`
  insert into attachments (id, ticket_id, uploader_id, file_key, name, content_type, size, sha256, created_at)
  values (:id, :ticketId, :uploaderId, :fileKey, :name, :contentType, :size, :sha256, :createdAt)`);
const remove = statement<{ id: string }>('delete from attachments where id = :id');
const noteOnTicket = statement<{ ticketId: string; change: number; updatedAt: number }>(`
  update tickets set attachment_count = attachment_count + :change, updated_at = :updatedAt where id = :ticketId`);

export const listAttachmentRows = (queries: Queries, ticketId: string, limit: number, offset: number) =>
  queries.list(page, { ticketId, limit, offset });
export const listAttachmentsById = (queries: Queries, ids: string[]) => queries.list(some, { ids });
export const findAttachment = (queries: Queries, id: string) => queries.find(one, { id });
export const insertAttachment = (tx: Queries, attachment: Attachment) => tx.run(insert, attachment);
export const deleteAttachmentRow = (tx: Queries, id: string) => tx.run(remove, { id });

/** A file makes its ticket newer, without making an edit of the ticket's own fields stale. */
export const noteAttachments = (tx: Queries, ticketId: string, change: number, updatedAt: number) =>
  tx.run(noteOnTicket, { ticketId, change, updatedAt });
