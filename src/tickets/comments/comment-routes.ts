import type { FastifyInstance } from 'fastify';
import { id } from '../../platform/field-schemas.ts';
import { dataOf, newRouter } from '../../platform/http/index.ts';
import { pageQuery } from '../../platform/paging.ts';
import { Type } from '../../platform/schema.ts';
import { requirePermission } from '../../users/index.ts';
import { getTicketFor } from '../get-ticket.ts';
import { presentComment } from '../present-ticket.ts';
import { canComment, canReadTicket } from '../ticket-access.ts';
import { Comment, CommentInput, NewCommentInput, ticketRef } from '../ticket-schemas.ts';
import {
  addComment,
  assertMayEditComment,
  assertMayResolve,
  deleteComment,
  editComment,
  listComments,
  resolveThread,
} from './comments.ts';

const params = Type.Object({ id: ticketRef });
const commentParams = Type.Object({ id: ticketRef, commentId: id() });

export function addCommentRoutes(app: FastifyInstance): void {
  const router = newRouter(app, { tag: 'Tickets', access: 'signed-in', forProjectKeys: true });
  router.list('/api/tickets/:id/comments', {
    operationId: 'listComments',
    summary: 'List the comments of a ticket, oldest first',
    params,
    query: Type.Object({
      ...pageQuery,
      thread: Type.Optional(
        id({ description: 'The first comment of a thread: that comment and its replies alone' }),
      ),
    }),
    authorizeFirst: requirePermission(getTicketFor, canReadTicket),
    response: { description: 'A page of comments', item: Comment, present: presentComment },
    list: ({ scope, params: { id: ref }, query }, page) => listComments(scope, ref, page, query.thread),
  });

  router.post('/api/tickets/:id/comments', {
    operationId: 'addComment',
    summary: 'Comment on a ticket',
    params,
    body: NewCommentInput,
    authorizeFirst: requirePermission(getTicketFor, canComment),
    responses: { 201: { description: 'The comment', schema: dataOf(Comment) } },
    handle: async ({ scope, params: { id: ref }, body }) => ({
      data: presentComment(await addComment(scope, ref, body.content, body)),
    }),
  });

  router.put('/api/tickets/:id/comments/:commentId', {
    operationId: 'editComment',
    summary: 'Edit your comment',
    versioned: true,
    params: commentParams,
    body: CommentInput,
    authorizeFirst: ({ scope, params: { id: ref, commentId } }) =>
      assertMayEditComment(scope, ref, commentId),
    responses: { 200: { description: 'The comment as it is now', schema: dataOf(Comment) } },
    handle: async ({ scope, params: { id: ref, commentId }, body }, reply) => {
      const comment = await editComment(scope, ref, commentId, body.content);
      reply.itemVersion = comment.version;
      return { data: presentComment(comment) };
    },
  });

  router.put('/api/tickets/:id/comments/:commentId/thread', {
    operationId: 'resolveThread',
    summary: 'Resolve the thread of a comment, or open it again',
    description:
      'For those who may comment. Repeating it changes nothing. A new reply opens a resolved thread again.',
    params: commentParams,
    body: Type.Object({ resolved: Type.Boolean({ examples: [true] }) }),
    authorizeFirst: ({ scope, params: { id: ref, commentId } }) => assertMayResolve(scope, ref, commentId),
    responses: { 200: { description: 'The comment as it is now', schema: dataOf(Comment) } },
    handle: async ({ scope, params: { id: ref, commentId }, body }) => ({
      data: presentComment(await resolveThread(scope, ref, commentId, body.resolved)),
    }),
  });

  router.delete('/api/tickets/:id/comments/:commentId', {
    operationId: 'deleteComment',
    summary: 'Delete your comment, or any comment as an admin of the project',
    versioned: true,
    params: commentParams,
    delete: ({ scope, params: { id: ref, commentId } }) => deleteComment(scope, ref, commentId),
  });
}
