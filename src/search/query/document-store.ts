import { dynamicStatement, likeParams, type Queries, statement } from '../../platform/db/index.ts';
import { DocSet } from '../indexing/doc-set.ts';
import type { IndexDialect } from '../indexing/index-dialect.ts';
import type { WordQuery } from './search-query.ts';

export interface Document {
  doc: number;
  id: string;
  updatedAt: number;
}

/** The columns by which documents can be sorted; equal ones are sorted by ticket id. */
const orderColumns = { updatedAt: 'd.updated_at', createdAt: 'd.created_at', title: 'd.title' } as const;
export interface DocumentOrder {
  /** Undefined sorts by ticket id alone. */
  by?: keyof typeof orderColumns | undefined;
  direction: 'asc' | 'desc';
}

/** A document with the value of its sort column. */
export interface SortedDocument extends Document {
  sortKey: string | number;
}

const columns = 'd.doc, d.ticket_id as id, d.updated_at as "updatedAt"';
const docsByTicket = statement<{ ids: string[] }, { doc: number }>(
  'select doc from search_documents where ticket_id in :ids[]',
);
const docsByPerson = statement<{ homes: string[]; userId: string }, { doc: number }>(`
  select d.doc from tickets t join search_documents d on d.ticket_id = t.id
  where t.home_id in :homes[] and (t.reporter_id = :userId or t.assignee_id = :userId)`);
const docsByParent = statement<{ parents: string[] }, { doc: number }>(`
  select d.doc from tickets t join search_documents d on d.ticket_id = t.id where t.parent_id in :parents[]`);

const docsIn = async (rows: Promise<{ doc: number }[]>) => DocSet.of((await rows).map(({ doc }) => doc));

export const docsOfTickets = (queries: Queries, ids: string[]) => docsIn(queries.list(docsByTicket, { ids }));

/** The documents in these homes that a user reported or is assigned to. */
export const docsOfPerson = (queries: Queries, homes: string[], userId: string) =>
  docsIn(queries.list(docsByPerson, { homes, userId }));

/** The documents of the direct children of these tickets. */
export const docsOfChildren = (queries: Queries, parents: string[]) =>
  docsIn(queries.list(docsByParent, { parents }));

/** The documents of the tickets whose ids a subquery selects. */
export function docsSelectedBy(queries: Queries, sql: string): Promise<DocSet> {
  const shape = dynamicStatement<object, { doc: number }>(
    `select d.doc from search_documents d where d.ticket_id in (${sql})`,
  );
  return docsIn(queries.list(shape, {}));
}

/** One page of all documents in an order, read from the database index on its column. */
export function listNextDocuments(
  queries: Queries,
  order: DocumentOrder,
  after: SortedDocument | undefined,
  limit: number,
): Promise<SortedDocument[]> {
  const { column, orderBy } = orderByOf(order);
  const sign = order.direction === 'asc' ? '>' : '<';
  const isLater = order.by ? `(${column}, d.ticket_id) ${sign} (:sortKey, :id)` : `d.ticket_id ${sign} :id`;
  const shape = dynamicStatement<object, SortedDocument>(`
    select ${columnsOf(order, column)} from search_documents d ${after ? `where ${isLater}` : ''}
    ${orderBy} limit :limit`);
  return queries.list(shape, { ...(after && { sortKey: after.sortKey, id: after.id }), limit });
}

/** The first of these documents in an order. Reads and sorts all of them. */
export function sortDocuments(
  queries: Queries,
  dialect: IndexDialect,
  docs: DocSet,
  order: DocumentOrder,
  limit: number,
): Promise<SortedDocument[]> {
  const { column, orderBy } = orderByOf(order);
  const table = dialect.numbersTable('docs', docs);
  const shape = dynamicStatement<object, SortedDocument>(`
    select ${columnsOf(order, column)} from ${table.sql} n join search_documents d on d.doc = n.value
    ${orderBy} limit :limit`);
  return queries.list(shape, { ...table.params, limit });
}

function orderByOf({ by, direction }: DocumentOrder) {
  const column = by ? orderColumns[by] : 'd.ticket_id';
  const orderBy = `order by ${by ? `${column} ${direction}, ` : ''}d.ticket_id ${direction}`;
  return { column, orderBy };
}

/** Only columns of the database index that is read in this order, so that the engine need not visit the table rows. */
const columnsOf = ({ by }: DocumentOrder, column: string) =>
  `d.doc, d.ticket_id as id, ${by === 'updatedAt' ? column : '0'} as "updatedAt", ${column} as "sortKey"`;

/** The best of the visible documents, and how many are visible. Reads and sorts all of them. */
export function rankDocuments(
  queries: Queries,
  dialect: IndexDialect,
  docs: DocSet,
  inTitle: DocSet,
  { homes, guestDocs, statuses, limit }: Visibility & { limit: number },
): Promise<(Document & { inTitle: number; total: number })[]> {
  const codes = Array.from(docs, (doc) => doc * 2 + (inTitle.has(doc) ? 1 : 0));
  const table = dialect.numbersTable('codes', codes);
  const isGuestDoc = guestDocs && dialect.isOneOf('d.doc', 'guestDocs', guestDocs);
  const inHomes = `d.home_id in :homes[]`;
  const conditions = [
    isGuestDoc ? `(${inHomes} or ${isGuestDoc.sql})` : inHomes,
    ...(statuses ? ['d.status in :statuses[]'] : []),
  ];
  const shape = dynamicStatement<object, Document & { inTitle: number; total: number }>(`
    select ${columns}, n.value % 2 as "inTitle", count(*) over () as total
    from ${table.sql} n join search_documents d on d.doc = n.value / 2 where ${conditions.join(' and ')}
    order by "inTitle" desc, d.updated_at desc, d.ticket_id desc limit :limit`);
  return queries.list(shape, {
    ...table.params,
    ...isGuestDoc?.params,
    homes,
    ...(statuses && { statuses }),
    limit,
  });
}

/** Which documents are visible: those in whole homes, and single ones (`guestDocs`) in others. */
interface Visibility {
  homes: string[];
  guestDocs?: DocSet | undefined;
  statuses?: string[] | undefined;
}

/** Those of the documents whose ticket contains the words at these indexes, and whether its title does. Reads the texts. */
export function filterByWords(
  queries: Queries,
  dialect: IndexDialect,
  docs: DocSet,
  { words, conditions }: WordQuery,
  wordIndexes: number[],
): Promise<{ doc: number; inTitle: number }[]> {
  const { sql, params } = dialect.isOneOf('d.doc', 'docs', docs);
  const inTitle = wordIndexes.map((i) => `t.title_folded like :word${i} escape '!'`).join(' and ');
  const shape = dynamicStatement<object, { doc: number; inTitle: number }>(`
    select d.doc, case when ${inTitle} then 1 else 0 end as "inTitle"
    from search_documents d join tickets t on t.id = d.ticket_id
    where ${[sql, ...wordIndexes.map((i) => conditions[i])].join(' and ')}`);
  return queries.list(shape, { ...params, ...likeParams(words) });
}
