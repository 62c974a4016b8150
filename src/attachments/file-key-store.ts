import { type Queries, sql, statement } from '../platform/db/index.ts';

/** What the database knows of a stored file. */
export interface StoredRow {
  key: string;
  bytes: number;
  sha256: string;
}

/** Lists those of the keys that rows refer to. */
export type ListReferencedKeys = (queries: Queries, keys: string[]) => Promise<string[]>;

const referenced = statement<{ keys: string[] }, { key: string }>(`
  select file_key as key from attachments where file_key in :keys[]
  union all
  select file_key as key from avatars where file_key in :keys[]`);
export const listReferencedKeys: ListReferencedKeys = async (queries, keys) =>
  (await queries.list(referenced, { keys })).map(({ key }) => key);

export const hasAnyFile = sql.exists<object, { key: string }>(`
  select file_key as key from attachments union all select file_key as key from avatars limit 1`);

export const listNewestFiles = sql.list<{ limit: number }, { key: string }>(`
  select file_key as key from attachments union all select file_key as key from avatars
  order by key desc limit :limit`);

const after = statement<{ after: string; limit: number }, StoredRow>(`
  select file_key as key, size as bytes, sha256 from attachments where file_key > :after
  union all
  select file_key as key, size as bytes, sha256 from avatars where file_key > :after
  order by key limit :limit`);
/** In the order of the keys. */
export const listFilesAfter = (queries: Queries, key: string, limit: number) =>
  queries.list(after, { after: key, limit });

const totals = statement<object, { files: number; bytes: number }>(`
  select count(*) as files, coalesce(sum(bytes), 0) as bytes from (
    select size as bytes from attachments union all select size as bytes from avatars) as stored`);
export const sumStoredFiles = async (queries: Queries) => {
  const { files, bytes } = (await queries.find(totals, {})) ?? { files: 0, bytes: 0 };
  return { files: Number(files), bytes: Number(bytes) };
};

const selectWorkspaceOfHome = statement<{ homeId: string }, { workspaceId: string }>(`
  select coalesce((select workspace_id from projects where id = :homeId), id) as "workspaceId"
  from ticket_homes where id = :homeId`);

export const findWorkspaceOfHome = async (queries: Queries, homeId: string) =>
  (await queries.find(selectWorkspaceOfHome, { homeId }))?.workspaceId ?? homeId;
// Triggers (migration 0046) maintain home_storage. A home is a project, or a workspace for tickets without a project.
export const sumStorage = sql.count<{ workspaceId: string }, { bytes: number }>(`
  select coalesce(sum(bytes), 0) as bytes from home_storage
  where home_id = :workspaceId or home_id in (select id from projects where workspace_id = :workspaceId)`);
