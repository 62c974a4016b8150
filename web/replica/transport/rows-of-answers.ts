import type { TicketItem } from '../../../sdk/index.ts';
import type { TicketRow, TicketWithDetails } from '../types.ts';

/** The row of a ticket, from an answer with its details. */
export const rowOfTicket = (ticket: TicketWithDetails): TicketRow =>
  rowOfItem(
    ticket,
    ticket.labels.map(({ id }) => id),
  );

/** The row of a list item, which has no labels. */
export function rowOfItem(item: TicketItem, labelIds: string[]): TicketRow {
  return {
    id: item.id,
    key: item.key ?? null,
    number: item.number ?? null,
    title: item.title,
    type: item.type,
    status: item.status,
    priority: item.priority,
    stage: item.stage,
    projectId: item.projectId ?? null,
    workspaceId: item.workspaceId,
    assigneeId: item.assigneeId ?? null,
    reporterId: item.reporterId,
    groupId: item.groupId ?? null,
    milestoneId: item.milestoneId ?? null,
    parentId: item.parentId ?? null,
    labelIds: [...labelIds].sort(),
    fields: item.fields ?? null,
    dueDate: item.dueDate ?? null,
    estimate: item.estimate ?? null,
    completedAt: item.completedAt ?? null,
    rank: item.rank,
    counts: item._count,
    version: item.version,
    createdAt: item.createdAt,
    updatedAt: item.updatedAt,
  };
}
