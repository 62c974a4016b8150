import { dayMs } from '../platform/clock.ts';
import { type Provider, providers } from './code-event.ts';

export const inboundProviders = [...providers, 'generic'] as const;
export type InboundProvider = Provider | 'generic';

export const deliveryOutcomes = ['tasks', 'changes', 'ignored', 'ping'] as const;
/** `tasks`: something was enqueued; `changes`: nothing was, but tickets or figures changed. */
export type DeliveryOutcome = (typeof deliveryOutcomes)[number];

/** GitHub signs no time: how long a delivery is remembered is how long its repetition causes nothing. */
export const deliveriesKeptMs = 30 * dayMs;

/** One thing that a delivery caused. */
export type Effect =
  | { type: 'task'; projectId: string | null; taskId: string; kind: string; state: 'queued' | 'held' }
  | { type: 'linked'; projectId: string; ticketId: string; ticketKey: string; what: string }
  | { type: 'moved'; projectId: string; ticketId: string; ticketKey: string; status: string }
  | { type: 'opened'; projectId: string; ticketId: string; ticketKey: string }
  | { type: 'commits' | 'reviews'; projectId: string | null; count: number };

export interface Caused {
  effects: Effect[];
  /** Every project that the delivery is about, also where it caused nothing. */
  projectIds: string[];
  /** Why nothing was caused. */
  reason: string | null;
  /** Where it is not to be seen from the effects. */
  outcome?: DeliveryOutcome;
}

export function outcomeOf({ effects }: Caused): DeliveryOutcome {
  if (effects.some(({ type }) => type === 'task')) return 'tasks';
  return effects.length > 0 ? 'changes' : 'ignored';
}
