import { dynamicStatement, likeParams, type Queries, statement } from '../../platform/db/index.ts';
import type { Homes } from '../../tickets/index.ts';
import type { SearchScope, WordQuery } from './search-query.ts';

export interface Hit {
  id: string;
  updatedAt: number;
  inTitle: number;
}

const hitColumns = 't.id, t.updated_at as "updatedAt"';
const newestFirst = 't.updated_at desc, t.id desc';

const otherHome = statement<{ homes: string[] }, { id: string }>(
  'select id from ticket_homes where ticket_count > 0 and id not in :homes[] limit 1',
);
/** Whether no home with tickets is hidden from the caller. */
export const canSeeAllHomes = async (queries: Queries, { whole }: Homes) =>
  (await queries.find(otherHome, { homes: whole })) === undefined;

const newest = statement<{ limit: number }, { id: string }>(
  `select t.id from tickets t where t.deleted_at is null order by ${newestFirst} limit :limit`,
);
const allTickets = statement<object, { total: number }>(
  'select coalesce(sum(ticket_count), 0) as total from ticket_homes',
);
/** The ids of the tickets that changed last, and the number of all. */
export async function listNewestTicketIds(queries: Queries, limit: number) {
  const ids = (await queries.list(newest, { limit })).map(({ id }) => id);
  return { ids, total: (await queries.find(allTickets, {}))?.total ?? 0 };
}

/** The ticket with this key. */
export function findTicketByKey(
  queries: Queries,
  { condition }: SearchScope,
  key: { projectKey: string; number: number },
): Promise<Hit | undefined> {
  const shape = dynamicStatement<object, Hit>(`
    select ${hitColumns}, 1 as "inTitle" from tickets t
    where t.id = (select o.id from project_keys k join projects p on p.id = k.project_id
      join tickets o on o.project_id = p.id and o.number = :number
      where k.key_folded = :projectKey and lower(p.key) = :projectKey) and ${condition.sql}`);
  return queries.find(shape, { ...condition.params, ...key });
}

/** The tickets that had this key, case-folded, in another product. */
export async function listTicketsByOriginalKey(
  queries: Queries,
  { condition }: SearchScope,
  originalKey: string,
  limit: number,
): Promise<string[]> {
  const shape = dynamicStatement<object, { id: string }>(`
    select t.id from ticket_origins i join tickets t on t.id = i.ticket_id
    where i.key_folded = :originalKey and ${condition.sql} order by ${newestFirst} limit :limit`);
  return (await queries.list(shape, { ...condition.params, originalKey, limit })).map(({ id }) => id);
}

/** The best of all tickets that contain the words, or of those in `among`. Reads the text of each. */
export function rankByTableScan(
  queries: Queries,
  { condition }: SearchScope,
  { words, conditions, conditionsOfFew }: WordQuery,
  { among, limit }: { among?: string[]; limit: number },
): Promise<(Hit & { total: number })[]> {
  const ofWords = among ? ['t.id in :among[]', ...conditionsOfFew] : conditions;
  const all = [condition.sql, ':running(t.rowid)', ...ofWords];
  const inTitle = words.map((_, i) => `t.title_folded like :word${i} escape '!'`);
  const shape = dynamicStatement<object, Hit & { total: number }>(`
    select ${hitColumns}, case when ${inTitle.join(' and ')} then 1 else 0 end as "inTitle",
      count(*) over () as total
    from tickets t where ${all.join(' and ')} order by 3 desc, ${newestFirst} limit :limit`);
  return queries.list(shape, { ...condition.params, ...likeParams(words), ...(among && { among }), limit });
}

/** The title and all other text of those of the tickets that the caller may see. */
export function listVisibleTexts(
  queries: Queries,
  { condition }: SearchScope,
  ids: string[],
): Promise<{ id: string; updatedAt: number; title: string; text: string }[]> {
  const shape = dynamicStatement<object, { id: string; updatedAt: number; title: string; text: string }>(`
    select ${hitColumns}, t.title_folded as title,
      coalesce((select lower(k.key) || '-' || t.number from projects k where k.id = t.project_id), '')
        || ' ' || coalesce(t.description_folded, '') || ' ' || coalesce((select string_agg(c.content_folded, ' ')
        from comments c where c.ticket_id = t.id), '') as text
    from tickets t where t.id in :ids[] and ${condition.sql}`);
  return queries.list(shape, { ...condition.params, ids });
}
