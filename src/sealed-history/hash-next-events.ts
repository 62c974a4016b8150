import { type EventRow, listEventsAfter } from '../events/index.ts';
import { workerJob } from '../platform/db/index.ts';
import { hashEvent, instanceHistory, merkleRoot } from './seal.ts';

type Cursor = Omit<Parameters<typeof listEventsAfter>[1], 'limit'>;

/** The next events of one workspace, or of the instance. */
interface HashedHistory {
  workspaceId: string;
  from: string;
  to: string;
  count: number;
  root: string;
  /** The hashes of the events, in Base64. */
  leaves: string;
}

interface HashedEvents {
  count: number;
  /** Where the next ones begin; undefined if there are none. */
  last: Cursor | undefined;
  histories: HashedHistory[];
}

/**
 * Reads the next settled events and hashes them. That is most of the work of a seal, about 40 µs an event, which on the main
 * thread would be taken from requests.
 */
export const hashNextEvents = workerJob(
  import.meta.url,
  'hashNextEvents',
  async (db, { cursor, limit }: { cursor: Cursor; limit: number }): Promise<HashedEvents> => {
    const events = await listEventsAfter(db.workerReads, { ...cursor, limit });
    const last = events.at(-1);
    const byHistory = Map.groupBy(events, ({ workspaceId }) => workspaceId ?? instanceHistory);
    return {
      count: events.length,
      last: last && { xid: last.xid, seq: last.seq },
      histories: [...byHistory].map(([workspaceId, members]) => hashHistory(workspaceId, members)),
    };
  },
);

function hashHistory(workspaceId: string, members: EventRow[]): HashedHistory {
  const leaves = Buffer.concat(members.map((event) => hashEvent(readEvent(event))));
  return {
    workspaceId,
    from: members[0]?.id as string,
    to: members.at(-1)?.id as string,
    count: members.length,
    root: merkleRoot(leaves),
    leaves: leaves.toString('base64'),
  };
}

export const readEvent = ({ data, ...event }: EventRow) => ({ ...event, data: JSON.parse(data) as unknown });
