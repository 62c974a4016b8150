import type { FastifyInstance } from 'fastify';
import { id } from '../../platform/field-schemas.ts';
import { dataOf, newRouter } from '../../platform/http/index.ts';
import { Type } from '../../platform/schema.ts';
import { Reaction, ticketRef } from '../ticket-schemas.ts';
import { addReaction, assertMayReact, removeReaction } from './emoji-reactions.ts';

const emoji = Type.String({ format: 'emoji', description: 'One emoji, percent-encoded', examples: ['👍'] });
const params = Type.Object({ id: ticketRef, emoji });
const commentParams = Type.Object({ id: ticketRef, commentId: id(), emoji });

const reactions = {
  description: 'The reactions as they are now',
  schema: dataOf(Type.Object({ reactions: Type.Array(Reaction) })),
};
const added = { 200: reactions };
const removed = {
  200: reactions,
  204: { description: 'Removed; for requests with `Prefer: return=minimal`' },
};

export function addReactionRoutes(app: FastifyInstance): void {
  const router = newRouter(app, { tag: 'Tickets', access: 'signed-in', forProjectKeys: true });
  router.put('/api/tickets/:id/reactions/:emoji', {
    operationId: 'addReaction',
    summary: 'Put an emoji on a ticket',
    description:
      'Whoever may comment may react, once with each emoji. A ticket has at most 20 different ones.',
    params,
    responses: added,
    authorizeFirst: ({ scope, params: { id: ref } }) => assertMayReact(scope, { ref }),
    handle: async ({ scope, params: { id: ref, emoji: text } }) => ({
      data: { reactions: await addReaction(scope, { ref }, text) },
    }),
  });

  router.delete('/api/tickets/:id/reactions/:emoji', {
    operationId: 'removeReaction',
    summary: 'Remove your emoji from a ticket',
    params,
    responses: removed,
    authorizeFirst: ({ scope, params: { id: ref } }) => assertMayReact(scope, { ref }),
    delete: async ({ scope, params: { id: ref, emoji: text } }) => ({
      reactions: await removeReaction(scope, { ref }, text),
    }),
  });

  router.put('/api/tickets/:id/comments/:commentId/reactions/:emoji', {
    operationId: 'addCommentReaction',
    summary: 'Put an emoji on a comment',
    params: commentParams,
    responses: added,
    authorizeFirst: ({ scope, params: { id: ref, commentId } }) => assertMayReact(scope, { ref, commentId }),
    handle: async ({ scope, params: { id: ref, commentId, emoji: text } }) => ({
      data: { reactions: await addReaction(scope, { ref, commentId }, text) },
    }),
  });

  router.delete('/api/tickets/:id/comments/:commentId/reactions/:emoji', {
    operationId: 'removeCommentReaction',
    summary: 'Remove your emoji from a comment',
    params: commentParams,
    responses: removed,
    authorizeFirst: ({ scope, params: { id: ref, commentId } }) => assertMayReact(scope, { ref, commentId }),
    delete: async ({ scope, params: { id: ref, commentId, emoji: text } }) => ({
      reactions: await removeReaction(scope, { ref, commentId }, text),
    }),
  });
}
