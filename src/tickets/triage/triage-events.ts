import { type BuiltEvent, buildEvent } from '../../events/index.ts';
import { forbiddenBecause } from '../../platform/errors.ts';
import type { Actor } from '../../users/index.ts';
import { type TicketWithHome, ticketEventFields, ticketTriaged } from '../ticket-events.ts';
import type { TriageOutcome } from './triage.ts';

/** What a person says with a decision, besides the fields that it changes. */
export interface Decided {
  outcome?: TriageOutcome;
  duplicateOf?: { id: string; key?: string; title: string };
  reason?: string;
  tellSender?: true;
}

export const buildTriaged = (
  by: { actor: Pick<Actor, 'userId' | 'name'> },
  ticket: TicketWithHome,
  decided: Decided & { outcome: TriageOutcome },
  at: number,
): BuiltEvent => buildEvent(ticketTriaged, ticketEventFields(by, ticket, at, decided));

/** Agents feed the triage: an agent that decided could accept its own tickets. */
export function assertMayDecide({ agent }: Pick<Actor, 'agent'>): void {
  if (agent) throw forbiddenBecause('Only people decide about tickets in triage.');
}

/** The tickets of agents wait in triage. One that came from another project would not. */
export function assertMayBringIn({ agent }: Pick<Actor, 'agent'>): void {
  if (agent)
    throw forbiddenBecause(
      'Only people move tickets into a project with triage. Create the ticket there: it waits for a decision.',
    );
}
