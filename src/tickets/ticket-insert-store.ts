import { defineInsert, type Insert, type Tx } from '../platform/db/index.ts';
import { foldCase } from '../platform/fold-case.ts';
import type { ChecklistItem } from './checklists/checklist.ts';
import { insertChecklistItems } from './checklists/checklist-store.ts';
import type { Criterion } from './criteria/criterion.ts';
import { insertCriteria } from './criteria/criterion-store.ts';
import { fieldDeclaration, storedValue, ticketFieldNames } from './fields/ticket-fields.ts';
import { joinLabelIds } from './labels/label-store.ts';
import { insertFieldKeys, type StoredKey } from './own-fields/field-value-store.ts';
import type { Ticket, TicketStatus } from './ticket.ts';

export interface InsertedTicket extends Ticket {
  labelIds: string[];
  commentCount: number;
  /** The values of its custom fields, in the form that filters find. */
  fieldKeys?: StoredKey[];
  checklist?: ChecklistItem[];
  criteria?: Criterion[];
}

const ownColumns = ticketFieldNames.flatMap((name) => {
  const { column, foldedColumn } = fieldDeclaration(name);
  const stored = [column, (ticket: InsertedTicket) => storedValue(name, ticket[name])] as const;
  if (!foldedColumn) return [stored];
  return [stored, [foldedColumn, (ticket: InsertedTicket) => foldOrNull(ticket[name])] as const];
});
const insertRows: Insert<InsertedTicket> = defineInsert('tickets', 'commentCount', {
  ...Object.fromEntries(ownColumns),
  label_count: ({ labelIds }) => labelIds.length,
  label_ids: ({ labelIds }) => joinLabelIds(labelIds),
  checklist_total: ({ checklist }) => checklist?.length ?? 0,
});

const insertLabelings: Insert<{ ticketId: string; labelId: string }> = defineInsert(
  'ticket_labels',
  'ticketId labelId',
);

interface Move {
  homeId: string;
  at: number;
  ticketId: string;
  from: TicketStatus | null;
  to: TicketStatus;
}
const insertMoves: Insert<Move> = defineInsert('ticket_moves', 'homeId at ticketId', {
  from_status: ({ from }) => from,
  to_status: ({ to }) => to,
});

const insertGroupMoves: Insert<{ ticketId: string; at: number; toGroupId: string }> = defineInsert(
  'ticket_group_moves',
  'ticketId at toGroupId',
  { from_group_id: () => null },
);

type CountedTicket = Pick<
  Ticket,
  'homeId' | 'status' | 'priority' | 'type' | 'assigneeId' | 'createdAt' | 'completedAt' | 'dueDate'
>;

/**
 * The count changes of new tickets. Triggers (migrations 0025 and 0069) append those of later changes; a trigger for
 * inserts would cost SQLite a statement journal for every new ticket.
 */
export const insertCountChanges: Insert<CountedTicket> = defineInsert(
  'ticket_count_changes',
  'homeId status priority type assigneeId createdAt completedAt dueDate',
  { change: () => 1 },
);

/**
 * Inserts tickets with labels, first status changes, count changes, custom field values, checklists and criteria:
 * one statement each.
 */
export async function insertTickets(tx: Tx, tickets: InsertedTicket[]): Promise<void> {
  await insertRows(tx, tickets);
  await insertLabelings(
    tx,
    tickets.flatMap(({ id, labelIds }) => labelIds.map((labelId) => ({ ticketId: id, labelId }))),
  );
  // Statistics count a ticket from its acceptance on; the triggers of migration 0088 append it then.
  const counted = tickets.filter(({ triage }) => triage === null);
  await insertMoves(tx, counted.flatMap(firstMoves));
  await insertGroupMoves(
    tx,
    tickets.flatMap(({ id: ticketId, createdAt: at, groupId, milestoneId }) =>
      [...new Set([groupId, milestoneId])].flatMap((toGroupId) =>
        toGroupId === null ? [] : [{ ticketId, at, toGroupId }],
      ),
    ),
  );
  await insertCountChanges(tx, counted);
  await insertFieldKeys(
    tx,
    tickets.flatMap(({ fieldKeys = [] }) => fieldKeys),
  );
  await insertChecklistItems(
    tx,
    tickets.flatMap(({ checklist = [] }) => checklist),
  );
  await insertCriteria(
    tx,
    tickets.flatMap(({ criteria = [] }) => criteria),
  );
}

/** An imported ticket counts as in the backlog until it was completed or, if it is open, last changed. */
function firstMoves({ id, homeId, status, createdAt, completedAt, updatedAt }: InsertedTicket): Move[] {
  const changedAt = completedAt ?? updatedAt;
  const created = { homeId, ticketId: id, at: createdAt, from: null };
  if (status === 'backlog' || changedAt <= createdAt) return [{ ...created, to: status }];
  return [
    { ...created, to: 'backlog' },
    { homeId, ticketId: id, at: changedAt, from: 'backlog', to: status },
  ];
}

const foldOrNull = (text: string | number | null) => (typeof text === 'string' ? foldCase(text) : null);
