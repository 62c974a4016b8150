import { type Queries, statement } from '../platform/db/index.ts';

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

const byId = statement<{ id: string }, Avatar>(`select ${columns} from avatars where id = :id`);
const ofUser = statement<{ userId: string }, Avatar>(
  `select ${columns} from avatars where user_id = :userId for update`,
);
const insert = statement<Avatar>(`
  insert into avatars (id, user_id, file_key, content_type, size, sha256, created_at)
  values (:id, :userId, :fileKey, :contentType, :size, :sha256, :createdAt)`);
const remove = statement<{ id: string }>('delete from avatars where id = :id');

export const findAvatar = (queries: Queries, id: string) => queries.find(byId, { id });
export const lockAvatarOfUser = (tx: Queries, userId: string) => tx.find(ofUser, { userId });
export const insertAvatar = (tx: Queries, avatar: Avatar) => tx.run(insert, avatar);
export const deleteAvatarRow = (tx: Queries, id: string) => tx.run(remove, { id });
