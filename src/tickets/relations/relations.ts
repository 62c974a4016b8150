import type { Tx } from '../../platform/db/index.ts';
import { forbiddenBecause, invalid, notFound } from '../../platform/errors.ts';
import { type Scope, scopeWithin } from '../../users/index.ts';
import { getTicketFor, lockTicketFor } from '../get-ticket.ts';
import { nextUpdate } from '../ticket.ts';
import { canEditTicket, canReadTicket, isNotDeleted } from '../ticket-access.ts';
import { type Changes, recordTicketChange, ticketUpdated } from '../ticket-events.ts';
import {
  findTicket,
  type LockedTicketRow,
  lockRelations,
  type TicketRow,
  touchTicket,
} from '../ticket-store.ts';
import type { RelationRow, StoredKind } from './relation-store.ts';
import * as store from './relation-store.ts';

export const relationKinds = ['blocks', 'blocked_by', 'relates', 'duplicates', 'duplicated_by'] as const;
export type RelationKind = (typeof relationKinds)[number];

export interface Relation {
  kind: RelationKind;
  ticketId: string;
  /** Null for a ticket that the actor may not read. */
  ticket: TicketRow | null;
  createdAt: number;
}

/** Lists the relations to tickets that the actor may read. Editors see the others too, so that they can remove them. */
export async function listRelations(scope: Scope, ref: string): Promise<Relation[]> {
  const { db, actor } = scope;
  const ticket = await getTicketFor(db.reads, actor, ref, canReadTicket);
  const rows = await store.listRelationRows(db.reads, { ticketId: ticket.id });
  const others = await Promise.all(rows.map((row) => findTicket(db.reads, row.otherId, actor)));
  return rows.flatMap((row, i) => {
    const other = others[i];
    if (!other || !isNotDeleted(other)) return [];
    const isVisible = canReadTicket(actor, other);
    if (!isVisible && !canEditTicket(actor, ticket)) return [];
    const { otherId: ticketId, createdAt } = row;
    return [{ kind: relationKind(row), ticketId, ticket: isVisible ? other : null, createdAt }];
  });
}

/** Idempotent. Refuses a cycle of `blocks` or `duplicates`. */
export async function addRelation(
  scope: Scope,
  ref: string,
  kind: RelationKind,
  otherRef: string,
): Promise<Relation> {
  return scope.write(async (tx) => {
    await lockRelations(tx);
    const ticket = await lockTicketFor(tx, scope.actor, ref, canEditTicket);
    const other = await findTicket(tx, otherRef, scope.actor);
    if (!other || !isNotDeleted(other) || !canReadTicket(scope.actor, other)) {
      throw invalid({ ticketId: ['Ticket does not exist'] });
    }
    if (other.id === ticket.id) throw invalid({ ticketId: ['Ticket must be a different ticket'] });
    if (affectsOther(kind) && !canEditTicket(scope.actor, other)) throw notEditor();
    const edge = toEdge(kind, ticket.id, other.id);
    if (
      edge.kind !== 'relates' &&
      (await store.isReachable(tx, { ...edge, fromId: edge.toId, toId: edge.fromId }))
    ) {
      throw invalid({
        ticketId: [`Relation would create a cycle: the other ticket already ${edge.kind} this one`],
      });
    }
    const now = nextUpdate(ticket, scope.clock.now());
    if (await store.insertRelation(tx, { ...edge, now })) {
      await recordChange(tx, scope, ticket, { [kind]: { from: null, to: other.id } }, now);
    }
    return { kind, ticketId: other.id, ticket: other, createdAt: now };
  });
}

/** These kinds affect the other ticket, so its editors decide: it is then blocked, or counts as a duplicate. */
const affectsOther = (kind: RelationKind) => kind === 'blocks' || kind === 'duplicated_by';

const notEditor = () =>
  forbiddenBecause(
    'Only those who may edit the other ticket can say that it is blocked or a duplicate. Relate the tickets instead.',
  );

export async function removeRelation(
  scope: Scope,
  ref: string,
  kind: RelationKind,
  otherRef: string,
): Promise<string> {
  return scope.write(async (tx) => {
    const ticket = await lockTicketFor(tx, scope.actor, ref, canEditTicket);
    const other = await findTicket(tx, otherRef, scope.actor);
    if (!other || !(await store.deleteRelation(tx, toEdge(kind, ticket.id, other.id))))
      throw notFound('Relation');
    const at = nextUpdate(ticket, scope.clock.now());
    await recordChange(tx, scope, ticket, { [kind]: { from: other.id, to: null } }, at);
    return other.id;
  });
}

/** Makes the related tickets of one kind exactly these. Those that the actor may not read stay. */
export async function setRelations(
  scope: Scope,
  ref: string,
  kind: RelationKind,
  otherRefs: string[],
): Promise<void> {
  await scope.write(async (tx) => {
    await lockRelations(tx);
    const { id } = await lockTicketFor(tx, scope.actor, ref, canEditTicket);
    const within = scopeWithin(tx, scope);
    const kept = new Set<string>();
    for (const otherRef of otherRefs) kept.add((await addRelation(within, id, kind, otherRef)).ticketId);
    for (const row of await store.listRelationRows(tx, { ticketId: id })) {
      if (relationKind(row) !== kind || kept.has(row.otherId)) continue;
      const other = await findTicket(tx, row.otherId, scope.actor);
      if (other && isNotDeleted(other) && canReadTicket(scope.actor, other))
        await removeRelation(within, id, kind, other.id);
    }
    return null;
  });
}

async function recordChange(
  tx: Tx,
  scope: Scope,
  ticket: LockedTicketRow,
  changes: Changes,
  at: number,
): Promise<void> {
  await touchTicket(tx, { id: ticket.id, updatedAt: at });
  await recordTicketChange(tx, scope, ticketUpdated, { ...ticket, updatedAt: at }, changes, at);
}

function relationKind({ kind, outgoing }: RelationRow): RelationKind {
  if (kind === 'relates' || outgoing === 1) return kind;
  return kind === 'blocks' ? 'blocked_by' : 'duplicated_by';
}

/** `relates` has no direction: it is stored from the smaller id to the larger, so that the key excludes duplicates. */
function toEdge(
  kind: RelationKind,
  id: string,
  otherId: string,
): { fromId: string; toId: string; kind: StoredKind } {
  if (kind === 'blocked_by') return { fromId: otherId, toId: id, kind: 'blocks' };
  if (kind === 'duplicated_by') return { fromId: otherId, toId: id, kind: 'duplicates' };
  if (kind === 'relates' && otherId < id) return { fromId: otherId, toId: id, kind };
  return { fromId: id, toId: otherId, kind };
}
