import { formatPosition } from '../live/index.ts';
import { findVisibleHomes } from '../tickets/index.ts';
import type { Scope } from '../users/index.ts';
import { readChunk } from './read-chunk.ts';
import {
  type HomeSum,
  listSums,
  neverClosed,
  passStart,
  type SyncPass,
  type SyncState,
} from './sync-store.ts';

export interface SyncSelection {
  /** Ids or keys; absent: every ticket that the actor sees. */
  projects?: string[] | undefined;
  state: SyncState;
  /** Also tickets that were closed since. */
  closedSince?: number | undefined;
}

type VisibleHomes = Awaited<ReturnType<typeof findVisibleHomes>>;

/** About 0.6 MB of JSON, and some 50 ms of a worker thread, in which other reads of its lane wait. */
const rowsPerChunk = 5_000;
export const syncFormat = 1;

/**
 * Yields the lines of the answer: the cursor, the tickets in chunks, the checksums. At most one chunk is read ahead.
 *
 * The cursor is read before any ticket, so the stream of events from it has every change that a chunk could have missed. A
 * held transaction would make the chunks a snapshot, but would keep SQLite from shortening its log while a slow client
 * reads.
 */
export async function* syncTickets(
  { db, actor }: Scope,
  selection: SyncSelection,
  rowsMax = rowsPerChunk,
): AsyncGenerator<Uint8Array | string, void> {
  const findHomes = () => findVisibleHomes(db.reads, actor, selection.projects);
  let passes = planPasses(await findHomes(), selection);
  const sums = new Map<string, HomeSum>();
  let chunk = await db.runOnWorker(readChunk, { passes, after: passStart, rowsMax });
  const { cursor } = chunk;
  yield writeLine({ format: syncFormat, cursor: formatPosition(cursor) });
  for (;;) {
    for (const sum of chunk.sums) sums.set(sum.homeId, addSum(sum, sums.get(sum.homeId)));
    const remaining = passes.slice(chunk.finished);
    // A slow client can take minutes, in which the actor can lose a project.
    passes = remaining.length > 0 ? keepVisible(remaining, await findHomes()) : [];
    const after = passes[0] === remaining[0] ? chunk.after : passStart;
    // The next chunk is read while this one is compressed and sent.
    const next =
      passes.length > 0 ? db.runOnWorker(readChunk, { passes, after, cursor, rowsMax }) : undefined;
    // Without a consumer nobody awaits it.
    next?.catch(() => {});
    if (chunk.line) yield chunk.line;
    if (!next) break;
    chunk = await next;
  }
  yield writeLine({ end: true, checksums: sortSums([...sums.values()]) });
}

/** What `syncTickets` would sum up now, and the position of the event stream for which it holds. */
export async function checkSync({ db, actor }: Scope, selection: SyncSelection) {
  const { whole, guest, userId } = await findVisibleHomes(db.reads, actor, selection.projects);
  const since = selection.closedSince ?? neverClosed;
  const params = { homeIds: whole, guestHomeIds: guest, userId, since };
  const { position, sums } = await listSums(db.workerReads, selection.state, params);
  return { cursor: formatPosition(position), checksums: sortSums(sums) };
}

function planPasses(
  { whole, guest, userId }: VisibleHomes,
  { state, closedSince }: SyncSelection,
): SyncPass[] {
  const since = closedSince ?? neverClosed;
  return [
    ...whole.flatMap((homeId): SyncPass[] => [
      { kind: 'state', homeId, state },
      ...(state === 'open' && closedSince !== undefined ? [{ kind: 'closed' as const, homeId, since }] : []),
    ]),
    ...(guest.length > 0 ? [{ kind: 'guest' as const, homeIds: guest, userId, state, since }] : []),
  ];
}

/** A guest sees their own tickets whatever happens to their role. */
function keepVisible(passes: SyncPass[], { whole }: VisibleHomes): SyncPass[] {
  const visible = new Set(whole);
  return passes.filter((pass) => pass.kind === 'guest' || visible.has(pass.homeId));
}

const addSum = (a: HomeSum, b: HomeSum | undefined): HomeSum => ({
  homeId: a.homeId,
  rows: a.rows + (b?.rows ?? 0),
  versions: a.versions + (b?.versions ?? 0),
});

const sortSums = (sums: HomeSum[]) => sums.sort((a, b) => (a.homeId < b.homeId ? -1 : 1));

const writeLine = (line: object) => `${JSON.stringify(line)}\n`;
