import type { Queries } from '../../platform/db/index.ts';
import { completionAfter, rankAt } from '../fields/ticket-rules.ts';
import { fieldChangeBetween } from '../own-fields/field-changes.ts';
import { parseFieldValues, writeFieldValues } from '../own-fields/own-field.ts';
import { carryFieldValues, setFieldValues } from '../own-fields/set-field-values.ts';
import { nextUpdate, type Ticket } from '../ticket.ts';
import { changedFields, type TicketChanges } from '../ticket-input.ts';
import type { TicketHome, TicketLookups } from '../ticket-lookups.ts';
import type { LockedTicketRow, TicketCounts, TicketRow } from '../ticket-store.ts';
import { triageAfter } from '../triage/triage.ts';

/** The ticket with the input applied, except its custom fields. */
export function applyChanges(
  before: LockedTicketRow,
  input: TicketChanges,
  labelIds: string[],
  home: TicketHome,
  now: number,
): Ticket & TicketCounts & { labelIds: string[] } {
  const hasMoved = home.homeId !== before.homeId;
  const fields = changedFields(before, {
    ...input,
    projectId: home.projectId,
    // A group or milestone belongs to one project, so the ticket leaves it unless the input names another.
    groupId: input.groupId === undefined && hasMoved ? null : input.groupId,
    milestoneId: input.milestoneId === undefined && hasMoved ? null : input.milestoneId,
  });
  return {
    ...before,
    ...fields,
    ...triageAfter(before, fields, input, hasMoved && home.hasTriage !== 1),
    labelIds,
    homeId: home.homeId,
    completedAt: completionAfter(before, fields.status, now),
    rank: hasMoved ? rankAt(now, before.id) : before.rank,
    version: before.version + 1,
    updatedAt: nextUpdate(before, now),
  };
}

/** The values of the custom fields after the change. A moved ticket keeps those whose field exists in both projects. */
export async function ownFieldsAfter(
  queries: Queries,
  lookups: TicketLookups,
  { projectId, fields: stored }: TicketRow,
  home: TicketHome,
  { fields: input }: TicketChanges,
) {
  const isMoved = projectId !== home.projectId;
  if (!isMoved && !input) return { stored, fields: [], change: undefined, problems: {} };
  const before = parseFieldValues(stored);
  const fields = await lookups.ownFields(home);
  const former = isMoved && stored !== null ? await lookups.ownFields({ projectId }) : [];
  const { values, problems } = await setFieldValues({
    fields,
    before: isMoved ? carryFieldValues(former, before, fields) : before,
    input,
    findPerson: lookups.activePerson,
    isNew: isMoved,
    areRequired: true,
  });
  const all = [...former, ...fields];
  const change = await fieldChangeBetween(queries, all, before, values);
  return { stored: writeFieldValues(values), fields: all, change, problems };
}
