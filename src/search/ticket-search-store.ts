import { dynamicStatement, type Queries, statement } from '../platform/db/index.ts';
import {
  type Homes,
  parseTicketKey,
  scopeCondition,
  scopeParams,
  searchCondition,
  searchParams,
} from '../tickets/index.ts';
import type { SearchPlan } from './plan-search.ts';
import type { Fragment, SearchIndex, TermGroups } from './search-index.ts';

/** Who looks, and among what. */
export interface Looking {
  homes: Homes;
  /** All tickets there are can be seen, so nothing has to be asked of each. */
  seesAll: boolean;
  statuses: string[] | undefined;
}

export interface Hit {
  id: string;
  updatedAt: number;
  inTitle: number;
}

const hitColumns = 't.id, t.updated_at as "updatedAt"';
const newestFirst = 't.updated_at desc, t.id desc';

const hidden = statement<{ homes: string[] }, { id: string }>(
  'select id from ticket_homes where ticket_count > 0 and id not in :homes[] limit 1',
);
export const seesAllHomes = async (queries: Queries, { whole }: Homes) =>
  (await queries.find(hidden, { homes: whole })) === undefined;

/** The ticket whose whole key it is. */
export function findByKey(queries: Queries, looking: Looking, text: string): Promise<Hit | undefined> {
  const key = parseTicketKey(text);
  if (!key) return Promise.resolve(undefined);
  const shape = dynamicStatement<object, Hit>(`
    select ${hitColumns}, 1 as "inTitle" from tickets t
    where t.id = (select o.id from project_keys k join projects p on p.id = k.project_id
      join tickets o on o.project_id = p.id and o.number = :number
      where k.key_folded = :projectKey and lower(p.key) = :projectKey) and ${seen(looking).join(' and ')}`);
  return queries.find(shape, { ...seenParams(looking), ...key });
}

/** Reads through the tickets, newest first. Cheap where hits are frequent, for it stops at the limit. */
export function listByReading(
  queries: Queries,
  looking: Looking,
  words: string[],
  { inTitle, except, limit }: { inTitle: boolean; except: string[]; limit: number },
): Promise<Hit[]> {
  const conditions = [
    // As an expression it is not the index of the homes that is read along, but that of the newest.
    ...seen(looking, "t.home_id || ''"),
    ...(inTitle ? [titleCondition(words.keys())] : words.map((_, i) => searchCondition(i))),
    ...(except.length > 0 ? ['t.id not in :except[]'] : []),
  ];
  const shape = dynamicStatement<object, Hit>(`
    select ${hitColumns}, ${inTitle ? 1 : 0} as "inTitle" from tickets t where ${conditions.join(' and ')}
    order by ${newestFirst} limit :limit`);
  return queries.list(shape, { ...seenParams(looking), ...searchParams(words), except, limit });
}

/** The best of all tickets that hold the words, or of some of them. It reads them all. */
export function rankByReading(
  queries: Queries,
  looking: Looking,
  words: string[],
  { among, limit }: { among?: string[]; limit: number },
): Promise<(Hit & { total: number })[]> {
  const conditions = [
    ...seen(looking),
    ...(among ? ['t.id in :among[]'] : []),
    ...words.map((_, i) => searchCondition(i)),
  ];
  const shape = dynamicStatement<object, Hit & { total: number }>(`
    select ${hitColumns}, case when ${titleCondition(words.keys())} then 1 else 0 end as "inTitle",
      count(*) over () as total
    from tickets t where ${conditions.join(' and ')} order by 3 desc, ${newestFirst} limit :limit`);
  return queries.list(shape, {
    ...seenParams(looking),
    ...searchParams(words),
    ...(among && { among }),
    limit,
  });
}

/** How many documents hold the words, and are no part of the tail. */
export async function countDocuments(
  queries: Queries,
  index: SearchIndex,
  looking: Looking,
  plan: SearchPlan,
  place: TermGroups['in'],
): Promise<number> {
  const terms = termsIn(plan, place);
  const asIs = looking.seesAll && !looking.statuses && plan.unproven.length === 0;
  const { sql, params } = asIs
    ? index.count(terms, plan.tail.length > 0)
    : prefixed('select count(*) as total', documents(index, looking, plan, place));
  const row = await queries.find(dynamicStatement<object, { total: number }>(sql), {
    ...seenParams(looking),
    ...params,
    tail: plan.tail,
  });
  return row?.total ?? 0;
}

