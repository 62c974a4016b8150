import type { WorkerContext } from '../../platform/db/index.ts';
import { DocSet } from '../indexing/doc-set.ts';
import { engineDialect } from '../indexing/engine-dialect.ts';
import { findIndexLag } from '../indexing/index-store.ts';
import { homeListName, pendingTextList } from '../indexing/posting-lists.ts';
import { postingTables } from '../indexing/posting-tables.ts';
import { docsOfTickets } from './document-store.ts';
import { readPostings } from './posting-store.ts';
import { readPage } from './read-order.ts';
import { listNewestTicketIds } from './ticket-search-store.ts';

// Reading this many changed tickets takes as long as scanning ten times as many.
const changesMax = 100_000;
// Matching a text that is not indexed takes about 25 µs.
const textsReadMax = 2_000;

/** The tickets that are new or changed since they were indexed. */
export interface DocumentLag {
  tickets: string[];
  /** Their documents, which may be stale. */
  docs: DocSet;
}

/** Returns undefined if so many tickets changed that the index is useless. */
export async function readDocumentLag(db: WorkerContext): Promise<DocumentLag | undefined> {
  const lag = await findIndexLag(db.workerReads, engineDialect(db).eventOrder, changesMax);
  return lag && { tickets: lag.tickets, docs: await documentsOfTickets(db, lag.tickets) };
}

const documentsOfTickets = async (db: WorkerContext, tickets: string[]) =>
  tickets.length > 0 ? docsOfTickets(db.workerReads, tickets) : new DocSet();

/** The tickets whose texts are not indexed. */
export interface TextLag {
  /** The documents of these tickets. Undefined if so many tickets changed that no document is reliable. */
  staleDocs: DocSet | undefined;
  /** The newest of these tickets, to be matched by their current text. */
  ids: string[];
  /** The number of the others, which a search leaves out. */
  waiting: number;
}

export async function readTextLag(db: WorkerContext, textsMax = textsReadMax): Promise<TextLag> {
  const queries = db.workerReads;
  const dialect = engineDialect(db);
  const read = async (lists: string[]) => {
    const [docs] = await readPostings(queries, dialect, postingTables.facets, [lists]);
    return docs as DocSet;
  };
  // Together, so that PostgreSQL receives both statements at once.
  const [lag, pending] = await Promise.all([
    findIndexLag(queries, dialect.eventOrder, changesMax),
    read([pendingTextList]),
  ]);
  if (!lag) {
    const { ids, total } = await listNewestTicketIds(queries, textsMax);
    return { staleDocs: undefined, ids, waiting: total - ids.length };
  }
  const renamed = await read(lag.projects.map(homeListName));
  const changed = await documentsOfTickets(db, lag.tickets);
  const docs = pending.unionWith(renamed).difference(changed);
  const ids = lag.tickets.slice(-textsMax);
  const order = { sort: 'updatedAt', direction: 'desc' } as const;
  const window = { offset: 0, limit: textsMax - ids.length };
  const { size } = docs;
  const { positions } =
    size > 0 ? await readPage(db, order, { docs, unindexed: [] }, window) : { positions: [] };
  ids.push(...positions.map(({ id }) => id));
  return { staleDocs: docs.unionWith(changed), ids, waiting: lag.tickets.length + size - ids.length };
}
