import { type EventCursor, type EventRow, isAfter } from '../events/index.ts';
import type { Queries } from '../platform/db/index.ts';
import { conflict } from '../platform/errors.ts';
import { readEvent } from './hash-next-events.ts';
import {
  hashEvent,
  instanceHistory,
  leafBytes,
  merklePath,
  type SealedEvent,
  type SealStatement,
} from './seal.ts';
import * as store from './seal-store.ts';

/** Where an event stands in the seals of its workspace, so that it can be verified without the other events. */
export interface Inclusion {
  workspaceId: string;
  /** Of the seal. */
  number: number;
  index: number;
  /** The hash in the seal, from which that of the event differs if its content was deleted. */
  leaf: string;
  /** The hashes beside it on the way to the root, lowest first. */
  path: string[];
}

export type SignedSeal = SealStatement & { keyId: string; signature: string };

export interface ProvenEvents {
  /** In the given order; an event without inclusion is newer than the last seal. */
  events: { event: SealedEvent; inclusion: Inclusion | null }[];
  seals: SignedSeal[];
  keys: { id: string; publicKey: string }[];
}

/** Tells of events whether they are in a seal, without finding it. */
export async function findSealedTest(queries: Queries): Promise<(event: EventCursor) => boolean> {
  const sealed = await store.sealCursor.find(queries);
  return (event) => !isAfter(event, sealed);
}

/** Finds the place of each event in the seals. The cost grows with the number of different seals, not with the history. */
export async function proveEvents(queries: Queries, rows: readonly EventRow[]): Promise<ProvenEvents> {
  const seals = new Map<string, store.StoredSeal>();
  const ends = new Map<string, SealEnd>();
  const events: ProvenEvents['events'] = [];
  for (const row of rows) {
    const event = toSealed(row);
    const workspaceId = row.workspaceId ?? instanceHistory;
    const number = await findSealNumber(queries, ends, workspaceId, row);
    if (number === undefined) {
      events.push({ event, inclusion: null });
      continue;
    }
    const name = `${workspaceId} ${number}`;
    const seal = seals.get(name) ?? (await store.findSeal(queries, { workspaceId, number }));
    if (!seal) throw doesNotFit();
    seals.set(name, seal);
    events.push({ event, inclusion: await findInclusion(queries, seal, event) });
  }
  const used = [...seals.values()].map(({ leaves: _, ...seal }) => seal);
  const keyIds = new Set(used.map(({ keyId }) => keyId));
  const keys = (await store.listSealKeys(queries)).filter(({ id }) => keyIds.has(id));
  return { events, seals: used, keys: keys.map(({ id, publicKey }) => ({ id, publicKey })) };
}

const toSealed = (row: EventRow): SealedEvent => {
  const { id, type, occurredAt, actorId, workspaceId, projectId, ticketId, data } = readEvent(row);
  return { id, type, occurredAt, actorId, workspaceId, projectId, ticketId, data };
};

async function findInclusion(
  queries: Queries,
  { leaves: stored, workspaceId, number, from, to }: store.StoredSeal,
  event: SealedEvent,
): Promise<Inclusion> {
  const leaves = Buffer.from(stored, 'base64');
  const hash = hashEvent(event);
  let index = Array.from({ length: leaves.length / leafBytes }, (_, at) => at).findIndex((at) =>
    hash.equals(leafAt(leaves, at)),
  );
  // The content was deleted or changed, so only the order of the log says which hash is the event's.
  if (index < 0) index = (await store.listSealedIds(queries, { workspaceId, from, to })).indexOf(event.id);
  if (index < 0) throw doesNotFit();
  return {
    workspaceId,
    number,
    index,
    leaf: leafAt(leaves, index).toString('hex'),
    path: merklePath(leaves, index),
  };
}

const leafAt = (leaves: Buffer, index: number) => leaves.subarray(index * leafBytes, (index + 1) * leafBytes);

type SealEnd = { xid: number; seq: number };

/** A binary search: the first seal whose last event is not before this one. */
async function findSealNumber(
  queries: Queries,
  ends: Map<string, SealEnd>,
  workspaceId: string,
  { xid, seq }: EventRow,
): Promise<number | undefined> {
  const isBefore = async (number: number) => {
    const name = `${workspaceId} ${number}`;
    const end = ends.get(name) ?? (await store.findSealEnd(queries, { workspaceId, number }));
    if (!end) throw doesNotFit();
    ends.set(name, end);
    return end.xid < xid || (end.xid === xid && end.seq < seq);
  };
  const last = (await store.findLastSeal(queries, { workspaceId }))?.number ?? 0;
  if (last === 0 || (await isBefore(last))) return undefined;
  let low = 1;
  for (let high = last; low < high; ) {
    const middle = Math.floor((low + high) / 2);
    if (await isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

const doesNotFit = () =>
  conflict('The history does not fit its seals. Ask an administrator to run docket verify --database.');
