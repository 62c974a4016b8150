import { defineInsert, type Tx } from '../platform/db/index.ts';
import { foldCase } from '../platform/fold-case.ts';
import type { ChecklistItem } from './checklists/checklist.ts';
import { insertChecklistItems } from './checklists/checklist-store.ts';
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
}

const ownColumns = ticketFieldNames.flatMap((name) => {
  const { column, foldedColumn } = fieldDeclaration(name);
  const stored = [column, (ticket: InsertedTicket) => storedValue(name, ticket[name])] as const;
  if (!foldedColumn) return [stored];
  return [stored, [foldedColumn, (ticket: InsertedTicket) => foldOrNull(ticket[name])] as const];
});
const insertRows = defineInsert<InsertedTicket>('tickets', {
  ...Object.fromEntries(ownColumns),
  comment_count: ({ commentCount }) => commentCount,
  label_count: ({ labelIds }) => labelIds.length,
  label_ids: ({ labelIds }) => joinLabelIds(labelIds),
  checklist_total: ({ checklist }) => checklist?.length ?? 0,
});

const insertLabelings = defineInsert<{ ticketId: string; labelId: string }>('ticket_labels', {
  ticket_id: ({ ticketId }) => ticketId,
  label_id: ({ labelId }) => labelId,
});

interface Move {
  homeId: string;
  at: number;
  ticketId: string;
  from: TicketStatus | null;
  to: TicketStatus;
}
const insertMoves = defineInsert<Move>('ticket_moves', {
  home_id: ({ homeId }) => homeId,
  at: ({ at }) => at,
  ticket_id: ({ ticketId }) => ticketId,
  from_status: ({ from }) => from,
  to_status: ({ to }) => to,
});

const insertGroupMoves = defineInsert<{ id: string; createdAt: number; to: string }>('ticket_group_moves', {
  ticket_id: ({ id }) => id,
  at: ({ createdAt }) => createdAt,
  from_group_id: () => null,
  to_group_id: ({ to }) => to,
});

type CountedTicket = Pick<
  Ticket,
  'homeId' | 'status' | 'priority' | 'type' | 'assigneeId' | 'createdAt' | 'completedAt' | 'dueDate'
>;

/**
 * The count changes of new tickets. Triggers (migrations 0025 and 0069) append those of later changes; a trigger for
 * inserts would cost SQLite a statement journal for every new ticket.
 */
export const insertCountChanges = defineInsert<CountedTicket>('ticket_count_changes', {
  change: () => 1,
  home_id: ({ homeId }) => homeId,
  status: ({ status }) => status,
  priority: ({ priority }) => priority,
  type: ({ type }) => type,
  assignee_id: ({ assigneeId }) => assigneeId,
  created_at: ({ createdAt }) => createdAt,
  completed_at: ({ completedAt }) => completedAt,
  due_date: ({ dueDate }) => dueDate,
});

/**
 * Inserts tickets with labels, first status changes, count changes, custom field values and checklists: one statement
 * each.
 */
export async function insertTickets(tx: Tx, tickets: InsertedTicket[]): Promise<void> {
  await insertRows(tx, tickets);
  await insertLabelings(
    tx,
    tickets.flatMap(({ id, labelIds }) => labelIds.map((labelId) => ({ ticketId: id, labelId }))),
  );
  await insertMoves(tx, tickets.flatMap(firstMovesOf));
  await insertGroupMoves(
    tx,
    tickets.flatMap(({ id, createdAt, groupId, milestoneId }) =>
      [...new Set([groupId, milestoneId])].flatMap((to) => (to === null ? [] : [{ id, createdAt, to }])),
    ),
  );
  await insertCountChanges(tx, tickets);
  await insertFieldKeys(
    tx,
    tickets.flatMap(({ fieldKeys = [] }) => fieldKeys),
  );
  await insertChecklistItems(
    tx,
    tickets.flatMap(({ checklist = [] }) => checklist),
  );
}

/** An imported ticket counts as in the backlog until it was completed or, if it is open, last changed. */
function firstMovesOf({ id, homeId, status, createdAt, completedAt, updatedAt }: InsertedTicket): Move[] {
  const changedAt = completedAt ?? updatedAt;
  const created = { homeId, ticketId: id, at: createdAt, from: null };
  if (status === 'backlog' || changedAt <= createdAt) return [{ ...created, to: status }];
  return [
    { ...created, to: 'backlog' },
    { homeId, ticketId: id, at: changedAt, from: 'backlog', to: status },
  ];
}

const foldOrNull = (text: string | number | null) => (typeof text === 'string' ? foldCase(text) : null);
