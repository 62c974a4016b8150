import { setTimeout as wait } from 'node:timers/promises';
import { secondMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import { indexNextDocuments } from './index-documents.ts';
import { findCursor, findNewestEvent } from './index-store.ts';
import { adoptIndex } from './rebuild-index.ts';

// On PostgreSQL, events settle only after the transactions that began before them have ended.
const settlingMs = 50;
const settlingMsMax = 10 * secondMs;

interface Options {
  /** Set lower on a thread that also serves requests. */
  documentsPerStep?: number;
  show?: (indexed: number) => void;
  isStopped?: () => boolean;
}

/**
 * Indexes what lists need: the documents of every changed ticket, without their texts. Work that loads many tickets
 * ends with this; otherwise each list would read the tickets table until a server's indexer has caught up.
 */
export async function buildListIndex(
  db: Database,
  { documentsPerStep = 10_000, show = () => {}, isStopped = () => false }: Options = {},
): Promise<void> {
  await adoptIndex(db);
  let indexed = 0;
  for (let waitedMs = 0; waitedMs < settlingMsMax && !isStopped(); ) {
    const step = await indexNextDocuments(db, documentsPerStep);
    indexed += step;
    if (step > 0) show(indexed);
    else if ((await findNewestEvent(db.reads)) === (await findCursor(db.reads)).seq) return;
    else {
      await wait(settlingMs);
      waitedMs += settlingMs;
    }
  }
}
