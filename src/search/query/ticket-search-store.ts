import { dynamicStatement, likeParams, type Queries, statement } from '../../platform/db/index.ts';
import type { Homes } from '../../tickets/index.ts';
import type { SearchScope, WordQuery } from './search-query.ts';

export interface Hit {
  id: string;
  updatedAt: number;
  inTitle: number;
}

/** A part of the ranked hits: some from an offset, or those after a hit. */
export interface HitWindow {
  offset: number;
  limit: number;
  after?: Hit | undefined;
}

const hitColumns = 't.id, t.updated_at as "updatedAt"';
const newestFirst = 't.updated_at desc, t.id desc';

const otherHome = statement<{ homes: string[] }, { id: string }>(
  'select id from ticket_homes where ticket_count > 0 and id not in :homes[] limit 1',
);
/** True if no home with tickets is hidden from the caller. */
export const canSeeAllHomes = async (queries: Queries, { whole }: Homes) =>
  (await queries.find(otherHome, { homes: whole })) === undefined;

const newest = statement<{ limit: number }, { id: string }>(
  `select t.id from tickets t where t.deleted_at is null order by ${newestFirst} limit :limit`,
);
const allTickets = statement<object, { total: number }>(
  'select coalesce(sum(ticket_count), 0) as total from ticket_homes',
);
/** Lists the ids of the last changed tickets, and counts all. */
export async function listNewestTicketIds(queries: Queries, limit: number) {
  const ids = (await queries.list(newest, { limit })).map(({ id }) => id);
  return { ids, total: (await queries.find(allTickets, {}))?.total ?? 0 };
}

/** Finds the ticket with this key. */
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

/** Lists the tickets that had this case-folded key in another product. */
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

/** Finds the best tickets that contain the words, in all or in `among`, and counts them. Reads the text of each. */
export async function rankByTableScan(
  queries: Queries,
  scope: SearchScope,
  query: WordQuery,
  { among, without = [], ...window }: HitWindow & { among?: string[]; without?: string[] },
): Promise<{ hits: Hit[]; total: number }> {
  const { condition } = scope;
  const { words, conditions, conditionsOfFew } = query;
  const { offset, limit, after } = window;
  const ofWords = among ? ['t.id in :among[]', ...conditionsOfFew] : conditions;
  const other = without.length > 0 ? ['t.id not in :without[]'] : [];
  const all = [condition.sql, ':running(t.rowid)', ...other, ...ofWords];
  const inTitle = words.map((_, i) => `t.title_folded like :word${i} escape '!'`);
  const isAfter = `where ("inTitle", "updatedAt", id) < (:afterInTitle, :afterUpdatedAt, :afterId)`;
  const shape = dynamicStatement<object, Hit & { total: number }>(`
    select * from (select ${hitColumns}, case when ${inTitle.join(' and ')} then 1 else 0 end as "inTitle",
      count(*) over () as total from tickets t where ${all.join(' and ')}) h
    ${after ? isAfter : ''} order by "inTitle" desc, "updatedAt" desc, id desc limit :limit offset :offset`);
  const rows = await queries.list(shape, {
    ...{ ...condition.params, ...likeParams(words), limit, offset },
    ...(among && { among }),
    ...(without.length > 0 && { without }),
    ...(after && { afterInTitle: after.inTitle, afterUpdatedAt: after.updatedAt, afterId: after.id }),
  });
  const [first] = rows;
  if (first || (!after && offset === 0)) return { hits: rows, total: first?.total ?? 0 };
  // A page beyond the end has no row, so the total is read with the first row.
  const start = { offset: 0, limit: 1, without, ...(among && { among }) };
  return { hits: [], total: (await rankByTableScan(queries, scope, query, start)).total };
}

/** Lists the title and all other text of those tickets that the caller may see. */
export function listVisibleTexts(
  queries: Queries,
  { condition }: SearchScope,
  ids: string[],
): Promise<{ id: string; updatedAt: number; title: string; text: string }[]> {
  const shape = dynamicStatement<object, { id: string; updatedAt: number; title: string; text: string }>(`
    select ${hitColumns}, t.title_folded as title,
      coalesce((select lower(k.key) || '-' || t.number from projects k where k.id = t.project_id), '')
        || ' ' || coalesce(t.description_folded, '') || ' ' || coalesce((select string_agg(c.content_folded, ' ')
        from comments c where c.ticket_id = t.id), '') || ' ' || coalesce((select string_agg(r.text_folded, ' ')
        from ticket_criteria r where r.ticket_id = t.id), '') as text
    from tickets t where t.id in :ids[] and ${condition.sql}`);
  return queries.list(shape, { ...condition.params, ids });
}

const commentsMax = 100;
const criteriaMax = 100;

/** Lists the newest comments on these tickets that contain any of the words. */
interface MatchingComment {
  id: string;
  ticketId: string;
  content: string;
  authorId: string | null;
  authorName: string | null;
}

export function listMatchingComments(queries: Queries, ids: string[], words: string[]) {
  const anyWord = words.map((_, i) => `c.content_folded like :word${i} escape '!'`).join(' or ');
  const shape = dynamicStatement<object, MatchingComment>(`
    select c.id, c.ticket_id as "ticketId", c.content, c.author_id as "authorId", u.name as "authorName"
    from comments c left join users u on u.id = c.author_id
    where c.ticket_id in :ids[] and (${anyWord})
    order by c.created_at desc limit ${commentsMax}`);
  return queries.list(shape, { ids, ...likeParams(words) });
}

/** Lists the criteria of these tickets that contain any of the words. */
export function listMatchingCriteria(queries: Queries, ids: string[], words: string[]) {
  const anyWord = words.map((_, i) => `r.text_folded like :word${i} escape '!'`).join(' or ');
  const shape = dynamicStatement<object, { ticketId: string; text: string }>(`
    select r.ticket_id as "ticketId", r.text from ticket_criteria r
    where r.ticket_id in :ids[] and (${anyWord}) order by r.ticket_id, r.position limit ${criteriaMax}`);
  return queries.list(shape, { ids, ...likeParams(words) });
}
