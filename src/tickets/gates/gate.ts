import type { MissingProof } from '../../platform/errors.ts';
import type { TicketStatus } from '../ticket.ts';

export const reviewGates = ['none', 'person', 'agent_and_person'] as const;

/** What must be there before a ticket of a project is done. All are off at first. */
export interface Gates {
  /** Every criterion is shown. */
  criteria: boolean;
  review: (typeof reviewGates)[number];
  /** Every check of the code host passed on the newest commit. */
  checks: boolean;
}

/** Of the reason why somebody closes a ticket although something is missing. */
export const gateReasonLength = 1_000;

export const gateNames = ['criteria', 'review', 'checks'] as const;

/** What a gate asks for and the ticket does not have. */
export type Missing = MissingProof & { gate: (typeof gateNames)[number] };

const noGates: Gates = { criteria: false, review: 'none', checks: false };

const isOff = ({ criteria, review, checks }: Gates) => !criteria && review === 'none' && !checks;

/** Null if all are off, so that a change of a ticket sees in the row of its project that it has nothing to check. */
export const formatGates = (gates: Gates): string | null => (isOff(gates) ? null : JSON.stringify(gates));

export const parseGates = (stored: string | null | undefined): Gates =>
  stored ? (JSON.parse(stored) as Gates) : noGates;

interface Place {
  status: TicketStatus;
  homeId: string;
}

/** True if a change closes a ticket as done, or moves a done one into another project. */
export const entersDone = (before: Place | undefined, after: Place): boolean =>
  after.status === 'done' && (before?.status !== 'done' || before.homeId !== after.homeId);
