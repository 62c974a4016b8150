import type { Tx } from '../../platform/db/index.ts';
import { newId } from '../../platform/ids.ts';
import type { Page } from '../../platform/paging.ts';
import type { Scope } from '../../users/index.ts';
import { closesParent, hasOpenChildren } from '../children/open-children.ts';
import { completionAfter } from '../fields/ticket-rules.ts';
import { recordRefused } from '../gates/gate-events.ts';
import { tryGates } from '../gates/pass-gates.ts';
import { getTicketFor } from '../get-ticket.ts';
import { isOpen, nextUpdate, type TicketStatus } from '../ticket.ts';
import { canReadTicket } from '../ticket-access.ts';
import { changesBetween } from '../ticket-changes.ts';
import { type LockedTicketRow, lockAnyTicket, touchTicket, updateTicketRow } from '../ticket-store.ts';
import { describeStep } from '../workflow/describe-step.ts';
import { findTransitionProblem, parseWorkflow } from '../workflow/workflow.ts';
import {
  type CodeActor,
  recordLinkEvent,
  recordMoveByCode,
  ticketLinkChanged,
  ticketLinked,
} from './link-events.ts';
import type { LinkTarget } from './link-store.ts';
import * as store from './link-store.ts';

export type { ListedLink as LinkToShow } from './link-store.ts';

export async function listLinks({ db, actor }: Scope, ref: string, page: Page) {
  const ticket = await getTicketFor(db.reads, actor, ref, canReadTicket);
  return store.listLinks(db.reads, { ticketId: ticket.id }, page);
}

/**
 * Locks the ticket with this id or key if it is in one of the projects, until the transaction ends. A former key can lead to
 * a ticket that has moved to another project.
 */
export async function lockTicketInProjects(tx: Tx, projectIds: readonly string[], ref: string) {
  const ticket = await lockAnyTicket(tx, ref);
  if (!ticket || ticket.deletedAt !== null || ticket.projectId === null) return undefined;
  return projectIds.includes(ticket.projectId) ? ticket : undefined;
}

export interface LinkInput extends LinkTarget {
  closes: boolean;
  /** When the code host had this state. A state older than the stored one is ignored. */
  asOf: number;
}

/** `ready`: the link existed, but as a draft or without closing the ticket. */
export type LinkOutcome = 'new' | 'ready' | 'known';

/** Links the target to the ticket, or updates the existing link. */
export async function attachLink(
  tx: Tx,
  actor: CodeActor,
  ticket: LockedTicketRow,
  { closes, asOf, ...thing }: LinkInput,
  now: number,
): Promise<LinkOutcome> {
  const known = await store.findLink(tx, { ticketId: ticket.id, ...thing });
  if (known) {
    if (asOf < known.updatedAt) return 'known';
    const link = { ...known, ...thing, closes: Number(closes), updatedAt: asOf };
    await store.updateLink(tx, link);
    if (known.state !== link.state) await recordLinkEvent(tx, actor, ticketLinkChanged, ticket, link, now);
    const wasReady = known.state !== 'draft' && known.closes === 1;
    return wasReady ? 'known' : 'ready';
  }
  const link = {
    ...thing,
    id: newId(now),
    ticketId: ticket.id,
    closes: Number(closes),
    createdAt: now,
    updatedAt: asOf,
  };
  await store.insertLink(tx, link);
  ticket.updatedAt = nextUpdate(ticket, now);
  await touchTicket(tx, { id: ticket.id, updatedAt: ticket.updatedAt });
  await recordLinkEvent(tx, actor, ticketLinked, ticket, link, ticket.updatedAt);
  return 'new';
}

/**
 * `not_allowed`: the workflow of the project binds automation and has no such transition. `open_children`: the pull
 * request would close the ticket although it has open children, which only people can force. `gates`: something that the
 * gates of the project ask for is missing; an event says what.
 */
export type MoveOutcome = 'moved' | 'unchanged' | 'not_allowed' | 'open_children' | 'gates';

/** Moves a ticket, if it is open. */
export async function moveTicketByCode(
  tx: Tx,
  actor: CodeActor,
  ticket: LockedTicketRow,
  status: TicketStatus,
  now: number,
  ownStatusId: string | null = null,
): Promise<MoveOutcome> {
  const from = ticket.status;
  if (from === status || !isOpen(ticket)) return 'unchanged';
  const workflow = parseWorkflow(ticket.workflow);
  const isBound = !workflow.exempt.includes('automation');
  const step = { status, ownStatusId };
  if (isBound && findTransitionProblem(workflow, ticket, step)) return 'not_allowed';
  if (closesParent(ticket, status) && (await hasOpenChildren(tx, ticket.id))) return 'open_children';
  const after = {
    ...ticket,
    ...step,
    triage: null,
    snoozedUntil: null,
    completedAt: completionAfter(ticket, status, now),
    version: ticket.version + 1,
    updatedAt: nextUpdate(ticket, now),
  };
  const passage = await tryGates(tx, { before: ticket, after, gates: ticket.gates });
  if (Array.isArray(passage)) {
    await recordRefused(tx, actor, ticket, { status, missing: passage }, now);
    return 'gates';
  }
  await updateTicketRow(tx, ticket, after, ticket.labelIds, passage);
  const changes = changesBetween(ticket, after, ticket.labelIds, ticket.labelIds);
  describeStep(changes, ticket, after, ticket.workflow);
  await recordMoveByCode(tx, actor, after, changes, after.updatedAt);
  Object.assign(ticket, after);
  return 'moved';
}
