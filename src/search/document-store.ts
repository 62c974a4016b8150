import { dynamicStatement, type Queries, statement } from '../platform/db/index.ts';
import { searchCondition, searchParams } from '../tickets/index.ts';
import { bitmapBytes, DocSet, decodeInto } from './doc-set.ts';
import type { SearchIndex } from './search-index.ts';

export interface Document {
  doc: number;
  id: string;
  updatedAt: number;
}

const columns = 'd.doc, d.ticket_id as id, d.updated_at as "updatedAt"';
const ofTickets = statement<{ ids: string[] }, { doc: number }>(
  'select doc from search_documents where ticket_id in :ids[]',
);
const ofPerson = statement<{ homes: string[]; userId: string }, { doc: number }>(`
  select d.doc from tickets t join search_documents d on d.ticket_id = t.id
  where t.home_id in :homes[] and (t.reporter_id = :userId or t.assignee_id = :userId)`);
const newest = statement<{ updatedAt: number; ticketId: string; limit: number }, Document>(`
  select ${columns} from search_documents d where (d.updated_at, d.ticket_id) < (:updatedAt, :ticketId)
  order by d.updated_at desc, d.ticket_id desc limit :limit`);

export const docsOfTickets = async (queries: Queries, ids: string[]) =>
  DocSet.of((await queries.list(ofTickets, { ids })).map(({ doc }) => doc));

/** Of the homes, what somebody reported or is assigned to. */
export const docsOfPerson = async (queries: Queries, homes: string[], userId: string) =>
  DocSet.of((await queries.list(ofPerson, { homes, userId })).map(({ doc }) => doc));

/** The next newest documents after one, or the newest of all. */
export const listNewestDocuments = (queries: Queries, after: Document | undefined, limit: number) =>
  queries.list(newest, {
    updatedAt: after?.updatedAt ?? Number.MAX_SAFE_INTEGER,
    ticketId: after?.id ?? '',
    limit,
  });

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
  const inHomes = homes && `d.home_id in :homes[]`;
  const conditions = [
    ...(inHomes ? [mine ? `(${inHomes} or ${mine.sql})` : inHomes] : []),
    ...(statuses ? ['d.status in :statuses[]'] : []),
  ];
  const shape = dynamicStatement<object, Document & { inTitle: number; total: number }>(`
    select ${columns}, n.value % 2 as "inTitle", count(*) over () as total
    from ${given.sql} n join search_documents d on d.doc = n.value / 2
    ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
    order by "inTitle" desc, d.updated_at desc, d.ticket_id desc limit :limit`);
  return queries.list(shape, {
    ...given.params,
    ...mine?.params,
    ...(homes && { homes }),
    ...(statuses && { statuses }),
    limit,
  });
}

/** What may be seen: everything, or only some homes and some documents elsewhere, of some statuses. */
interface Seen {
  homes?: string[] | undefined;
  own?: DocSet | undefined;
  statuses?: string[] | undefined;
}

/** Those of the documents whose ticket really holds the words at these places, and whether its title does. */
export function listHolding(
  queries: Queries,
  index: SearchIndex,
  docs: DocSet,
  words: string[],
  places: number[],
): Promise<{ doc: number; inTitle: number }[]> {
  const { sql, params } = index.isAmong('d.doc', 'docs', docs);
  const inTitle = places.map((i) => `t.title_folded like :word${i} escape '!'`).join(' and ');
  const shape = dynamicStatement<object, { doc: number; inTitle: number }>(`
    select d.doc, case when ${inTitle} then 1 else 0 end as "inTitle"
    from search_documents d join tickets t on t.id = d.ticket_id
    where ${[sql, ...places.map(searchCondition)].join(' and ')}`);
  return queries.list(shape, { ...params, ...searchParams(words) });
}

interface Part {
  part: number;
  block: number;
  isBitmap: number;
  docs: Uint8Array;
}

/** For each group of lists the documents that stand in any of them. */
export async function readLists(queries: Queries, index: SearchIndex, groups: string[][]): Promise<DocSet[]> {
  const isBitmap = `case when octet_length(docs) = ${bitmapBytes} then 1 else 0 end`;
  const parts = groups.map((lists, i) =>
    lists.length === 1
      ? `select ${i} as part, block, ${isBitmap} as "isBitmap", docs from search_postings where list = :list${i}`
      : `select ${i} as part, block, ${isBitmap} as "isBitmap", ${index.joinedDocs} as docs
        from search_postings where list in :lists${i}[] group by block, ${isBitmap}`,
  );
  const params = groups.map((lists, i) =>
    lists.length === 1 ? [`list${i}`, lists[0] as string] : [`lists${i}`, lists],
  );
  const shape = dynamicStatement<object, Part>(parts.join(' union all '));
  const sets = groups.map(() => new DocSet());
  for (const { part, block, isBitmap: dense, docs } of await queries.list(
    shape,
    Object.fromEntries(params),
  )) {
    decodeInto((sets[part] as DocSet).bitsOf(block), docs, dense === 1);
  }
  return sets;
}
