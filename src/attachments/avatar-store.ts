import { sql } from '../platform/db/index.ts';

export interface Avatar {
  id: string;
  userId: string;
  fileKey: string;
  contentType: string;
  size: number;
  sha256: string;
  createdAt: number;
}

const columns = `id, user_id as "userId", file_key as "fileKey", content_type as "contentType", size, sha256,
  created_at as "createdAt"`;

export const findAvatar = sql.find<{ id: string }, Avatar>(`select ${columns} from avatars where id = :id`);
export const lockAvatarOfUser = sql.find<{ userId: string }, Avatar>(
  `select ${columns} from avatars where user_id = :userId for update`,
);
export const insertAvatar = sql.run<Avatar>(`
  insert into avatars (id, user_id, file_key, content_type, size, sha256, created_at)
  values (:id, :userId, :fileKey, :contentType, :size, :sha256, :createdAt)`);
export const deleteAvatarRow = sql.run<{ id: string }>('delete from avatars where id = :id');
