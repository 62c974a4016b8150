import { dynamicStatement, likeParams, type Queries, statement } from '../../platform/db/index.ts';
import type { Homes } from '../../tickets/index.ts';
import { DocSet } from '../indexing/doc-set.ts';
import type { Fragment, IndexDialect } from '../indexing/index-dialect.ts';
import { unlistedColumns } from '../indexing/indexed-fields.ts';
import { facetListName } from '../indexing/posting-lists.ts';
import type { WordQuery } from './search-query.ts';
import type { Hit } from './ticket-search-store.ts';

const docsIn = async (rows: Promise<{ doc: number }[]>) => DocSet.of((await rows).map(({ doc }) => doc));

const docsByTicket = statement<{ ids: string[] }, { doc: number }>(
  'select doc from search_documents where ticket_id in :ids[]',
);
export const docsOfTickets = (queries: Queries, ids: string[]) => docsIn(queries.list(docsByTicket, { ids }));

/** The filters whose values only the tickets table has. */
export type UnlistedFilter = keyof typeof unlistedColumns;

/** Lists the values of a column by document, for tickets that have one; with `among`, only these values. */
export function listColumnValues(queries: Queries, filter: UnlistedFilter, among?: string[]) {
  const column = `t.${unlistedColumns[filter]}`;
  const shape = dynamicStatement<object, { doc: number; value: string }>(
    `select d.doc, ${column} as value from tickets t join search_documents d on d.ticket_id = t.id
     where ${column} ${among ? 'in :among[]' : 'is not null'}`,
  );
  return queries.list(shape, among ? { among } : {});
}

/** Selects the documents of tickets with one of these values, or with any. */
export const docsByColumn = (queries: Queries, filter: UnlistedFilter, among?: string[]) =>
  docsIn(listColumnValues(queries, filter, among));

/** The values of a column in tickets. */
export function listValuesOfTickets(queries: Queries, filter: UnlistedFilter, ids: string[]) {
  const shape = dynamicStatement<object, { value: string | null }>(
    `select ${unlistedColumns[filter]} as value from tickets where id in :ids[]`,
  );
  return queries.list(shape, { ids });
}

/** Selects the documents of the tickets whose ids a subquery selects. */
export function docsSelectedBy(queries: Queries, { sql, params }: Fragment): Promise<DocSet> {
  const shape = dynamicStatement<object, { doc: number }>(
    `select d.doc from search_documents d where d.ticket_id in (${sql})`,
  );
  return docsIn(queries.list(shape, params));
}

/** Finds the best visible documents and counts all visible ones. Reads and sorts all of them. */
export function rankDocuments(
  queries: Queries,
  dialect: IndexDialect,
  docs: DocSet,
  inTitle: DocSet,
  { homes, statuses, limit }: { homes: Homes; statuses?: string[] | undefined; limit: number },
): Promise<(Hit & { total: number })[]> {
  const codes = Array.from(docs, (doc) => doc * 2 + (inTitle.has(doc) ? 1 : 0));
  const table = dialect.numbersTable('codes', codes);
  const hasGuestHomes = homes.guest.length > 0;
  const isOwn = `d.home_id in :guestHomes[] and (' ' || d.facets || ' ' like :asAssignee or ' ' || d.facets || ' ' like :asReporter)`;
  const conditions = [
    hasGuestHomes ? `(d.home_id in :homes[] or (${isOwn}))` : 'd.home_id in :homes[]',
    ...(statuses ? ['d.status in :statuses[]'] : []),
  ];
  const shape = dynamicStatement<object, Hit & { total: number }>(`
    select d.ticket_id as id, d.updated_at as "updatedAt", n.value % 2 as "inTitle", count(*) over () as total
    from ${table.sql} n join search_documents d on d.doc = n.value / 2 where ${conditions.join(' and ')}
    order by "inTitle" desc, d.updated_at desc, d.ticket_id desc limit :limit`);
  const contains = (facet: 'assignee' | 'reporter') => `% ${facetListName(facet, homes.userId)} %`;
  return queries.list(shape, {
    ...table.params,
    homes: homes.whole,
    ...(hasGuestHomes && {
      guestHomes: homes.guest,
      asAssignee: contains('assignee'),
      asReporter: contains('reporter'),
    }),
    ...(statuses && { statuses }),
    limit,
  });
}

/** Keeps the documents whose ticket contains these words, and tells whether its title does. Reads the texts. */
export function filterByWords(
  queries: Queries,
  dialect: IndexDialect,
  docs: DocSet,
  { words, conditionsOfFew }: WordQuery,
  wordIndexes: number[],
): Promise<{ doc: number; inTitle: number }[]> {
  const { sql, params } = dialect.isOneOf('d.doc', 'docs', docs);
  const inTitle = wordIndexes.map((i) => `t.title_folded like :word${i} escape '!'`).join(' and ');
  const shape = dynamicStatement<object, { doc: number; inTitle: number }>(`
    select d.doc, case when ${inTitle} then 1 else 0 end as "inTitle"
    from search_documents d join tickets t on t.id = d.ticket_id
    where ${[sql, ...wordIndexes.map((i) => conditionsOfFew[i])].join(' and ')}`);
  return queries.list(shape, { ...params, ...likeParams(words) });
}
