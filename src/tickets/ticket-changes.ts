import { toIso } from '../platform/instant.ts';
import { fieldDeclaration, inputFields } from './fields/ticket-fields.ts';
import type { Ticket } from './ticket.ts';
import type { Changes } from './ticket-events.ts';

/** The input fields, labels and rank that differ, in the form of events. */
export function changesBetween(
  before: Ticket,
  after: Ticket,
  labelsBefore: string[],
  labelsAfter: string[],
): Changes {
  const changes: Changes = {};
  for (const field of inputFields) {
    const [from, to] = [before[field], after[field]];
    if (from === to) continue;
    const isInstant = fieldDeclaration(field).kind === 'instant';
    changes[field] = isInstant ? { from: toIsoOrNull(from), to: toIsoOrNull(to) } : { from, to };
  }
  // A ticket that moves to another home comes last there, which is part of the move.
  if (before.rank !== after.rank && before.homeId === after.homeId)
    changes.rank = { from: before.rank, to: after.rank };
  const sameLabels =
    labelsBefore.length === labelsAfter.length && labelsBefore.every((id) => labelsAfter.includes(id));
  if (!sameLabels) changes.labelIds = { from: labelsBefore, to: labelsAfter };
  return changes;
}

const toIsoOrNull = (at: unknown) => (typeof at === 'number' ? toIso(at) : null);
