import type { Queries } from '../platform/db/index.ts';
import { forbidden, notFound } from '../platform/errors.ts';
import type { Actor, Scope } from '../users/index.ts';
import { listLatestComments } from './comments/comment-store.ts';
import { type Label, listLabelsOf } from './labels/label-store.ts';
import { type CommentWithMentions, withMentions } from './mentions/mentions.ts';
import { canReadTicket, isNotDeleted, type TicketAccessContext } from './ticket-access.ts';
import { findTicket, lockTicket, type TicketRow } from './ticket-store.ts';

export type TicketDetails = TicketRow & { labels: Label[]; comments: CommentWithMentions[] };

type Permission = (actor: Actor, ticket: TicketAccessContext) => boolean;

const commentsShown = 100;

export async function getTicket(scope: Scope, ref: string): Promise<TicketDetails> {
  const row = await getTicketFor(scope.db.reads, scope.actor, ref, canReadTicket);
  return withDetails(scope.db.reads, row);
}

/** Throws if the ticket does not exist or the actor lacks the permission. */
export async function getTicketFor(queries: Queries, actor: Actor, ref: string, may: Permission) {
  return assertPermitted(await findTicket(queries, ref, actor.userId), actor, may);
}

/** As getTicketFor, with a row lock until the transaction ends. */
export async function lockTicketFor(tx: Queries, actor: Actor, ref: string, may: Permission) {
  return assertPermitted(await lockTicket(tx, ref, actor.userId), actor, may);
}

/** Reads a ticket back inside the transaction that changed it. */
export async function readTicketDetails(tx: Queries, actor: Actor, id: string): Promise<TicketDetails> {
  const row = await findTicket(tx, id, actor.userId);
  if (!row) throw notFound('Ticket');
  return withDetails(tx, row);
}

async function withDetails(queries: Queries, row: TicketRow): Promise<TicketDetails> {
  const [labels, comments] = await Promise.all([
    row.labelCount > 0 ? listLabelsOf(queries, row.id) : [],
    row.commentCount > 0 ? latestComments(queries, row.id) : [],
  ]);
  // Nobody else has this row, so it is extended in place: copying its 60 fields costs more than reading the labels.
  return Object.assign(row, { labels, comments });
}

const latestComments = async (queries: Queries, ticketId: string) =>
  withMentions(queries, await listLatestComments(queries, ticketId, commentsShown));

/** Throws not-found for a missing or deleted ticket, and forbidden without the permission. */
export function assertPermitted(row: TicketRow | undefined, actor: Actor, may: Permission): TicketRow {
  if (!row || !isNotDeleted(row)) throw notFound('Ticket');
  if (!may(actor, row)) throw forbidden('ticket');
  return row;
}
