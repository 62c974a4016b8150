import { readsForPage, type Tx } from '../../platform/db/index.ts';
import { assertValid, forbidden, invalid, notFound } from '../../platform/errors.ts';
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
import {
  commentCreated,
  commentDeleted,
  commentUpdated,
  recordCommentEvent,
  threadReopened,
  threadResolved,
} from './comment-events.ts';
import type { CommentWithAuthor } from './comment-store.ts';
import * as store from './comment-store.ts';

/** Lists all comments of a ticket, or those of one thread. */
export async function listComments(scope: Scope, ref: string, page: Page, thread?: string) {
  const ticket = await getTicketFor(scope.db.reads, scope.actor, ref, canReadTicket);
  const queries = readsForPage(scope.db, page);
  const listed = thread
    ? await store.listThread(queries, { ticketId: ticket.id, threadId: thread }, page)
    : await store.listComments(queries, ticket.id, page, ticket.commentCount);
  return { ...listed, rows: await withCommentDetails(scope.db.reads, scope.actor, listed.rows) };
}

export interface CommentOptions {
  /** An id that the client made. */
  id?: string | null | undefined;
  /** Any comment of the thread to reply in. */
  parentId?: string | null | undefined;
}

/** A reply reopens a resolved thread, because somebody still has something to say. */
export async function addComment(
  scope: Scope,
  ref: string,
  content: string,
  { id, parentId }: CommentOptions = {},
): Promise<CommentDetails> {
  const creation = scope.write(async (tx) => {
    const ticket = await lockTicketFor(tx, scope.actor, ref, canComment);
    assertValid(findIdProblem(id, scope.clock.now()));
    const thread = parentId ? await getThread(tx, ticket.id, parentId) : undefined;
    const at = nextUpdate(ticket, scope.clock.now());
    const comment = {
      id: id ?? newId(at),
      ticketId: ticket.id,
      authorId: scope.actor.userId,
      content,
      parentId: thread?.id ?? null,
      createdAt: at,
    };
    await store.insertComments(tx, [comment]);
    if (thread) await store.changeReplyCount(tx, { id: thread.id, change: 1 });
    await store.changeCommentCount(tx, { ticketId: ticket.id, change: 1, updatedAt: at });
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
    if (thread?.isResolved) {
      await store.setThreadResolved(tx, { threadId: thread.id, ticketId: ticket.id, at: null, by: null });
      await recordCommentEvent(tx, scope, threadReopened, after, comment, at);
    }
    const stored = (await store.findComment(tx, {
      ticketId: ticket.id,
      id: comment.id,
    })) as CommentWithAuthor;
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
    await store.changeCommentCount(tx, { ticketId: ticket.id, change: 0, updatedAt: at });
    const mentions = await findMentioned(tx, ticket, content);
    const all = mentions.map((person) => person.id);
    await replaceMentions(tx, id, all, comment.mentionCount);
    const mentioned = all.filter((userId) => !before.mentions.some((person) => person.id === userId));
    await addAutomaticWatchers(tx, ticket.id, exceptReporterAndAssignee(ticket, mentioned), at);
    const eventComment = { ...comment, content, mentioned };
    await recordCommentEvent(tx, scope, commentUpdated, { ...ticket, updatedAt: at }, eventComment, at);
    return { ...before, ...(await store.findComment(tx, { ticketId: ticket.id, id })), mentions };
  });
}

export async function deleteComment(scope: Scope, ref: string, id: string): Promise<string> {
  return scope.write(async (tx) => {
    const { ticket, comment } = await lockComment(tx, scope, ref, id, canDeleteComment);
    assertFresh(scope.acceptedVersions, comment.version);
    const at = nextUpdate(ticket, scope.clock.now());
    await store.deleteCommentRow(tx, { id });
    if (comment.parentId !== null) await store.changeReplyCount(tx, { id: comment.parentId, change: -1 });
    await store.changeCommentCount(tx, { ticketId: ticket.id, change: -1, updatedAt: at });
    const after = { ...ticket, commentCount: ticket.commentCount - 1, updatedAt: at };
    await recordCommentEvent(tx, scope, commentDeleted, after, comment, at);
    return id;
  });
}

/** Resolves or reopens the thread of a comment. Repeating it changes nothing. */
export async function resolveThread(scope: Scope, ref: string, id: string, isResolved: boolean) {
  return scope.write(async (tx) => {
    const { ticket, comment } = await lockComment(tx, scope, ref, id, canComment);
    if ((comment.resolvedAt !== null) !== isResolved) {
      const at = nextUpdate(ticket, scope.clock.now());
      await store.setThreadResolved(tx, {
        threadId: comment.parentId ?? comment.id,
        ticketId: ticket.id,
        at: isResolved ? at : null,
        by: isResolved ? scope.actor.userId : null,
      });
      await store.changeCommentCount(tx, { ticketId: ticket.id, change: 0, updatedAt: at });
      const type = isResolved ? threadResolved : threadReopened;
      await recordCommentEvent(tx, scope, type, { ...ticket, updatedAt: at }, comment, at);
    }
    const stored = (await store.findComment(tx, { ticketId: ticket.id, id })) as CommentWithAuthor;
    const [details] = await withCommentDetails(tx, scope.actor, [stored]);
    return details as CommentDetails;
  });
}

/** For authorizeFirst: throws if the comment does not exist or the actor may not resolve its thread. */
export async function assertMayResolve(scope: Scope, ref: string, id: string): Promise<void> {
  const ticket = await getTicketFor(scope.db.reads, scope.actor, ref, canReadTicket);
  if (!(await store.findComment(scope.db.reads, { ticketId: ticket.id, id }))) throw notFound('Comment');
  if (!canComment(scope.actor, ticket)) throw forbidden('ticket');
}

/** Finds the thread of a comment. Threads have one level, so a reply to a reply belongs to the first comment. */
async function getThread(tx: Tx, ticketId: string, id: string): Promise<{ id: string; isResolved: boolean }> {
  const comment = await store.findComment(tx, { ticketId, id });
  if (comment) return { id: comment.parentId ?? comment.id, isResolved: comment.resolvedAt !== null };
  const reply = await store.findThreadByReply(tx, { ticketId, threadId: id });
  if (reply) return { id, isResolved: reply.resolvedAt !== null };
  throw invalid({ parentId: ['Parent does not exist among the comments of this ticket'] });
}

/** For authorizeFirst: throws if the comment does not exist or the actor may not edit it. */
export async function assertMayEditComment(scope: Scope, ref: string, id: string): Promise<void> {
  const ticket = await getTicketFor(scope.db.reads, scope.actor, ref, canReadTicket);
  const comment = await store.findComment(scope.db.reads, { ticketId: ticket.id, id });
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
  const comment = await store.findComment(tx, { ticketId: ticket.id, id });
  if (!comment) throw notFound('Comment');
  if (!may(actor, ticket, comment.authorId)) throw forbidden('ticket');
  return { ticket, comment };
}
