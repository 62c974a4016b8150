import type { FastifyInstance } from 'fastify';
import { id } from '../../platform/field-schemas.ts';
import { deletedAnswers, listOf, oneOf, presentPage, route, sendDeleted } from '../../platform/http/index.ts';
import { pageQuery, parsePage } from '../../platform/paging.ts';
import { Type } from '../../platform/schema.ts';
import { getTicketFor } from '../get-ticket.ts';
import { presentComment } from '../present-ticket.ts';
import { canComment, canReadTicket } from '../ticket-access.ts';
import { Comment, CommentInput, ticketRef } from '../ticket-schemas.ts';
import { addComment, assertMayEditComment, deleteComment, editComment, listComments } from './comments.ts';

const params = Type.Object({ id: ticketRef });
const commentParams = Type.Object({ id: ticketRef, commentId: id() });
const common = { tag: 'Tickets', access: 'signed-in', forProjectKeys: true } as const;

export function addCommentRoutes(app: FastifyInstance): void {
  route(app, {
    ...common,
    method: 'GET',
    url: '/api/tickets/:id/comments',
    operationId: 'listComments',
    summary: 'List the comments of a ticket, oldest first',
    params,
    query: Type.Object(pageQuery),
    authorizeFirst: ({ scope, params: { id: ref } }) =>
      getTicketFor(scope.db.reads, scope.actor, ref, canReadTicket),
    answers: { 200: { description: 'A page of comments', schema: listOf(Comment) } },
    handle: async ({ scope, params: { id: ref }, query }) => {
      const page = parsePage(query);
      const { rows, total } = await listComments(scope, ref, page);
      return presentPage(rows.map(presentComment), total, page);
    },
  });

  route(app, {
    ...common,
    method: 'POST',
    url: '/api/tickets/:id/comments',
    operationId: 'addComment',
    summary: 'Comment on a ticket',
    params,
    body: CommentInput,
    authorizeFirst: ({ scope, params: { id: ref } }) =>
      getTicketFor(scope.db.reads, scope.actor, ref, canComment),
    answers: { 201: { description: 'The comment', schema: oneOf(Comment) } },
    handle: async ({ scope, params: { id: ref }, body }, reply) =>
      reply.code(201).send({ data: presentComment(await addComment(scope, ref, body.content)) }),
  });

  route(app, {
    ...common,
    method: 'PUT',
    url: '/api/tickets/:id/comments/:commentId',
    operationId: 'editComment',
    summary: 'Edit your comment',
    versioned: true,
    params: commentParams,
    body: CommentInput,
    authorizeFirst: ({ scope, params: { id: ref, commentId } }) =>
      assertMayEditComment(scope, ref, commentId),
    answers: { 200: { description: 'The comment as it is now', schema: oneOf(Comment) } },
    handle: async ({ scope, params: { id: ref, commentId }, body }, reply) => {
      const comment = await editComment(scope, ref, commentId, body.content);
      reply.itemVersion = comment.version;
      return { data: presentComment(comment) };
    },
  });

  route(app, {
    ...common,
    method: 'DELETE',
    url: '/api/tickets/:id/comments/:commentId',
    operationId: 'deleteComment',
    summary: 'Delete your comment, or any comment as an admin of the project',
    versioned: true,
    params: commentParams,
    answers: deletedAnswers,
    handle: async ({ scope, params: { id: ref, commentId }, headers }, reply) =>
      sendDeleted(reply, headers, await deleteComment(scope, ref, commentId)),
  });
}
