import type { FieldMessages } from '../../platform/errors.ts';
import { isOpen, type Ticket } from '../ticket.ts';

/** What can be decided about a ticket in triage. `return` puts a ticket back into it. */
export const triageDecisions = ['accept', 'decline', 'duplicate', 'snooze', 'return'] as const;
export type TriageDecision = (typeof triageDecisions)[number];

/** What the event says was decided. */
export const triageOutcomes = ['accepted', 'declined', 'duplicate', 'snoozed', 'woken', 'returned'] as const;
export type TriageOutcome = (typeof triageOutcomes)[number];

type InTriage = Pick<Ticket, 'status' | 'triage' | 'snoozedUntil'>;
type Given = { [N in 'triage' | 'snoozedUntil']?: Ticket[N] | undefined };

/**
 * The triage of a ticket after a change. A change of its status decides about it, a closed ticket does not wait, and a
 * project without triage has no waiting tickets.
 */
export function triageAfter(
  before: InTriage,
  after: Pick<Ticket, 'status'>,
  given: Given,
  hasMovedToNoTriage: boolean,
): Pick<Ticket, 'triage' | 'snoozedUntil'> {
  const isDecided = after.status !== before.status || hasMovedToNoTriage;
  const wanted = given.triage === undefined ? (isDecided ? null : before.triage) : given.triage;
  const triage = isOpen(after) ? wanted : null;
  const until = given.snoozedUntil === undefined ? before.snoozedUntil : given.snoozedUntil;
  return { triage, snoozedUntil: triage === 'snoozed' ? until : null };
}

/** Why the input cannot put the ticket into this state of triage. */
export function findTriageProblems(
  given: Given,
  after: Pick<Ticket, 'triage' | 'snoozedUntil'>,
  { isOn, wasIn, now }: { isOn: boolean; wasIn: boolean; now: number },
): FieldMessages {
  if (given.triage && !isOn && !wasIn) return { triage: ['Triage is switched off in the project'] };
  const isGiven = given.triage !== undefined || given.snoozedUntil !== undefined;
  const isSnoozed = isGiven && after.triage === 'snoozed';
  if (isSnoozed && (after.snoozedUntil === null || after.snoozedUntil <= now))
    return { snoozedUntil: ['Snoozed until must be in the future'] };
  return {};
}

/** What a change of the field means; undefined if nothing was decided. */
export function triageOutcome(
  before: Pick<Ticket, 'triage'>,
  after: Pick<Ticket, 'triage' | 'status'>,
): TriageOutcome | undefined {
  if (before.triage === after.triage) return undefined;
  if (after.triage === 'snoozed') return 'snoozed';
  if (after.triage === 'waiting') return 'returned';
  return after.status === 'cancelled' ? 'declined' : 'accepted';
}

/** The sentence of an outcome, for the history and for those who decided a moment later. */
export const outcomeVerbs: Record<TriageOutcome, string> = {
  accepted: 'accepted',
  declined: 'declined',
  duplicate: 'marked as a duplicate',
  snoozed: 'snoozed',
  woken: 'woke',
  returned: 'returned to triage',
};
