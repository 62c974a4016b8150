import { type Queries, statement } from '../platform/db/index.ts';

const known = statement<{ keys: string[] }, { key: string }>(`
  select file_key as key from attachments where file_key in :keys[]
  union all
  select file_key as key from avatars where file_key in :keys[]`);
const any = statement<object, { key: string }>(`
  select file_key as key from attachments union all select file_key as key from avatars limit 1`);

/** Of the given keys, those that something still points at. */
export const listKnownKeys = async (queries: Queries, keys: string[]) =>
  (await queries.list(known, { keys })).map(({ key }) => key);

export const knowsAnyFile = async (queries: Queries) => (await queries.find(any, {})) !== undefined;
