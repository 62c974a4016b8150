import {
  defineInsert,
  dynamicStatement,
  type Insert,
  type Queries,
  sql,
  statement,
  type Tx,
} from '../../platform/db/index.ts';
import { DocSet, decodeIntoBitmap } from './doc-set.ts';
import type { IndexDialect } from './index-dialect.ts';
import { facetFields, orderFields } from './indexed-fields.ts';
import { homeListName, pendingTextList } from './posting-lists.ts';
import { postingTables } from './posting-tables.ts';
import { type SortKey, type SortOrder, sortOrderNames, ticketKeySql } from './sort-orders.ts';

/** The sort keys of a ticket, one for each order. */
export type SortKeys = Record<`${SortOrder}Key`, SortKey>;
/** The facets that are columns of tickets. */
export type ColumnFacet = Exclude<keyof typeof facetFields, 'label'>;

/** The fields of a ticket from which its document is made. */
export type TicketFacts = { id: string; homeId: string } & Record<ColumnFacet, string | null> & SortKeys;

export interface DocumentRow extends SortKeys {
  doc: number;
  ticketId: string;
  /** Null for a deleted ticket whose text has not been removed yet. */
  homeId: string | null;
  status: string;
  facets: string;
  /** The version of the index that wrote the row. */
  changedIn: number;
}

export const columnFacets = Object.keys(facetFields).filter((name) => name !== 'label') as ColumnFacet[];
const factColumns = [
  ...columnFacets.map((name) => `t.${facetFields[name].column} as "${name}"`),
  ...sortOrderNames.map((sort) => `${ticketKeySql(sort)} as "${sort}Key"`),
];

/** The columns of `search_documents`, apart from its two keys. */
const documentColumns: Record<string, keyof DocumentRow> = {
  home_id: 'homeId',
  status: 'status',
  ...Object.fromEntries(sortOrderNames.map((sort) => [orderFields[sort].column, `${sort}Key`])),
  facets: 'facets',
  changed_in: 'changedIn',
};
const columns = `doc, ticket_id as "ticketId", ${Object.entries(documentColumns)
  .map(([column, name]) => `${column} as "${name}"`)
  .join()}`;

export const listTicketFacts = sql.list<{ ids: string[] }, TicketFacts>(`
  select t.id, t.home_id as "homeId", ${factColumns.join()}
  from tickets t where t.id in :ids[] and t.deleted_at is null`);
export const listLabelIds = sql.list<{ ids: string[] }, { ticketId: string; labelId: string }>(`
  select ticket_id as "ticketId", label_id as "labelId" from ticket_labels where ticket_id in :ids[]`);
export const listDocumentsOf = sql.list<{ ids: string[] }, DocumentRow>(
  `select ${columns} from search_documents where ticket_id in :ids[]`,
);

const lastDocument = statement<object, { doc: number }>(
  'select coalesce(max(doc), -1) as doc from search_documents',
);
export const findLastDoc = async (tx: Tx) => (await tx.find(lastDocument, {}))?.doc ?? -1;

export const saveDocuments: Insert<DocumentRow> = defineInsert(
  'search_documents',
  'doc ticketId',
  {
    ...Object.fromEntries(
      Object.entries(documentColumns).map(([column, name]) => [column, (row: DocumentRow) => row[name]]),
    ),
  },
  `on conflict (doc) do update set ${Object.keys(documentColumns)
    .map((name) => `${name} = excluded.${name}`)
    .join(', ')}`,
);

/** Marks documents as changed, so that texts read earlier are not indexed for them. */
export async function markChanged(tx: Tx, dialect: IndexDialect, docs: DocSet, version: number) {
  const { sql, params } = dialect.isOneOf('doc', 'docs', docs);
  const shape = dynamicStatement<object>(`update search_documents set changed_in = :version where ${sql}`);
  await tx.run(shape, { ...params, version });
}

export async function removeDocuments(tx: Tx, dialect: IndexDialect, docs: number[]): Promise<void> {
  const { sql, params } = dialect.isOneOf('doc', 'docs', docs);
  await tx.run(dynamicStatement<object>(`delete from search_documents where ${sql}`), params);
}

/** Removes the documents of deleted tickets. */
export const removeGoneDocuments = sql.run<object>('delete from search_documents where home_id is null');

/** Reads the documents of a home. */
export const docsOfHome = (queries: Queries, homeId: string) => readList(queries, homeListName(homeId));

const listBlocks = statement<{ list: string }, { block: number; docs: Uint8Array }>(
  'select block, docs from search_facets where list = :list',
);
async function readList(queries: Queries, list: string): Promise<DocSet> {
  const docs = new DocSet();
  for (const { block, docs: bytes } of await queries.list(listBlocks, { list })) addBlock(docs, block, bytes);
  return docs;
}

const lastPendingBlock = statement<{ list: string }, { block: number; docs: Uint8Array }>(
  'select block, docs from search_facets where list = :list order by block desc limit 1',
);
/** Finds the documents with pending texts in the last block that has any. */
export async function findPendingTexts(queries: Queries): Promise<DocSet> {
  const docs = new DocSet();
  const last = await queries.find(lastPendingBlock, { list: pendingTextList });
  if (last) addBlock(docs, last.block, last.docs);
  return docs;
}

function addBlock(docs: DocSet, block: number, bytes: Uint8Array): void {
  const bits = docs.bitmapOf(block, postingTables.facets.docsPerBlock);
  decodeIntoBitmap(bits, bytes, bytes.length === bits.byteLength);
}

/** A document whose text must be indexed. */
export interface PendingDocument {
  doc: number;
  ticketId: string;
  homeId: string | null;
  changedIn: number;
}

export function listPendingDocuments(
  queries: Queries,
  dialect: IndexDialect,
  docs: number[],
): Promise<PendingDocument[]> {
  const { sql, params } = dialect.numbersTable('docs', docs);
  const shape = dynamicStatement<object, PendingDocument>(`
    select d.doc, d.ticket_id as "ticketId", d.home_id as "homeId", d.changed_in as "changedIn"
    from ${sql} n join search_documents d on d.doc = n.value`);
  return queries.list(shape, params);
}
