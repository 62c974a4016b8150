import { type EventPosition, findNewestPosition } from '../live/index.ts';
import { dynamicStatement, type Queries } from '../platform/db/index.ts';
import { packedSelect, ticketStatuses } from '../tickets/index.ts';

/** Which tickets of a home are loaded. */
export const syncStates = ['open', 'all'] as const;
export type SyncState = (typeof syncStates)[number];

/**
 * One pass over tickets. `state`: those of one home, newest first. `closed`: those of a home that were closed recently,
 * the last changed first. `guest`: those of a person in homes that they see only in part.
 */
export type SyncPass =
  | { kind: 'state'; homeId: string; state: SyncState }
  | { kind: 'closed'; homeId: string; since: number }
  | { kind: 'guest'; homeIds: string[]; userId: string; state: SyncState; since: number };

/** The ticket after which a pass continues. */
export interface SyncPosition {
  id: string;
  updatedAt: number;
}

/** The position before the first ticket. Ids are hexadecimal, so every collation sorts them before `g`. */
export const passStart: SyncPosition = { id: 'g', updatedAt: Number.MAX_SAFE_INTEGER };

/** The position after the last ticket. */
export const passEnd: SyncPosition = { id: '', updatedAt: 0 };

/** The tickets of a pass after one position, up to and including another. */
export interface SyncSegment {
  pass: SyncPass;
  after: SyncPosition;
  until: SyncPosition;
}

/** The default of `closedSince`: later than any change. */
export const neverClosed = Number.MAX_SAFE_INTEGER;

const closedRank = ticketStatuses.indexOf('done');
const statusRanks: Record<SyncState, number[]> = {
  open: ticketStatuses.slice(0, closedRank).map((_, rank) => rank),
  all: ticketStatuses.map((_, rank) => rank),
};

/** A cancelled ticket has no closing time; its last change stands for it. */
const recentlyClosed = `((t.status = 'done' and t.completed_at >= :since)
  or (t.status = 'cancelled' and t.updated_at >= :since))`;
const inState: Record<SyncState, string> = {
  open: `(t.status_rank < ${closedRank} or ${recentlyClosed})`,
  all: '1 = 1',
};

/**
 * Both engines merge the tickets of each status along their index. Without the inner limits PostgreSQL would sort all
 * tickets of the home instead.
 */
const idsOfHome = (state: SyncState) => {
  const ofStatus = (rank: number) => `select id from (select t.id from tickets t
    where t.home_id = :homeId and t.status_rank = ${rank} and t.deleted_at is null and t.id < :id and t.id >= :untilId
    order by t.id desc limit :limit) s${rank}`;
  return `${statusRanks[state].map(ofStatus).join(' union all ')} order by id desc`;
};

/** Leaves out tickets that changed after the cursor: events bring them, and some may have been sent as open already. */
const closedOfHome = `where t.home_id = :homeId and t.deleted_at is null and t.updated_at >= :since
    and (t.updated_at, t.id) < (:updatedAt, :id) and (t.updated_at, t.id) >= (:untilUpdatedAt, :untilId)
    and ${recentlyClosed}
    and not exists (select 1 from ordered_events e
      where e.ticket_id = t.id and (e.xid, e.seq) > (:cursorXid, :cursorSeq))`;

/** No engine uses the index on homes for a concatenation, so both find the tickets by their people. */
const ofGuest = (role: 'reporter_id' | 'assignee_id', columns: string, condition: string) =>
  `select ${columns} from tickets t where t.${role} = :userId and t.home_id || '' in :homeIds[]
    and t.deleted_at is null and ${condition}`;

const idsOfGuest = (state: SyncState) => {
  const as = (role: 'reporter_id' | 'assignee_id') =>
    ofGuest(role, 't.id', `${inState[state]} and t.id < :id and t.id >= :untilId`);
  return `${as('reporter_id')} union ${as('assignee_id')} order by id desc`;
};

const selectPassIds = ({ kind, state }: Exclude<SyncPass, { kind: 'closed' }>) =>
  kind === 'state' ? idsOfHome(state) : idsOfGuest(state);

