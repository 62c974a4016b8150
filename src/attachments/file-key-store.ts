import { type Queries, statement } from '../platform/db/index.ts';

const referenced = statement<{ keys: string[] }, { key: string }>(`
  select file_key as key from attachments where file_key in :keys[]
  union all
  select file_key as key from avatars where file_key in :keys[]`);
const anyReferenced = statement<object, { key: string }>(`
  select file_key as key from attachments union all select file_key as key from avatars limit 1`);

/** Of the given keys, those that an attachment or an avatar refers to. */
export const listReferencedKeys = async (queries: Queries, keys: string[]) =>
  (await queries.list(referenced, { keys })).map(({ key }) => key);

export const hasAnyFile = async (queries: Queries) => (await queries.find(anyReferenced, {})) !== undefined;
