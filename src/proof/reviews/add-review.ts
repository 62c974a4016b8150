import { enqueueReviewFollowUp } from '../../agent-tasks/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { conflict } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import {
  canEditTicket,
  canReadTicket,
  getTicketFor,
  lockTicketFor,
  nextUpdate,
  reviews,
  touchTicket,
} from '../../tickets/index.ts';
import type { Scope } from '../../users/index.ts';
import { readWorkFacts } from './read-work-facts.ts';

export interface ReviewInput {
  verdict: reviews.Review['verdict'];
  comment?: string | null | undefined;
  /** Absent: the newest known commit. */
  commit?: string | null | undefined;
}

export type ShownReview = reviews.JudgedReview<reviews.ReviewBy>;

/**
 * Adds a review of a ticket. The lock on the ticket orders it with changes to done, which read the reviews under the same
 * lock. A request for changes queues a follow-up for the agent that did the work.
 */
export async function addReview(
  scope: Scope,
  ref: string,
  { verdict, comment, commit }: ReviewInput,
  tasksPerHourMax: number,
): Promise<ShownReview> {
  return scope.write(async (tx) => {
    const { actor } = scope;
    const ticket = await lockTicketFor(tx, actor, ref, canEditTicket);
    const [rows, facts] = await Promise.all([
      reviews.listReviewRows(tx, { ticketId: ticket.id }),
      readWorkFacts(tx, ticket),
    ]);
    if (rows.length >= reviews.reviewLimits.reviews)
      throw conflict(
        `A ticket has at most ${reviews.reviewLimits.reviews} reviews. Continue in a new ticket.`,
      );
    const at = nextUpdate(ticket, scope.clock.now());
    const review: reviews.Review = {
      id: newId(at),
      ticketId: ticket.id,
      authorId: actor.userId,
      verdict,
      comment: comment?.trim() || null,
      commit: commit?.toLowerCase() ?? facts.head ?? null,
      disqualified: reviews.findDisqualification(actor.userId, facts),
      createdAt: at,
    };
    await reviews.insertReview(tx, [review]);
    ticket.updatedAt = at;
    await touchTicket(tx, { id: ticket.id, updatedAt: at });
    await reviews.recordReview(tx, scope, ticket, review, at);
    if (verdict === 'changes') await queueFollowUp(tx, scope, review, tasksPerHourMax);
    const judged = reviews.judgeReviews(await reviews.listReviewRows(tx, { ticketId: ticket.id }), facts);
    return judged.find(({ id }) => id === review.id) as ShownReview;
  });
}

const queueFollowUp = (
  tx: Tx,
  { actor, clock }: Scope,
  { id, ticketId, comment, commit }: reviews.Review,
  tasksPerHourMax: number,
) =>
  enqueueReviewFollowUp(
    tx,
    { now: clock.now(), tasksPerHourMax, by: actor },
    {
      reviewId: id,
      ticketId,
      input: { review: comment, author: actor.name, commit },
    },
  );

export interface ReviewState {
  reviews: ShownReview[];
  reviewers: reviews.Reviewer[];
  /** Null: the newest commit is not known. */
  head: string | null;
}

/** The reviews of a ticket, the newest first, and who is asked. */
export async function listReviews({ db, actor }: Scope, ref: string): Promise<ReviewState> {
  const ticket = await getTicketFor(db.reads, actor, ref, canReadTicket);
  const [rows, reviewers, facts] = await Promise.all([
    reviews.listReviewRows(db.reads, { ticketId: ticket.id }),
    reviews.listReviewerRows(db.reads, { ticketId: ticket.id }),
    readWorkFacts(db.reads, ticket),
  ]);
  return { reviews: reviews.judgeReviews(rows, facts), reviewers, head: facts.head ?? null };
}
