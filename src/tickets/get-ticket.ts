import type { Queries } from '../platform/db/index.ts';
import { forbidden, notFound } from '../platform/errors.ts';
import type { Actor, Scope } from '../users/index.ts';
import type { ChecklistEntry } from './checklists/checklist.ts';
import { listChecklist } from './checklists/checklist-store.ts';
import { noProgress, readProgress, type TicketProgress } from './children/progress.ts';
import { type CommentDetails, readCommentDetails } from './comments/comment-details.ts';
import { listLatestComments } from './comments/comment-store.ts';
import { type Label, listLabelsOf } from './labels/label-store.ts';
import { type NamedFieldValue, readNamedValues } from './own-fields/named-values.ts';
import type { EmojiReaction } from './reactions/emoji-reaction.ts';
import { canReadTicket, isNotDeleted, type TicketAccessContext } from './ticket-access.ts';
import { findTicket, lockTicket, type TicketRow } from './ticket-store.ts';

interface TicketParts extends TicketProgress {
  labels: Label[];
  fieldValues: NamedFieldValue[];
  checklist: ChecklistEntry[];
  reactions: EmojiReaction[];
  comments: CommentDetails[];
}

export type TicketDetails = TicketRow & TicketParts;

type Permission = (actor: Actor, ticket: TicketAccessContext) => boolean;

const commentsShown = 100;

export async function getTicket(scope: Scope, ref: string): Promise<TicketDetails> {
  const row = await getTicketFor(scope.db.reads, scope.actor, ref, canReadTicket);
  return addDetails(scope.db.reads, scope.actor, row);
}

/** Throws if the ticket does not exist or the actor lacks the permission. */
export async function getTicketFor(queries: Queries, actor: Actor, ref: string, may: Permission) {
  return assertPermitted(await findTicket(queries, ref, actor), actor, may);
}

/** Like getTicketFor, with a row lock until the transaction ends. */
export async function lockTicketFor(tx: Queries, actor: Actor, ref: string, may: Permission) {
  return assertPermitted(await lockTicket(tx, ref, actor), actor, may);
}

/** Reads a ticket back inside the transaction that changed it. */
export async function readTicketDetails(tx: Queries, actor: Actor, id: string): Promise<TicketDetails> {
  const row = await findTicket(tx, id, actor);
  if (!row) throw notFound('Ticket');
  return addDetails(tx, actor, row);
}

/**
 * Reads only the parts that the row says it has: a ticket without any takes no further statement. `queriesAfterwards`
 * reads what depends on a first round: mentions in the comments, and reactions.
 */
export async function addDetails(
  queries: Queries,
  actor: Actor,
  row: TicketRow,
  queriesAfterwards = queries,
): Promise<TicketDetails> {
  const parts = hasParts(row) ? await readParts(queries, actor, row, queriesAfterwards) : noParts();
  // The row is not shared, so it is extended in place: copying its 60 fields costs more than reading the labels.
  return Object.assign(row, parts);
}

const hasParts = (row: TicketRow) =>
  row.labelCount + row.commentCount + row.hasChildren + row.checklistTotal + row.reactionCount > 0 ||
  row.fields !== null;

export const noParts = (): TicketParts => ({
  ...noProgress,
  labels: [],
  fieldValues: [],
  checklist: [],
  reactions: [],
  comments: [],
});

async function readParts(
  queries: Queries,
  actor: Actor,
  row: TicketRow,
  queriesAfterwards: Queries,
): Promise<TicketParts> {
  const [labels, comments, progress, fieldValues, checklist] = await Promise.all([
    row.labelCount > 0 ? listLabelsOf(queries, { ticketId: row.id }) : [],
    row.commentCount > 0 ? listLatestComments(queries, row.id, commentsShown) : [],
    row.hasChildren === 1 ? readProgress(queries, actor, row.id) : noProgress,
    row.fields === null ? [] : readNamedValues(queries, row),
    row.checklistTotal > 0 ? listChecklist(queries, row.id) : [],
  ]);
  const details = await readCommentDetails(queriesAfterwards, actor, comments, row);
  return { ...progress, labels, fieldValues, checklist, ...details };
}

/** Throws not-found for a missing or deleted ticket, and forbidden without the permission. */
export function assertPermitted<Row extends TicketRow>(
  row: Row | undefined,
  actor: Actor,
  may: Permission,
): Row {
  if (!row || !isNotDeleted(row)) throw notFound('Ticket');
  if (!may(actor, row)) throw forbidden('ticket');
  return row;
}
