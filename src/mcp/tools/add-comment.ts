import { choice, trimmed } from '../../platform/field-schemas.ts';
import { toIso } from '../../platform/instant.ts';
import { Type } from '../../platform/schema.ts';
import { addReview } from '../../proof/index.ts';
import { addComment as add, reviews } from '../../tickets/index.ts';
import { tool } from '../tool.ts';

export const addComment = (tasksPerHourMax: number) =>
  tool({
    name: 'add_comment',
    description: 'Adds a comment to a ticket; verdict approve or changes makes it a review.',
    scopes: ['write'],
    input: Type.Object({
      ticket: Type.String(),
      content: trimmed(1, 64_000, { description: 'Markdown' }),
      verdict: Type.Optional(choice(reviews.verdicts, { 'x-unlisted': true })),
    }),
    call: async (scope, { ticket, content, verdict }) => {
      if (verdict !== undefined) {
        const comment = content.slice(0, reviews.reviewLimits.commentLength);
        const review = await addReview(scope, ticket, { verdict, comment }, tasksPerHourMax);
        const { id, commit, ignored } = review;
        return { data: { review: id, commit, counts: ignored === null, reason: ignored } };
      }
      const { id, createdAt } = await add(scope, ticket, content);
      return { data: { comment: id, createdAt: toIso(createdAt) } };
    },
  });
