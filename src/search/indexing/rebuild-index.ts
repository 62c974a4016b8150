import type { Database, Tx } from '../../platform/db/index.ts';
import { removeGoneDocuments } from './document-store.ts';
import { engineDialect } from './engine-dialect.ts';
import type { IndexDialect } from './index-dialect.ts';
import * as store from './index-store.ts';
import { listBucketSizes, readBuckets } from './order-store.ts';
import { PostingChanges } from './posting-changes.ts';
import { pendingTextList } from './posting-lists.ts';
import { postingTables } from './posting-tables.ts';
import type { RebuildPart } from './rebuild-parts.ts';

const textTables = ['search_texts', 'search_postings'];
const documentTables = ['search_documents', 'search_facets', 'search_orders', 'search_buckets'];

/** Clears a part of the index and returns how many tickets must be indexed again. */
export const rebuildSearch = (db: Database, part: RebuildPart): Promise<number> =>
  part === 'texts' ? rebuildTexts(db) : rebuildIndex(db);

/** Clears the texts and queues those of all documents. Lists without words are not affected. */
export async function rebuildTexts(db: Database): Promise<number> {
  const dialect = engineDialect(db);
  return db.transaction(async (tx) => {
    await store.lockCursor(tx);
    tx.notify();
    await dialect.truncate(tx, textTables);
    await removeGoneDocuments(tx);
    const pending = new PostingChanges(postingTables.facets);
    const docs = await listAllDocs(tx, dialect);
    for (const doc of docs) pending.move(doc, [], [pendingTextList]);
    await pending.write(tx, dialect);
    return docs.length;
  });
}

/** Clears the whole index and queues every ticket. Until the first phase has indexed them, lists read the tickets table. */
export async function rebuildIndex(db: Database): Promise<number> {
  const dialect = engineDialect(db);
  return db.transaction(async (tx) => {
    tx.notify();
    const { version, ...cursor } = await store.lockCursor(tx);
    // Moves the cursor before it fills the backlog, so that a change in between is in both and never in neither.
    const lastEvent = await store.findLastSettledEvent(tx, cursor, dialect.eventOrder);
    await store.moveCursor(tx, { ...(lastEvent ?? cursor), version: version + 1 });
    await dialect.truncate(tx, [...textTables, ...documentTables]);
    return store.addAllToBacklog(tx);
  });
}

/**
 * Clears an index whose documents have other facets or orders than this version of Docket writes. A server does it
 * once, at its start. If servers of two versions run, the one that started last decides, and the lists of the other
 * read the tickets table.
 */
export async function adoptIndex(db: Database): Promise<void> {
  if (await store.isOtherFormat(db.reads)) await rebuildIndex(db);
}

/** Every document is in each sort order once. */
async function listAllDocs(tx: Tx, dialect: IndexDialect): Promise<number[]> {
  const buckets = await listBucketSizes(tx, 'createdAt');
  const docs = await readBuckets(
    tx,
    dialect,
    buckets.map(({ number }) => number),
  );
  return [...docs.values()].flatMap((inBucket) => [...inBucket]);
}