/** The best of the documents, or of those that have the words in the title. It sorts them all. */
export function rankDocuments(
  queries: Queries,
  index: SearchIndex,
  looking: Looking,
  plan: SearchPlan,
  { place, limit }: { place: TermGroups['in']; limit: number },
): Promise<Hit[]> {
  const { sql, params } = documents(index, looking, plan, place);
  const title = index.holds(termsIn(plan, 'title'));
  const inTitle = [title.sql, ...(plan.unproven.length > 0 ? [titleCondition(plan.unproven)] : [])];
  const shape = dynamicStatement<object, Hit>(`
    select d.ticket_id as id, d.updated_at as "updatedAt",
      case when ${inTitle.join(' and ')} then 1 else 0 end as "inTitle" ${sql}
    order by 3 desc, d.updated_at desc, d.ticket_id desc limit :limit`);
  return queries.list(shape, { ...seenParams(looking), ...params, ...title.params, limit });
}

/** The newest of the documents, for an index that can be asked of one at a time. */
export function listNewestDocuments(
  queries: Queries,
  { holdsOne }: { holdsOne: NonNullable<SearchIndex['holdsOne']> },
  looking: Looking,
  plan: SearchPlan,
  { place, except, limit }: { place: TermGroups['in']; except: string[]; limit: number },
): Promise<Hit[]> {
  const held = holdsOne(termsIn(plan, place));
  const { sql, params } = narrowed({ ...held, from: 'search_documents d' }, looking, plan, place);
  const shape = dynamicStatement<object, Hit>(`
    select d.ticket_id as id, d.updated_at as "updatedAt", ${place === 'title' ? 1 : 0} as "inTitle"
    ${sql} and d.ticket_id not in :except[] order by d.updated_at desc, d.ticket_id desc limit :limit`);
  return queries.list(shape, { ...seenParams(looking), ...params, except, limit });
}

/** The ids of all tickets that hold the words, whoever may see them. */
export function idsOf(index: SearchIndex, plan: SearchPlan): Fragment {
  const looking: Looking = {
    homes: { whole: [], guest: [], userId: '' },
    seesAll: true,
    statuses: undefined,
  };
  const parts: string[] = [];
  let params: Fragment['params'] = { ...searchParams(plan.words), tail: plan.tail };
  if (plan.groups) {
    const found = documents(index, looking, plan, 'ticket');
    parts.push(`select d.ticket_id ${found.sql}`);
    params = { ...params, ...found.params };
  }
  if (plan.tail.length > 0) {
    const holdsAll = plan.words.map((_, i) => searchCondition(i)).join(' and ');
    parts.push(`select t.id from tickets t where t.id in :tail[] and ${holdsAll}`);
  }
  return { sql: parts.length > 0 ? parts.join(' union all ') : "select ''", params };
}

const documents = (index: SearchIndex, looking: Looking, plan: SearchPlan, place: TermGroups['in']) =>
  narrowed(index.documents(termsIn(plan, place)), looking, plan, place);

/** `from … where …`, with the tickets `t` beside the documents `d` only where they have to be asked. */
function narrowed(
  { from, sql, params }: Fragment & { from: string },
  looking: Looking,
  plan: SearchPlan,
  place: TermGroups['in'],
): Fragment {
  const asksTickets =
    plan.unproven.length > 0 || looking.statuses !== undefined || looking.homes.guest.length > 0;
  const conditions = [
    sql,
    ...(plan.tail.length > 0 ? ['d.ticket_id not in :tail[]'] : []),
    ...(asksTickets ? ['t.id = d.ticket_id'] : []),
    ...(looking.seesAll ? [] : [scopeCondition(looking.homes, 'd.home_id')]),
    ...(looking.statuses ? ['t.status in :statuses[]'] : []),
    ...(place === 'title' && plan.unproven.length > 0 ? [titleCondition(plan.unproven)] : []),
    ...(place === 'ticket' ? plan.unproven.map(searchCondition) : []),
  ];
  return {
    sql: `from ${from}${asksTickets ? ', tickets t' : ''} where ${conditions.join(' and ')}`,
    params: { ...params, ...searchParams(plan.words), tail: plan.tail },
  };
}

const termsIn = ({ groups }: SearchPlan, place: TermGroups['in']): TermGroups => ({
  groups: groups ?? [],
  in: place,
});

const prefixed = (select: string, { sql, params }: Fragment): Fragment => ({
  sql: `${select} ${sql}`,
  params,
});

const titleCondition = (places: Iterable<number>) =>
  [...places].map((i) => `t.title_folded like :word${i} escape '!'`).join(' and ');

function seen({ homes, statuses }: Looking, homeColumn?: string): string[] {
  return [
    't.deleted_at is null',
    scopeCondition(homes, homeColumn),
    ...(statuses ? ['t.status in :statuses[]'] : []),
  ];
}

const seenParams = ({ homes, statuses }: Looking) => ({
  ...scopeParams(homes),
  ...(statuses && { statuses }),
});
