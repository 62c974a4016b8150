import { dayMs } from '../../platform/clock.ts';
import { type Provider, providers } from '../code-event.ts';

export const inboundProviders = [...providers, 'generic'] as const;
export type InboundProvider = Provider | 'generic';

export const deliveryOutcomes = ['tasks', 'changes', 'ignored', 'ping'] as const;
/** `tasks`: at least one task was enqueued. `changes`: no task, but tickets, links or statistics changed. */
export type DeliveryOutcome = (typeof deliveryOutcomes)[number];

/** GitHub signs no timestamp, so a resent request is recognised only as long as its delivery is kept. */
export const deliveriesKeptMs = 30 * dayMs;

/** One change that a delivery made. */
export type Effect =
  | { type: 'task'; projectId: string | null; taskId: string; kind: string; state: 'queued' | 'held' }
  /** `checked`: the result of a check became evidence. `stale`: a push made the evidence of a done ticket stale. */
  | {
      type: 'linked' | 'checked' | 'stale';
      projectId: string;
      ticketId: string;
      ticketKey: string;
      what: string;
    }
  /** `not_moved`: a pull request would move the ticket, but it has open children, or the workflow does not allow it. */
  | { type: 'moved' | 'not_moved'; projectId: string; ticketId: string; ticketKey: string; status: string }
  /** The tag of a version was pushed, moved or deleted. */
  | { type: 'release'; projectId: string; what: string }
  /** The verdict, the release notes or the drafts of this pull request, tag or branch are published soon. */
  | { type: 'docs'; projectId: string; what: string }
  | { type: 'opened'; projectId: string; ticketId: string; ticketKey: string }
  | { type: 'commits' | 'reviews'; projectId: string | null; count: number };

export interface DeliveryResult {
  effects: Effect[];
  /** Every project that links the repository or was changed; its admins may see the delivery. */
  projectIds: string[];
  /** Why the delivery had no effect. */
  reason: string | null;
  /** Overrides the outcome that follows from the effects. */
  outcome?: DeliveryOutcome;
}

export function deriveOutcome({ effects }: DeliveryResult): DeliveryOutcome {
  if (effects.some(({ type }) => type === 'task')) return 'tasks';
  return effects.length > 0 ? 'changes' : 'ignored';
}
