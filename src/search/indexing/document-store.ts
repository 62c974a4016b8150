import { defineInsert, dynamicStatement, type Queries, statement, type Tx } from '../../platform/db/index.ts';
import { DocSet, decodeIntoBitmap } from './doc-set.ts';
import type { IndexDialect } from './index-dialect.ts';
import { homeListName, pendingTextList } from './posting-lists.ts';
import { postingTables } from './posting-tables.ts';
import { absentKey } from './sort-orders.ts';

/** What the document of a ticket derives from. */
export interface TicketFacts {
  id: string;
  homeId: string;
  status: string;
  statusRank: number;
  priority: string;
  priorityRank: number;
  type: string;
  stage: string;
  assigneeId: string | null;
  reporterId: string;
  groupId: string | null;
  /** Hundredths. */
  estimate: number | null;
  createdAt: number;
  updatedAt: number;
  dueDate: number;
  title: string;
  rank: string;
}

export interface DocumentRow {
  doc: number;
  ticketId: string;
  /** Null for a deleted ticket whose text is still to be removed. */
  homeId: string | null;
  status: string;
  createdAt: number;
  updatedAt: number;
  dueDate: number;
  priority: number;
  /** The rank of the status. */
  statusRank: number;
  /** Case-folded. */
  title: string;
  rank: string;
  /** Hundredths. */
  estimate: number;
  facets: string;
  /** The version of the index that wrote the row. */
  changedIn: number;
}

const facts = statement<{ ids: string[] }, TicketFacts>(`
  select t.id, t.home_id as "homeId", t.status, t.status_rank as "statusRank", t.priority,
    t.priority_rank as "priorityRank", t.type, t.stage, t.assignee_id as "assigneeId", t.reporter_id as "reporterId",
    t.group_id as "groupId", t.estimate_hundredths as estimate, t.created_at as "createdAt", t.updated_at as "updatedAt",
    coalesce(t.due_date, ${absentKey}) as "dueDate", t.title_folded as title, t.rank
  from tickets t where t.id in :ids[] and t.deleted_at is null`);
const labels = statement<{ ids: string[] }, { ticketId: string; labelId: string }>(`
  select ticket_id as "ticketId", label_id as "labelId" from ticket_labels where ticket_id in :ids[]`);
const columns = `doc, ticket_id as "ticketId", home_id as "homeId", status, created_at as "createdAt",
  updated_at as "updatedAt", due_date as "dueDate", priority_rank as "priority", status_rank as "statusRank", title,
  rank, estimate, facets, changed_in as "changedIn"`;
const byTicket = statement<{ ids: string[] }, DocumentRow>(
  `select ${columns} from search_documents where ticket_id in :ids[]`,
);
const lastDocument = statement<object, { doc: number }>(
  'select coalesce(max(doc), -1) as doc from search_documents',
);
const removeGone = statement<object>('delete from search_documents where home_id is null');
const listBlocks = statement<{ list: string }, { block: number; docs: Uint8Array }>(
  'select block, docs from search_facets where list = :list',
);
const lastPendingBlock = statement<{ list: string }, { block: number; docs: Uint8Array }>(
  'select block, docs from search_facets where list = :list order by block desc limit 1',
);

export const listTicketFacts = (queries: Queries, ids: string[]) => queries.list(facts, { ids });
export const listLabelIds = (queries: Queries, ids: string[]) => queries.list(labels, { ids });
export const listDocumentsOf = (tx: Tx, ids: string[]) => tx.list(byTicket, { ids });
export const findLastDoc = async (tx: Tx) => (await tx.find(lastDocument, {}))?.doc ?? -1;

const updated = [
  ...['home_id', 'status', 'created_at', 'updated_at', 'due_date', 'priority_rank', 'status_rank', 'title'],
  ...['rank', 'estimate', 'facets', 'changed_in'],
];
export const saveDocuments = defineInsert<DocumentRow>(
  'search_documents',
  {
    doc: ({ doc }) => doc,
    ticket_id: ({ ticketId }) => ticketId,
    home_id: ({ homeId }) => homeId,
    status: ({ status }) => status,
    created_at: ({ createdAt }) => createdAt,
    updated_at: ({ updatedAt }) => updatedAt,
    due_date: ({ dueDate }) => dueDate,
    priority_rank: ({ priority }) => priority,
    status_rank: ({ statusRank }) => statusRank,
    title: ({ title }) => title,
    rank: ({ rank }) => rank,
    estimate: ({ estimate }) => estimate,
    facets: ({ facets }) => facets,
    changed_in: ({ changedIn }) => changedIn,
  },
  `on conflict (doc) do update set ${updated.map((name) => `${name} = excluded.${name}`).join(', ')}`,
);

/** Marks documents as changed, so that a text read before is not taken for theirs. */
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
export const removeGoneDocuments = (tx: Tx) => tx.run(removeGone, {});

/** The documents in a home. */
export const docsOfHome = (queries: Queries, homeId: string) => readList(queries, homeListName(homeId));

async function readList(queries: Queries, list: string): Promise<DocSet> {
  const docs = new DocSet();
  for (const { block, docs: bytes } of await queries.list(listBlocks, { list })) addBlock(docs, block, bytes);
  return docs;
}

/** Documents of the last block that has some whose text is to be indexed. */
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

/** A document whose text is to be indexed. */
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
