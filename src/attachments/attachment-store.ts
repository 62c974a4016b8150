import { byCreation, sql } from '../platform/db/index.ts';

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

const columns = `a.id, a.ticket_id as "ticketId", a.uploader_id as "uploaderId", a.file_key as "fileKey",
    a.name, a.content_type as "contentType", a.size, a.sha256, a.created_at as "createdAt",
    u.name as "uploaderName", u.email as "uploaderEmail", u.image as "uploaderImage"`;
const joins = 'join users u on u.id = a.uploader_id';
const withUploader = `select ${columns} from attachments a ${joins}`;

export const listAttachmentRows = sql.page<{ ticketId: string }, AttachmentWithUploader>({
  columns,
  from: 'attachments a',
  joins,
  where: 'a.ticket_id = :ticketId',
  sort: byCreation('a.created_at', 'a.id', 'asc'),
});
export const listAttachmentsById = sql.list<{ ids: string[] }, AttachmentWithUploader>(
  `${withUploader} where a.id in :ids[] order by a.created_at, a.id`,
);
export const listAttachmentsByHash = sql.list<
  { ticketId: string; hashes: string[] },
  AttachmentWithUploader
>(`
  ${withUploader} where a.ticket_id = :ticketId and a.sha256 in :hashes[] order by a.created_at desc, a.id desc`);
export const findAttachment = sql.find<{ id: string }, AttachmentWithUploader>(
  `${withUploader} where a.id = :id`,
);
export const insertAttachment = sql.run<Attachment>(`
  insert into attachments (id, ticket_id, uploader_id, file_key, name, content_type, size, sha256, created_at)
  values (:id, :ticketId, :uploaderId, :fileKey, :name, :contentType, :size, :sha256, :createdAt)`);
export const deleteAttachmentRow = sql.run<{ id: string }>('delete from attachments where id = :id');
/** Lists those of the attachments that exist. */
export const listPresentAttachments = sql.list<{ ids: string[] }, { id: string; size: number }>(
  'select id, size from attachments where id in :ids[]',
);