const passParams = (
  { pass, after, until }: SyncSegment,
  { xid: cursorXid, seq: cursorSeq }: EventPosition,
) => ({
  ...{ ...pass, cursorXid, cursorSeq, ...after },
  ...{ untilId: until.id, untilUpdatedAt: until.updatedAt },
});

/** Counts the tickets of a segment up to `limit`, and finds the last of them. */
export async function findReach(
  queries: Queries,
  segment: SyncSegment,
  cursor: EventPosition,
  limit: number,
): Promise<{ rows: number; last: SyncPosition }> {
  const { pass, after } = segment;
  const params = { ...passParams(segment, cursor), limit };
  if (pass.kind === 'closed') {
    const listed = await queries.list(closedPositions(), params);
    return { rows: listed.length, last: listed.at(-1) ?? after };
  }
  const reach = await queries.find(selectReach(selectPassIds(pass)), params);
  return { rows: reach?.rows ?? 0, last: { ...after, id: reach?.lastId ?? after.id } };
}

const selectReach = (ids: string) =>
  dynamicStatement<object, { rows: number; lastId: string | null }>(
    `select count(*) as rows, min(n.id) as "lastId" from (${ids} limit :limit) n`,
  );
const closedPositions = () =>
  dynamicStatement<object, SyncPosition>(
    `select t.id, t.updated_at as "updatedAt" from tickets t ${closedOfHome}
      order by t.updated_at desc, t.id desc limit :limit`,
  );

/**
 * Unordered: to sort, the database would copy each whole row, which took a third of the time. Without a limit: a ticket
 * restored since `findReach` must not push out another.
 */
export const findSegmentRows = (queries: Queries, segment: SyncSegment, cursor: EventPosition) =>
  queries.find(selectPassRows(segment.pass), passParams(segment, cursor));

const selectPassRows = (pass: SyncPass) => {
  const { joins, statementOf } = packedSelect;
  if (pass.kind === 'closed') return statementOf(`tickets t ${joins} ${closedOfHome}`);
  if (pass.kind === 'guest')
    return statementOf(`(${idsOfGuest(pass.state)}) n join tickets t on t.id = n.id ${joins}`);
  return statementOf(`tickets t ${joins} where t.home_id = :homeId and t.deleted_at is null
    and t.status_rank in (${statusRanks[pass.state].join()}) and t.id < :id and t.id >= :untilId`);
};

const newestSettled = 'settled_events order by xid desc, seq desc limit 1';

export interface HomeSum {
  homeId: string;
  rows: number;
  versions: number;
}
type SumRow = HomeSum & EventPosition;

interface SumParams {
  homeIds: string[];
  guestHomeIds: string[];
  userId: string;
  since: number;
}

/** Reads the sums and the cursor in one statement, so that they belong to the same moment. */
const sumsIn = (state: SyncState) => {
  const counted = 't.home_id, t.id, t.version';
  const guest = (role: 'reporter_id' | 'assignee_id') =>
    ofGuest(role, counted, inState[state]).replace(':homeIds[]', ':guestHomeIds[]');
  const closed = `union all
    select t.home_id, t.id, t.version from tickets t
    where t.home_id in :homeIds[] and t.deleted_at is null and t.updated_at >= :since and ${recentlyClosed}`;
  return dynamicStatement<SumParams, SumRow>(`
    select s.home_id as "homeId", count(*) as rows, sum(s.version) as versions,
      coalesce((select xid from ${newestSettled}), 0) as xid, coalesce((select seq from ${newestSettled}), 0) as seq
    from (
      select t.home_id, t.id, t.version from tickets t
      where t.home_id in :homeIds[] and t.deleted_at is null ${state === 'open' ? `and t.status_rank < ${closedRank}` : ''}
      ${state === 'open' ? closed : ''}
      union all
      select * from (${guest('reporter_id')} union ${guest('assignee_id')}) g) s
    group by s.home_id`);
};

export async function listSums(queries: Queries, state: SyncState, params: SumParams) {
  const rows = await queries.list(sumsIn(state), params);
  const [first] = rows;
  return {
    position: first ? { xid: first.xid, seq: first.seq } : await findNewestPosition(queries),
    sums: rows.map(({ homeId, rows: count, versions }): HomeSum => ({ homeId, rows: count, versions })),
  };
}
