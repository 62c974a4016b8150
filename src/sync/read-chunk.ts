import { type EventPosition, findNewestPosition } from '../live/index.ts';
import { workerJob } from '../platform/db/index.ts';
import type { StoredTicketRow } from '../tickets/index.ts';
import { encodeRows } from './encode-rows.ts';
import { type HomeSum, listPassRows, passStart, type SyncPass, type SyncPosition } from './sync-store.ts';

export interface ChunkRequest {
  /** The passes that are not finished; the first continues after `after`. */
  passes: SyncPass[];
  after: SyncPosition;
  /** Absent for the first chunk, which reads it before any ticket, where the tickets are read: a replica can be behind. */
  cursor?: EventPosition | undefined;
  rowsMax: number;
}

export interface ReadChunk {
  cursor: EventPosition;
  /** A line of the answer; absent if no ticket was left. */
  line?: Uint8Array;
  sums: HomeSum[];
  /** How many of the passes are finished. */
  finished: number;
  after: SyncPosition;
}

/** Reads and encodes tickets of one or several passes, until there are `rowsMax`, on a worker thread. */
export const readChunk = workerJob<ChunkRequest, ReadChunk>(
  import.meta.url,
  'readChunk',
  async ({ workerReads }, { passes, rowsMax, ...request }) => {
    const cursor = request.cursor ?? (await findNewestPosition(workerReads));
    const rows: StoredTicketRow[] = [];
    let after = request.after;
    let finished = 0;
    for (const pass of passes) {
      const limit = rowsMax - rows.length;
      const read = await listPassRows(workerReads, pass, cursor, after, limit);
      rows.push(...read);
      if (read.length === limit) {
        const { id, updatedAt } = read.at(-1) as StoredTicketRow;
        after = { id, updatedAt };
        break;
      }
      after = passStart;
      finished++;
    }
    if (rows.length === 0) return { cursor, sums: [], finished, after };
    const line = Buffer.from(`${JSON.stringify(encodeRows(rows))}\n`);
    return { cursor, line, sums: sumByHome(rows), finished, after };
  },
  { isSlow: true },
);

function sumByHome(rows: readonly StoredTicketRow[]): HomeSum[] {
  const sums = new Map<string, HomeSum>();
  for (const { projectId, workspaceId, version } of rows) {
    const homeId = projectId ?? workspaceId;
    const sum = sums.get(homeId) ?? { homeId, rows: 0, versions: 0 };
    sums.set(homeId, { homeId, rows: sum.rows + 1, versions: sum.versions + version });
  }
  return [...sums.values()];
}
