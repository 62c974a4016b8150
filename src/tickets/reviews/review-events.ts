import { eventType, recordEvent } from '../../events/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { choice } from '../../platform/field-schemas.ts';
import { Type } from '../../platform/schema.ts';
import type { Scope } from '../../users/index.ts';
import {
  formatTicket,
  type TicketWithHome,
  ticketActivity,
  ticketEventFields,
  ticketPayload,
} from '../ticket-events.ts';
import { type Review, verdicts } from './review.ts';

const text = Type.String();
const ofReview = ticketPayload({
  review: Type.Object({
    id: text,
    verdict: choice(verdicts, { examples: ['approve'] }),
    comment: Type.Optional(Type.String({ examples: ['The rounding is right now.'] })),
    commit: Type.Optional(Type.String({ examples: ['1a2b3c4'] })),
    counts: Type.Boolean({ description: 'False for an approval of one’s own work' }),
  }),
});

const reviewRequested = eventType({
  name: 'review.requested',
  meaning: 'the reviewers of a ticket were set',
  payload: ticketPayload({
    reviewers: Type.Array(Type.Object({ id: text, name: text }), { description: 'Who is new' }),
    removed: Type.Array(Type.Object({ id: text, name: text })),
  }),
  activity: ticketActivity('updated'),
  sentence: ({ ticket, reviewers, removed }) =>
    reviewers.length > 0
      ? `asked ${reviewers.map(({ name }) => name).join(', ')} to review ${formatTicket(ticket)}`
      : `no longer asks ${removed.map(({ name }) => name).join(', ')} to review ${formatTicket(ticket)}`,
  isPublic: true,
});
const reviewApproved = eventType({
  name: 'review.approved',
  meaning: 'somebody approved the work on a ticket',
  payload: ofReview,
  activity: ticketActivity('updated'),
  sentence: ({ ticket }) => `approved ${formatTicket(ticket)}`,
  isPublic: true,
});
const changesRequested = eventType({
  name: 'review.changes_requested',
  meaning: 'somebody asked for changes of the work on a ticket',
  payload: ofReview,
  activity: ticketActivity('updated'),
  sentence: ({ ticket }) => `asked for changes of ${formatTicket(ticket)}`,
  isPublic: true,
});

export const reviewEvents = [reviewRequested, reviewApproved, changesRequested];

export const recordReview = (
  tx: Tx,
  scope: Scope,
  ticket: TicketWithHome,
  { id, verdict, comment, commit, disqualified }: Review,
  at: number,
) =>
  recordEvent(
    tx,
    verdict === 'approve' ? reviewApproved : changesRequested,
    ticketEventFields(scope, ticket, at, {
      review: {
        id,
        verdict,
        ...(comment !== null && { comment }),
        ...(commit !== null && { commit }),
        counts: disqualified === null || verdict === 'changes',
      },
    }),
  );

type Named = { id: string; name: string };

export const recordReviewers = (
  tx: Tx,
  scope: Scope,
  ticket: TicketWithHome,
  change: { reviewers: Named[]; removed: Named[] },
  at: number,
) => recordEvent(tx, reviewRequested, ticketEventFields(scope, ticket, at, change));
