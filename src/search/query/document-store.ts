import { newBreaks } from '../../platform/breaks.ts';
import { dynamicStatement, likeEach, type Queries, statement } from '../../platform/db/index.ts';
import { bitmapBytes, DocSet, decodeInto } from '../indexing/doc-set.ts';
import type { SearchIndex } from '../indexing/index-dialect.ts';
import type { WordQuery } from './search-query.ts';

export interface Document {
  doc: number;
  id: string;
  updatedAt: number;
}

/** What documents can be read along; those alike in it by the id of their ticket. */
const orderColumns = { updatedAt: 'd.updated_at', createdAt: 'd.created_at', title: 'd.title' } as const;
export interface DocumentOrder {
  /** Undefined: by the id alone. */
  by?: keyof typeof orderColumns | undefined;
  direction: 'asc' | 'desc';
}

/** A document and its place in an order. */
export interface PlacedDocument extends Document {
  at: string | number;
}

const columns = 'd.doc, d.ticket_id as id, d.updated_at as "updatedAt"';
const ofTickets = statement<{ ids: string[] }, { doc: number }>(
  'select doc from search_documents where ticket_id in :ids[]',
);
const ofPerson = statement<{ homes: string[]; userId: string }, { doc: number }>(`
  select d.doc from tickets t join search_documents d on d.ticket_id = t.id
  where t.home_id in :homes[] and (t.reporter_id = :userId or t.assignee_id = :userId)`);
const ofChildren = statement<{ parents: string[] }, { doc: number }>(`
  select d.doc from tickets t join search_documents d on d.ticket_id = t.id where t.parent_id in :parents[]`);

const docsIn = async (rows: Promise<{ doc: number }[]>) => DocSet.of((await rows).map(({ doc }) => doc));

export const docsOfTickets = (queries: Queries, ids: string[]) => docsIn(queries.list(ofTickets, { ids }));

/** Of the homes, what somebody reported or is assigned to. */
export const docsOfPerson = (queries: Queries, homes: string[], userId: string) =>
  docsIn(queries.list(ofPerson, { homes, userId }));

/** Of the tickets right below others. */
export const docsOfChildren = (queries: Queries, parents: string[]) =>
  docsIn(queries.list(ofChildren, { parents }));

/** The documents of the tickets that a query names. */
export function docsNamedBy(queries: Queries, sql: string): Promise<DocSet> {
  const shape = dynamicStatement<object, { doc: number }>(
    `select d.doc from search_documents d where d.ticket_id in (${sql})`,
  );
  return docsIn(queries.list(shape, {}));
}

/** The next documents after one, or the first of all. */
export function listDocumentsAlong(
  queries: Queries,
  order: DocumentOrder,
  after: PlacedDocument | undefined,
  limit: number,
): Promise<PlacedDocument[]> {
  const { place, ordered } = orderedBy(order);
  const sign = order.direction === 'asc' ? '>' : '<';
  const later = order.by ? `(${place}, d.ticket_id) ${sign} (:at, :id)` : `d.ticket_id ${sign} :id`;
  const shape = dynamicStatement<object, PlacedDocument>(`
    select ${columnsOf(order, place)} from search_documents d ${after ? `where ${later}` : ''}
    ${ordered} limit :limit`);
  return queries.list(shape, { ...(after && { at: after.at, id: after.id }), limit });
}

/** The first of these documents in an order. It reads and sorts them all. */
export function listFirstDocuments(
  queries: Queries,
  index: SearchIndex,
  docs: DocSet,
  order: DocumentOrder,
  limit: number,
): Promise<PlacedDocument[]> {
  const { place, ordered } = orderedBy(order);
  const given = index.numbers('docs', docs);
  const shape = dynamicStatement<object, PlacedDocument>(`
    select ${columnsOf(order, place)} from ${given.sql} n join search_documents d on d.doc = n.value
    ${ordered} limit :limit`);
  return queries.list(shape, { ...given.params, limit });
}

function orderedBy({ by, direction }: DocumentOrder) {
  const place = by ? orderColumns[by] : 'd.ticket_id';
  const ordered = `order by ${by ? `${place} ${direction}, ` : ''}d.ticket_id ${direction}`;
  return { place, ordered };
}

/** No column that the index of the order does not hold, so that the rows themselves need not be visited. */
const columnsOf = ({ by }: DocumentOrder, place: string) =>
  `d.doc, d.ticket_id as id, ${by === 'updatedAt' ? place : '0'} as "updatedAt", ${place} as at`;

