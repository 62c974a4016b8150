import { dynamicStatement, likeParams, type Queries, statement } from '../../platform/db/index.ts';
import type { Homes } from '../../tickets/index.ts';
import { DocSet } from '../indexing/doc-set.ts';
import type { Fragment, IndexDialect } from '../indexing/index-dialect.ts';
import { facetListName } from '../indexing/posting-lists.ts';
import type { WordQuery } from './search-query.ts';
import type { Hit } from './ticket-search-store.ts';

const docsByTicket = statement<{ ids: string[] }, { doc: number }>(
  'select doc from search_documents where ticket_id in :ids[]',
);
const docsByParent = statement<{ parents: string[] }, { doc: number }>(`
  select d.doc from tickets t join search_documents d on d.ticket_id = t.id where t.parent_id in :parents[]`);

const docsIn = async (rows: Promise<{ doc: number }[]>) => DocSet.of((await rows).map(({ doc }) => doc));

export const docsOfTickets = (queries: Queries, ids: string[]) => docsIn(queries.list(docsByTicket, { ids }));

/** The documents of the direct children of these tickets. */
export const docsOfChildren = (queries: Queries, parents: string[]) =>
  docsIn(queries.list(docsByParent, { parents }));

const docsOfAllChildren = statement<object, { doc: number }>(`
  select d.doc from tickets t join search_documents d on d.ticket_id = t.id where t.parent_id is not null`);

/** The documents of all tickets that have a parent. */
export const docsWithParent = (queries: Queries) => docsIn(queries.list(docsOfAllChildren, {}));

const docsByMilestone = statement<{ milestones: string[] }, { doc: number }>(`
  select d.doc from tickets t join search_documents d on d.ticket_id = t.id where t.milestone_id in :milestones[]`);
const docsOfAllMilestones = statement<object, { doc: number }>(`
  select d.doc from tickets t join search_documents d on d.ticket_id = t.id where t.milestone_id is not null`);

/** The documents of the tickets with one of these milestones. */
export const docsOfMilestones = (queries: Queries, milestones: string[]) =>
  docsIn(queries.list(docsByMilestone, { milestones }));
const milestonesOfDocs = statement<object, { doc: number; milestoneId: string }>(`
  select d.doc, t.milestone_id as "milestoneId" from tickets t join search_documents d on d.ticket_id = t.id
  where t.milestone_id is not null`);
const milestonesOfTickets = statement<{ ids: string[] }, { milestoneId: string | null }>(
  'select milestone_id as "milestoneId" from tickets where id in :ids[]',
);
/** The milestones of documents that have one. */
export const listMilestonesOfDocs = (queries: Queries) => queries.list(milestonesOfDocs, {});
export const listMilestonesOfTickets = (queries: Queries, ids: string[]) =>
  queries.list(milestonesOfTickets, { ids });
/** The documents of all tickets with a milestone. */
export const docsWithMilestone = (queries: Queries) => docsIn(queries.list(docsOfAllMilestones, {}));

/** The documents of the tickets whose ids a subquery selects. */
export function docsSelectedBy(queries: Queries, { sql, params }: Fragment): Promise<DocSet> {
  const shape = dynamicStatement<object, { doc: number }>(
    `select d.doc from search_documents d where d.ticket_id in (${sql})`,
  );
  return docsIn(queries.list(shape, params));
}

/** The best of the visible documents, and how many are visible. Reads and sorts all of them. */
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

/** Those of the documents whose ticket contains the words at these indexes, and whether its title does. Reads the texts. */
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
