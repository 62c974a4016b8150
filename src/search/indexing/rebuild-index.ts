import type { Database, Tx } from '../../platform/db/index.ts';
import { removeGoneDocuments } from './document-store.ts';
import { dialectOf } from './engine-dialect.ts';
import type { IndexDialect } from './index-dialect.ts';
import * as store from './index-store.ts';
import { listBucketSizes, readBuckets } from './order-store.ts';
import { PostingChanges } from './posting-changes.ts';
import { pendingTextList } from './posting-lists.ts';
import { postingTables } from './posting-tables.ts';

const textTables = ['search_texts', 'search_postings'];
const documentTables = ['search_documents', 'search_facets', 'search_orders', 'search_buckets'];

/** Clears the texts and queues those of all documents. Lists without words do not notice it. */
export async function rebuildTexts(db: Database): Promise<void> {
  const dialect = dialectOf(db);
  await db.transaction(async (tx) => {
    await store.lockCursor(tx);
    await dialect.truncate(tx, textTables);
    await removeGoneDocuments(tx);
    const pending = new PostingChanges(postingTables.facets);
    for (const doc of await listAllDocs(tx, dialect)) pending.move(doc, [], [pendingTextList]);
    await pending.write(tx, dialect);
  });
}

/** Clears the whole index and queues every ticket. Until the first phase has indexed them, lists are read from the tickets. */
export async function rebuildIndex(db: Database): Promise<void> {
  const dialect = dialectOf(db);
  await db.transaction(async (tx) => {
    const { version, ...cursor } = await store.lockCursor(tx);
    // The cursor moves before the backlog is filled: a change in between is then in both, never in neither.
    const lastEvent = await store.findLastSettledEvent(tx, cursor, dialect.eventOrder);
    await store.moveCursor(tx, { ...(lastEvent ?? cursor), version: version + 1 });
    await dialect.truncate(tx, [...textTables, ...documentTables]);
    await store.addAllToBacklog(tx);
  });
}

/** Every document is in each sort order once. */
async function listAllDocs(tx: Tx, dialect: IndexDialect): Promise<Iterable<number>> {
  const buckets = await listBucketSizes(tx, 'createdAt');
  const docs = await readBuckets(
    tx,
    dialect,
    buckets.map(({ number }) => number),
  );
  return [...docs.values()].flatMap((inBucket) => [...inBucket]);
}
