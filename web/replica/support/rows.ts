import type { TicketRow } from '../types.ts';

/** A row with the given fields and plain values for the others. */
export const newTicketRow = (fields: Partial<TicketRow> & { id: string }): TicketRow => ({
  key: null,
  number: null,
  title: 'Ticket',
  type: 'TASK',
  status: 'backlog',
  priority: 'medium',
  stage: 'PLANNING',
  projectId: null,
  workspaceId: 'workspace',
  assigneeId: null,
  reporterId: 'ben',
  groupId: null,
  parentId: null,
  labelIds: [],
  fields: null,
  dueDate: null,
  estimate: null,
  completedAt: null,
  rank: 'V',
  counts: { comments: 0, attachments: 0, timeLogs: 0 },
  version: 1,
  createdAt: '2026-11-15T10:00:00.000Z',
  updatedAt: '2026-11-15T10:00:00.000Z',
  ...fields,
});
