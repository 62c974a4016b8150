import { insertMany, type Tx } from '../platform/db/index.ts';
import { foldCase } from '../platform/fold-case.ts';
import type { Ticket } from './ticket.ts';

const ticketColumns = [
  ...['id', 'home_id', 'project_id', 'number', 'title', 'title_folded', 'description', 'description_folded'],
  ...['type', 'status', 'priority', 'stage', 'assignee_id', 'reporter_id', 'group_id', 'parent_id'],
  ...['due_date', 'completed_at', 'comment_count', 'label_count', 'version', 'created_at', 'updated_at'],
];

export interface InsertedTicket extends Ticket {
  labelIds: string[];
  commentCount: number;
}

const countChangeColumns = [
  ...['change', 'home_id', 'status', 'priority', 'type', 'assignee_id'],
  ...['created_at', 'completed_at'],
];
const moveColumns = ['home_id', 'at', 'ticket_id', 'from_status', 'to_status'];

/** With their labels, their first moves and their share of the counts. One or many: the statements are the same. */
export async function insertTickets(tx: Tx, tickets: InsertedTicket[]): Promise<void> {
  await insertMany(tx, 'tickets', ticketColumns, tickets.map(rowOf));
  await insertMany(
    tx,
    'ticket_labels',
    ['ticket_id', 'label_id'],
    tickets.flatMap(({ id, labelIds }) => labelIds.map((labelId) => [id, labelId])),
  );
  await insertMany(tx, 'ticket_moves', moveColumns, tickets.flatMap(firstMovesOf));
  await insertMany(tx, 'ticket_count_changes', countChangeColumns, tickets.map(countChangeOf));
}

/** A ticket that comes with a past (an import) was in the backlog until it was completed or last changed. */
function firstMovesOf({ id, homeId, status, createdAt, completedAt, updatedAt }: InsertedTicket) {
  const changedAt = completedAt ?? updatedAt;
  if (status === 'backlog' || changedAt <= createdAt) return [[homeId, createdAt, id, null, status]];
  return [
    [homeId, createdAt, id, null, 'backlog'],
    [homeId, changedAt, id, 'backlog', status],
  ];
}

/**
 * The count change of a new ticket. Triggers (migration 0025) append those of later changes; a trigger for inserts would
 * cost SQLite a statement journal for every new ticket.
 */
const countChangeOf = (ticket: InsertedTicket) => [
  ...[1, ticket.homeId, ticket.status, ticket.priority, ticket.type, ticket.assigneeId],
  ...[ticket.createdAt, ticket.completedAt],
];

const rowOf = (ticket: InsertedTicket) => [
  ...[ticket.id, ticket.homeId, ticket.projectId, ticket.number, ticket.title, foldCase(ticket.title)],
  ...[ticket.description, ticket.description === null ? null : foldCase(ticket.description)],
  ...[ticket.type, ticket.status, ticket.priority, ticket.stage, ticket.assigneeId, ticket.reporterId],
  ...[ticket.groupId, ticket.parentId, ticket.dueDate, ticket.completedAt],
  ...[ticket.commentCount, ticket.labelIds.length, ticket.version, ticket.createdAt, ticket.updatedAt],
];
