import { toIso } from '../platform/instant.ts';
import type { Ticket } from './ticket.ts';
import type { Changes } from './ticket-events.ts';

const plainFields = [
  'title',
  'description',
  'type',
  'status',
  'priority',
  'stage',
  'projectId',
  'assigneeId',
  'groupId',
  'parentId',
] as const;

/** What differs, field by field, as the events tell it. */
export function changesBetween(
  before: Ticket,
  after: Ticket,
  labelsBefore: string[],
  labelsAfter: string[],
): Changes {
  const changes: Changes = {};
  for (const field of plainFields) {
    if (before[field] !== after[field]) changes[field] = { from: before[field], to: after[field] };
  }
  if (before.dueDate !== after.dueDate) {
    changes.dueDate = { from: isoOrNull(before.dueDate), to: isoOrNull(after.dueDate) };
  }
  const sameLabels =
    labelsBefore.length === labelsAfter.length && labelsBefore.every((id) => labelsAfter.includes(id));
  if (!sameLabels) changes.labelIds = { from: labelsBefore, to: labelsAfter };
  return changes;
}

const isoOrNull = (at: number | null) => (at === null ? null : toIso(at));