/** The best of the documents that may be seen, and how many may. It reads and sorts them all. */
export function rankDocuments(
  queries: Queries,
  index: SearchIndex,
  docs: DocSet,
  titled: DocSet,
  { homes, own, statuses, limit }: Seen & { limit: number },
): Promise<(Document & { inTitle: number; total: number })[]> {
  const marked = Array.from(docs, (doc) => doc * 2 + (titled.has(doc) ? 1 : 0));
  const given = index.numbers('marked', marked);
  const mine = own && index.isAmong('d.doc', 'own', own);
  const inHomes = `d.home_id in :homes[]`;
  const conditions = [
    mine ? `(${inHomes} or ${mine.sql})` : inHomes,
    ...(statuses ? ['d.status in :statuses[]'] : []),
  ];
  const shape = dynamicStatement<object, Document & { inTitle: number; total: number }>(`
    select ${columns}, n.value % 2 as "inTitle", count(*) over () as total
    from ${given.sql} n join search_documents d on d.doc = n.value / 2 where ${conditions.join(' and ')}
    order by "inTitle" desc, d.updated_at desc, d.ticket_id desc limit :limit`);
  return queries.list(shape, {
    ...given.params,
    ...mine?.params,
    homes,
    ...(statuses && { statuses }),
    limit,
  });
}

/** What may be seen: some homes and some documents elsewhere, of some statuses. */
interface Seen {
  homes: string[];
  own?: DocSet | undefined;
  statuses?: string[] | undefined;
}

/** Those of the documents whose ticket really holds the words at these places, and whether its title does. */
export function listHolding(
  queries: Queries,
  index: SearchIndex,
  docs: DocSet,
  { words, conditions }: WordQuery,
  places: number[],
): Promise<{ doc: number; inTitle: number }[]> {
  const { sql, params } = index.isAmong('d.doc', 'docs', docs);
  const inTitle = places.map((i) => `t.title_folded like :word${i} escape '!'`).join(' and ');
  const shape = dynamicStatement<object, { doc: number; inTitle: number }>(`
    select d.doc, case when ${inTitle} then 1 else 0 end as "inTitle"
    from search_documents d join tickets t on t.id = d.ticket_id
    where ${[sql, ...places.map((i) => conditions[i])].join(' and ')}`);
  return queries.list(shape, { ...params, ...likeEach(words) });
}

// A statement with more would keep this thread busy with its parameters alone.
const listsPerStatement = 4_000;

/** For each group of lists the documents that stand in any of them. */
export async function readLists(queries: Queries, index: SearchIndex, groups: string[][]): Promise<DocSet[]> {
  const sets = groups.map(() => new DocSet());
  const maybeBreak = newBreaks();
  for (const portions of portionsOf(groups)) {
    for (const { part, block, isBitmap, docs } of await readPortions(queries, index, portions)) {
      decodeInto((sets[part] as DocSet).bitsOf(block), docs, isBitmap === 1);
      await maybeBreak();
    }
  }
  return sets;
}

/** Lists of one group. */
interface Portion {
  part: number;
  lists: string[];
}

/** What is read by one statement after the other. */
function portionsOf(groups: string[][]): Portion[][] {
  const statements: Portion[][] = [[]];
  let left = listsPerStatement;
  for (const [part, all] of groups.entries()) {
    for (let start = 0; start < all.length || start === 0; start += listsPerStatement) {
      const lists = all.slice(start, start + listsPerStatement);
      if (lists.length > left) {
        statements.push([]);
        left = listsPerStatement;
      }
      left -= lists.length;
      statements.at(-1)?.push({ part, lists });
    }
  }
  return statements;
}

interface Row {
  part: number;
  block: number;
  isBitmap: number;
  docs: Uint8Array;
}

function readPortions(queries: Queries, index: SearchIndex, portions: Portion[]): Promise<Row[]> {
  const isBitmap = `case when octet_length(docs) = ${bitmapBytes} then 1 else 0 end`;
  const shape = dynamicStatement<object, Row>(
    portions
      .map(({ part, lists }, i) =>
        lists.length === 1
          ? `select ${part} as part, block, ${isBitmap} as "isBitmap", docs from search_postings where list = :list${i}`
          : `select ${part} as part, block, ${isBitmap} as "isBitmap", ${index.joinedDocs} as docs
            from search_postings where list in :lists${i}[] group by block, ${isBitmap}`,
      )
      .join(' union all '),
  );
  const params = portions.map(({ lists }, i) =>
    lists.length === 1 ? [`list${i}`, lists[0] as string] : [`lists${i}`, lists],
  );
  return queries.list(shape, Object.fromEntries(params));
}
