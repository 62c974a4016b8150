import { type EventPosition, findNewestPosition } from '../live/index.ts';
import { workerJob } from '../platform/db/index.ts';
import { PackedTickets } from '../tickets/index.ts';
import { encodeTickets } from './encode-tickets.ts';
import {
  findReach,
  findSegmentRows,
  type HomeSum,
  passEnd,
  passStart,
  type SyncPass,
  type SyncPosition,
  type SyncSegment,
} from './sync-store.ts';

/** What is left to read. The first pass continues after `after`. */
export interface Remainder {
  passes: SyncPass[];
  after: SyncPosition;
}

interface ChunkPlan {
  cursor: EventPosition;
  segments: SyncSegment[];
  rest: Remainder;
}

/**
 * Plans a chunk of about `rowsMax` tickets along the index. This takes a twentieth of the time of reading them, so that
 * the next chunk can be read on another thread before this one has ended.
 */
export const planChunk = workerJob<
  // The first plan has no cursor. It is read where the tickets are read, before any of them: a replica can be behind.
  Remainder & { cursor?: EventPosition | undefined; rowsMax: number },
  ChunkPlan
>(import.meta.url, 'planChunk', async ({ workerReads }, { passes, rowsMax, ...request }) => {
  const cursor = request.cursor ?? (await findNewestPosition(workerReads));
  const segments: SyncSegment[] = [];
  let { after } = request;
  let room = rowsMax;
  for (const [finished, pass] of passes.entries()) {
    const segment = { pass, after, until: passEnd };
    const { rows, last } = await findReach(workerReads, segment, cursor, room);
    if (rows === room) {
      segments.push({ ...segment, until: last });
      return { cursor, segments, rest: { passes: passes.slice(finished), after: last } };
    }
    if (rows > 0) segments.push(segment);
    room -= rows;
    after = passStart;
  }
  return { cursor, segments, rest: { passes: [], after: passStart } };
});

export interface ReadChunk {
  /** A line of the answer; absent if no ticket was left. */
  line?: Uint8Array;
  sums: HomeSum[];
}

/** Reads and encodes tickets on a worker thread. */
export const readChunk = workerJob<{ segments: SyncSegment[]; cursor: EventPosition }, ReadChunk>(
  import.meta.url,
  'readChunk',
  async ({ workerReads }, { segments, cursor }) => {
    const tickets = new PackedTickets();
    for (const segment of segments) {
      const packed = await findSegmentRows(workerReads, segment, cursor);
      tickets.add(packed, segment.pass.kind === 'closed' ? 'updatedAt' : 'id');
    }
    if (tickets.count === 0) return { sums: [] };
    const sums = sumByHome(tickets);
    return { line: Buffer.from(`${JSON.stringify(encodeTickets(tickets))}\n`), sums };
  },
);

function sumByHome(tickets: PackedTickets): HomeSum[] {
  const sums = new Map<string, HomeSum>();
  const versions = tickets.column('version');
  for (const [at, homeId] of tickets.homeIds.entries()) {
    const sum = sums.get(homeId) ?? { homeId, rows: 0, versions: 0 };
    sum.rows++;
    sum.versions += versions[at] as number;
    sums.set(homeId, sum);
  }
  return [...sums.values()];
}
