import type { Holding } from './holdings.ts';
import type { TicketRow } from './types.ts';

/**
 * The rows of a project as columns, one list for each field. IndexedDB stores and reads one such record about 50 times as
 * fast as a record for each ticket.
 */
export type Columns = { [Field in keyof Omit<TicketRow, 'counts' | 'fields'>]: TicketRow[Field][] } & {
  fields?: TicketRow['fields'][];
  comments: number[];
  attachments: number[];
  timeLogs: number[];
};

export interface ProjectSnapshot {
  projectId: string;
  holding: Holding;
  columns: Columns;
}

/** What a page leaves for the next: the projects that it held, and the position in the event stream at which they hold. */
export interface Snapshot {
  cursor: string;
  projects: ProjectSnapshot[];
}

export function toColumns(rows: readonly TicketRow[]): Columns {
  const column = <Field extends keyof TicketRow>(field: Field) => rows.map((row) => row[field]);
  return {
    id: column('id'),
    key: column('key'),
    number: column('number'),
    title: column('title'),
    type: column('type'),
    status: column('status'),
    priority: column('priority'),
    stage: column('stage'),
    projectId: column('projectId'),
    workspaceId: column('workspaceId'),
    assigneeId: column('assigneeId'),
    reporterId: column('reporterId'),
    groupId: column('groupId'),
    milestoneId: column('milestoneId'),
    parentId: column('parentId'),
    labelIds: column('labelIds'),
    fields: column('fields'),
    dueDate: column('dueDate'),
    estimate: column('estimate'),
    completedAt: column('completedAt'),
    rank: column('rank'),
    version: column('version'),
    createdAt: column('createdAt'),
    updatedAt: column('updatedAt'),
    comments: rows.map(({ counts }) => counts.comments),
    attachments: rows.map(({ counts }) => counts.attachments),
    timeLogs: rows.map(({ counts }) => counts.timeLogs),
  };
}

export function fromColumns(columns: Columns): TicketRow[] {
  // Lists have one value for each id.
  const at = <Value>(list: Value[], index: number) => list[index] as Value;
  return columns.id.map((id, index) => ({
    id,
    key: at(columns.key, index),
    number: at(columns.number, index),
    title: at(columns.title, index),
    type: at(columns.type, index),
    status: at(columns.status, index),
    priority: at(columns.priority, index),
    stage: at(columns.stage, index),
    projectId: at(columns.projectId, index),
    workspaceId: at(columns.workspaceId, index),
    assigneeId: at(columns.assigneeId, index),
    reporterId: at(columns.reporterId, index),
    groupId: at(columns.groupId, index),
    milestoneId: columns.milestoneId?.[index] ?? null,
    parentId: at(columns.parentId, index),
    labelIds: at(columns.labelIds, index),
    // Snapshots of older pages lack it.
    fields: columns.fields?.[index] ?? null,
    dueDate: at(columns.dueDate, index),
    // A snapshot from before there were estimates has no such column.
    estimate: columns.estimate?.[index] ?? null,
    completedAt: at(columns.completedAt, index),
    rank: at(columns.rank, index),
    counts: {
      comments: at(columns.comments, index),
      attachments: at(columns.attachments, index),
      timeLogs: at(columns.timeLogs, index),
    },
    version: at(columns.version, index),
    createdAt: at(columns.createdAt, index),
    updatedAt: at(columns.updatedAt, index),
  }));
}
