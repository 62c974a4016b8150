import type { FastifyInstance } from 'fastify';
import { choice, id, nullable, timestamp } from '../../platform/field-schemas.ts';
import { dataOf, listOf, newRouter, presentWholeList } from '../../platform/http/index.ts';
import { toIso } from '../../platform/instant.ts';
import { present } from '../../platform/present.ts';
import { Type } from '../../platform/schema.ts';
import { canEditTicket, canReadTicket, getTicketFor, reviews, ticketRef } from '../../tickets/index.ts';
import { requirePermission, type Scope } from '../../users/index.ts';
import { addReview, listReviews, type ShownReview } from './add-review.ts';

const Reviewer = Type.Object(
  {
    id: id(),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    image: nullable(Type.String()),
    isAgent: Type.Boolean({ examples: [false] }),
  },
  { title: 'Reviewer' },
);
const commit = '1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0b';

const Review = Type.Object(
  {
    id: id(),
    ticketId: id(),
    author: nullable(Reviewer),
    verdict: choice(reviews.verdicts, { examples: ['approve'] }),
    comment: nullable(Type.String({ examples: ['The rounding is right now.'] })),
    commit: nullable(
      Type.String({ description: 'The reviewed commit; null: none was known', examples: [commit] }),
    ),
    counts: Type.Boolean({ description: 'Whether gates count it', examples: [true] }),
    reason: nullable(
      choice(reviews.ignoredReasons, {
        description:
          'Why it does not count: an approval by the `assignee`, the `author` of the change or the owner of the agent that made it; `stale`: a newer commit exists; `superseded`: its author reviewed again',
      }),
    ),
    createdAt: timestamp(),
  },
  { title: 'Review' },
);

const Reviews = Type.Object({
  ...listOf(Review).properties,
  reviewers: Type.Array(
    Type.Object({ ...Reviewer.properties, askedAt: timestamp() }, { title: 'AskedReviewer' }),
    { description: 'Who is asked; a new commit asks again' },
  ),
  head: nullable(Type.String({ description: 'The newest known commit of the ticket', examples: [commit] })),
});

const ReviewInput = Type.Object({
  verdict: choice(reviews.verdicts, {
    description: '`changes` queues a follow-up for the agent that did the work, in the same branch',
    examples: ['approve'],
  }),
  comment: Type.Optional(
    nullable(
      Type.String({ maxLength: reviews.reviewLimits.commentLength, examples: ['Round half up, please.'] }),
    ),
  ),
  commit: Type.Optional(
    nullable(
      Type.String({
        pattern: '^[0-9a-fA-F]{7,64}$',
        description: 'The commit that you looked at; by default the newest known one',
        examples: [commit],
      }),
    ),
  ),
});

const presentReview = ({ ignored, ...review }: ShownReview) =>
  present(Review, review, {
    author:
      review.authorId === null
        ? null
        : {
            id: review.authorId,
            name: review.authorName ?? '',
            image: review.authorImage,
            isAgent: review.isAgent === 1,
          },
    counts: ignored === null,
    reason: ignored,
  });

async function presentAll(scope: Scope, ref: string) {
  const state = await listReviews(scope, ref);
  return {
    ...presentWholeList(state.reviews.map(presentReview)),
    reviewers: state.reviewers.map(({ isAgent, askedAt, ...reviewer }) => ({
      ...reviewer,
      isAgent: isAgent === 1,
      askedAt: toIso(askedAt),
    })),
    head: state.head,
  };
}

export function addReviewRoutes(app: FastifyInstance, tasksPerHourMax: number): void {
  const router = newRouter(app, { tag: 'Proof', access: 'signed-in', forProjectKeys: true });
  const params = Type.Object({ id: ticketRef });
  const editing = { authorizeFirst: requirePermission(getTicketFor, canEditTicket) };

  router.get('/api/tickets/:id/reviews', {
    operationId: 'listReviews',
    summary: 'List the reviews of a ticket, and who is asked for one',
    params,
    authorizeFirst: requirePermission(getTicketFor, canReadTicket),
    responses: { 200: { description: 'The reviews, newest first', schema: Reviews } },
    handle: ({ scope, params: { id: ref } }) => presentAll(scope, ref),
  });

  router.post('/api/tickets/:id/reviews', {
    ...editing,
    operationId: 'addReview',
    summary: 'Approve the work on a ticket, or ask for changes',
    description:
      'Replaces your former review. An approval of your own work, or of that of your agent, is kept but does not count.',
    params,
    body: ReviewInput,
    responses: { 201: { description: 'The review', schema: dataOf(Review) } },
    handle: async ({ scope, params: { id: ref }, body }) => ({
      data: presentReview(await addReview(scope, ref, body, tasksPerHourMax)),
    }),
  });

  router.put('/api/tickets/:id/reviewers', {
    ...editing,
    operationId: 'setReviewers',
    summary: 'Set who is asked to review a ticket',
    params,
    body: Type.Object({
      userIds: Type.Array(id(), {
        maxItems: reviews.reviewLimits.reviewers,
        description:
          'People and agents who may edit the ticket, or `me`. Whoever is left out is no longer asked',
      }),
    }),
    responses: { 200: { description: 'The reviews and reviewers', schema: Reviews } },
    handle: async ({ scope, params: { id: ref }, body }) =>
      presentAll(scope, await reviews.setReviewers(scope, ref, body.userIds)),
  });
}
