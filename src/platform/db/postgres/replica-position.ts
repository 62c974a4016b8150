import type { Queries } from '../database.ts';
import { statement } from '../statements/statement.ts';

/** A position in the write-ahead log of a primary. */
export interface WalPosition {
  lsn: string;
  /** Incremented by each promotion, after which an old primary may continue alone from an earlier position. */
  timeline: number;
  /** Identifies the primary and its replicas; no other server has the same. */
  cluster: string;
}

/** The server that answered a read, or the reason why the replica did not. */
export type ReplicaOutcome =
  | 'replica'
  | 'unreachable'
  /** The replica had not replayed the position in time. */
  | 'behind'
  /** The replica follows an older timeline, or belongs to another cluster. */
  | 'diverged'
  /** The server was promoted, or never was a replica. */
  | 'not_a_replica'
  /** The read was cancelled on the replica, for example because it blocked the replay. */
  | 'cancelled'
  /** The primary has no position: it is a standby itself. */
  | 'no_position';

/**
 * Every commit that was acknowledged or visible earlier is at or before this position: it is flushed first, unless
 * `synchronous_commit` is off.
 */
const readPosition = statement<object, { lsn: string | null; timeline: number | null }>(`
  select
    case when pg_is_in_recovery() then null
      when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()::text
      else pg_current_wal_flush_lsn()::text end as lsn,
    case when pg_is_in_recovery() then null
      else ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int end as timeline`);

const readCluster = statement<object, { cluster: string }>(
  'select system_identifier::text as cluster from pg_control_system()',
);

/** Reads the position of the primary; undefined if it is a standby itself. */
export function newPositionReader(reads: Queries): () => Promise<WalPosition | undefined> {
  let cluster: string | undefined;
  return async () => {
    const [position, found] = await Promise.all([
      reads.find(readPosition, {}),
      cluster === undefined ? reads.find(readCluster, {}) : undefined,
    ]);
    cluster ??= found?.cluster;
    if (!position || position.lsn === null || position.timeline === null || cluster === undefined)
      return undefined;
    return { lsn: position.lsn, timeline: position.timeline, cluster };
  };
}
