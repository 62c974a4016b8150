import { formatPosition } from '../live/index.ts';
import { findVisibleHomes } from '../tickets/index.ts';
import type { Scope } from '../users/index.ts';
import { planChunk, type ReadChunk, readChunk } from './read-chunk.ts';
import {
  type HomeSum,
  listSums,
  neverClosed,
  passStart,
  type SyncPass,
  type SyncState,
} from './sync-store.ts';

export interface SyncSelection {
  /** Ids or keys. If absent, every ticket that the actor sees. */
  projects?: string[] | undefined;
  state: SyncState;
  /** Also includes tickets closed since then. */
  closedSince?: number | undefined;
}

type VisibleHomes = Awaited<ReturnType<typeof findVisibleHomes>>;

/** About 0.25 MB of JSON and 20 ms of a worker thread, so that other reads on the lane hardly wait. */
const rowsPerChunk = 2_000;
/** One chunk is compressed and sent while others are read on two lanes, as many as one person has. */
const chunksAhead = 2;
export const syncFormat = 1;

/**
 * Yields the lines of the answer: the cursor, the tickets in chunks, the checksums. A few chunks are read ahead. The
 * cursor is read before any ticket, so the event stream from it has every change that a chunk could have missed. One
 * long transaction would make the chunks a snapshot, but would keep SQLite from shortening its log while a slow client
 * reads.
 */
export async function* syncTickets(
  scope: Scope,
  selection: SyncSelection,
  rowsMax = rowsPerChunk,
): AsyncGenerator<Uint8Array | string, void> {
  const sums = new Map<string, HomeSum>();
  const reading: Promise<ReadChunk>[] = [];
  const take = async () => {
    const chunk = await (reading.shift() as Promise<ReadChunk>);
    for (const sum of chunk.sums) sums.set(sum.homeId, addSum(sum, sums.get(sum.homeId)));
    return chunk.line ? [chunk.line] : [];
  };
  let isFirst = true;
  for await (const { cursor, segments } of planChunks(scope, selection, rowsMax)) {
    if (isFirst) yield writeLine({ format: syncFormat, cursor: formatPosition(cursor) });
    isFirst = false;
    const chunk = scope.db.runOnWorker(readChunk, { segments, cursor });
    // Without a consumer nobody awaits it.
    chunk.catch(() => {});
    reading.push(chunk);
    if (reading.length > chunksAhead) yield* await take();
  }
  while (reading.length > 0) yield* await take();
  yield writeLine({ end: true, checksums: sortSums([...sums.values()]) });
}

async function* planChunks({ db, actor }: Scope, selection: SyncSelection, rowsMax: number) {
  const findHomes = () => findVisibleHomes(db.reads, actor, selection.projects);
  const passes = planPasses(await findHomes(), selection);
  let plan = await db.runOnWorker(planChunk, { passes, after: passStart, rowsMax });
  for (;;) {
    yield plan;
    const { cursor, rest } = plan;
    if (rest.passes.length === 0) return;
    // A slow client can take minutes, in which the actor can lose a project.
    const visible = keepVisible(rest.passes, await findHomes());
    const after = visible[0] === rest.passes[0] ? rest.after : passStart;
    plan = await db.runOnWorker(planChunk, { passes: visible, after, cursor, rowsMax });
  }
}

/** Sums up what `syncTickets` would send now, with the position of the event stream at which the sums are valid. */
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

/** A guest sees their own tickets, whatever happens to their role. */
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
