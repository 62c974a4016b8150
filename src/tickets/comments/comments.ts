import { readsForPage, type Tx } from '../../platform/db/index.ts';
import { assertValid, forbidden, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Page } from '../../platform/paging.ts';
import { assertFresh } from '../../platform/versions.ts';
import type { Scope } from '../../users/index.ts';
import { findIdProblem, refuseTakenId } from '../client-id.ts';
import { getTicketFor, lockTicketFor } from '../get-ticket.ts';
import { replaceMentions } from '../mentions/mention-store.ts';
import { findMentioned } from '../mentions/mentions.ts';
import { nextUpdate } from '../ticket.ts';
import {
  canComment,
  canDeleteComment,
  canEditComment,
  canReadTicket,
  type TicketAccessContext,
} from '../ticket-access.ts';
import type { TicketRow } from '../ticket-store.ts';
import { addAutomaticWatchers } from '../watchers/watcher-store.ts';
import { type CommentDetails, withCommentDetails } from './comment-details.ts';
import { commentCreated, commentDeleted, commentUpdated, recordCommentEvent } from './comment-events.ts';
import type { CommentWithAuthor } from './comment-store.ts';
import * as store from './comment-store.ts';

export async function listComments(scope: Scope, ref: string, page: Page) {
  const ticket = await getTicketFor(scope.db.reads, scope.actor, ref, canReadTicket);
  const listed = await store.listComments(readsForPage(scope.db, page), ticket.id, page, ticket.commentCount);
  return { ...listed, rows: await withCommentDetails(scope.db.reads, scope.actor, listed.rows) };
}

/** The id may be one that the client made. */
export async function addComment(
  scope: Scope,
  ref: string,
  content: string,
  id?: string | null,
): Promise<CommentDetails> {
  const creation = scope.write(async (tx) => {
    const ticket = await lockTicketFor(tx, scope.actor, ref, canComment);
    assertValid(findIdProblem(id, scope.clock.now()));
    const at = nextUpdate(ticket, scope.clock.now());
    const comment = {
      id: id ?? newId(at),
      ticketId: ticket.id,
      authorId: scope.actor.userId,
      content,
      createdAt: at,
    };
    await store.insertComments(tx, [comment]);
    await store.changeCommentCount(tx, ticket.id, 1, at);
    const mentions = await findMentioned(tx, ticket, content);
    const mentioned = mentions.map((person) => person.id);
    await replaceMentions(tx, comment.id, mentioned, 0);
    await addAutomaticWatchers(
      tx,
      ticket.id,
      exceptReporterAndAssignee(ticket, [scope.actor.userId, ...mentioned]),
      at,
    );
    const eventComment = { ...comment, mentioned };
    const after = { ...ticket, commentCount: ticket.commentCount + 1, updatedAt: at };
    await recordCommentEvent(tx, scope, commentCreated, after, eventComment, at);
    const stored = (await store.findComment(tx, ticket.id, comment.id)) as CommentWithAuthor;
    return { ...stored, mentions, reactions: [] };
  });
  return refuseTakenId(creation);
}

export async function editComment(scope: Scope, ref: string, id: string, content: string) {
  return scope.write(async (tx) => {
    const { ticket, comment } = await lockComment(tx, scope, ref, id, canEditComment);
    assertFresh(scope.acceptedVersions, comment.version);
    const [before] = (await withCommentDetails(tx, scope.actor, [comment])) as [CommentDetails];
    if (comment.content === content) return before;
    const at = nextUpdate(ticket, scope.clock.now());
    await store.updateCommentRow(tx, id, content, at);
    await store.changeCommentCount(tx, ticket.id, 0, at);
    const mentions = await findMentioned(tx, ticket, content);
    const all = mentions.map((person) => person.id);
    await replaceMentions(tx, id, all, comment.mentionCount);
    const mentioned = all.filter((userId) => !before.mentions.some((person) => person.id === userId));
    await addAutomaticWatchers(tx, ticket.id, exceptReporterAndAssignee(ticket, mentioned), at);
    const eventComment = { ...comment, content, mentioned };
    await recordCommentEvent(tx, scope, commentUpdated, { ...ticket, updatedAt: at }, eventComment, at);
    return { ...before, ...(await store.findComment(tx, ticket.id, id)), mentions };
  });
}

export async function deleteComment(scope: Scope, ref: string, id: string): Promise<string> {
  return scope.write(async (tx) => {
    const { ticket, comment } = await lockComment(tx, scope, ref, id, canDeleteComment);
    assertFresh(scope.acceptedVersions, comment.version);
    const at = nextUpdate(ticket, scope.clock.now());
    await store.deleteCommentRow(tx, id);
    await store.changeCommentCount(tx, ticket.id, -1, at);
    const after = { ...ticket, commentCount: ticket.commentCount - 1, updatedAt: at };
    await recordCommentEvent(tx, scope, commentDeleted, after, comment, at);
    return id;
  });
}

/** For authorizeFirst: throws if the comment does not exist or the actor may not edit it. */
export async function assertMayEditComment(scope: Scope, ref: string, id: string): Promise<void> {
  const ticket = await getTicketFor(scope.db.reads, scope.actor, ref, canReadTicket);
  const comment = await store.findComment(scope.db.reads, ticket.id, id);
  if (!comment) throw notFound('Comment');
  if (!canEditComment(scope.actor, ticket, comment.authorId)) throw forbidden('ticket');
}

const exceptReporterAndAssignee = ({ reporterId, assigneeId }: TicketRow, userIds: string[]) =>
  userIds.filter((userId) => userId !== reporterId && userId !== assigneeId);

async function lockComment(
  tx: Tx,
  { actor }: Scope,
  ref: string,
  id: string,
  may: (actor: Scope['actor'], ticket: TicketAccessContext, authorId: string) => boolean,
) {
  const ticket = await lockTicketFor(tx, actor, ref, canReadTicket);
  const comment = await store.findComment(tx, ticket.id, id);
  if (!comment) throw notFound('Comment');
  if (!may(actor, ticket, comment.authorId)) throw forbidden('ticket');
  return { ticket, comment };
}
