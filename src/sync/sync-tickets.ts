import { type EventPosition, formatPosition } from '../live/index.ts';
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
 * Yields the lines of the answer: the cursor, the tickets in chunks, the checksums. A chunk is read when the one before was
 * taken.
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
  let after = passStart;
  let cursor: EventPosition | undefined;
  const sums = new Map<string, HomeSum>();
  do {
    const chunk = await db.runOnWorker(readChunk, { passes, after, cursor, rowsMax });
    if (!cursor) yield writeLine({ format: syncFormat, cursor: formatPosition(chunk.cursor) });
    cursor = chunk.cursor;
    for (const sum of chunk.sums) sums.set(sum.homeId, addSum(sum, sums.get(sum.homeId)));
    if (chunk.line) yield chunk.line;
    const remaining = passes.slice(chunk.finished);
    // A slow client can take minutes, in which the actor can lose a project.
    passes = remaining.length > 0 ? keepVisible(remaining, await findHomes()) : [];
    after = passes[0] === remaining[0] ? chunk.after : passStart;
  } while (passes.length > 0);
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
