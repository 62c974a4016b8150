import { type EventCursor, listEventsAfter } from '../events/index.ts';
import type { Queries } from '../platform/db/index.ts';
import { readEvent } from './hash-next-events.ts';
import type { Seal, SealedEvent } from './seal.ts';
import * as store from './seal-store.ts';
import { type Verdict, verifyHistory } from './verify-history.ts';

const eventsPerRead = 1_000;
const sealsPerRead = 20;

/** Verifies the history in the database. Servers may run on it: what they seal meanwhile is left for the next time. */
export async function verifyDatabase(queries: Queries): Promise<Verdict> {
  const workspaces = await store.listSealedWorkspaces(queries);
  const lastSeals = new Map(workspaces.map(({ workspaceId, last }) => [workspaceId, last]));
  return verifyHistory({
    keys: await store.listSealKeys(queries),
    workspaceIds: [...lastSeals.keys()],
    sealsOf: (workspaceId) => readSeals(queries, workspaceId, lastSeals.get(workspaceId) ?? 0),
    events: readEvents(queries),
  });
}

async function* readSeals(queries: Queries, workspaceId: string, last: number): AsyncGenerator<Seal> {
  for (let number = 0; number < last; ) {
    const limit = Math.min(sealsPerRead, last - number);
    const seals = await store.listSealsAfter(queries, { workspaceId, number, limit });
    for (const { leaves, ...seal } of seals) yield { ...seal, leaves: Buffer.from(leaves, 'base64') };
    const newest = seals.at(-1);
    if (!newest) return;
    number = newest.number;
  }
}

async function* readEvents(queries: Queries): AsyncGenerator<SealedEvent> {
  for (let cursor: EventCursor | undefined = { xid: 0, seq: 0 }; cursor; ) {
    const events = await listEventsAfter(queries, {
      xid: cursor.xid,
      seq: cursor.seq,
      limit: eventsPerRead,
    });
    for (const event of events) yield readEvent(event);
    cursor = events.at(-1);
  }
}
