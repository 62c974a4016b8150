import { isRankAt, type StoredTicketRow } from '../tickets/index.ts';

/** A column of a chunk: a value for each ticket, or the one value that all of them have. */
type Column = unknown[] | string | number | null;

/** Up to some thousand tickets in columns. docs/api/sync.md specifies the format, `decodeSyncChunk` of the SDK reads it. */
export interface SyncChunk {
  rows: number;
  /** The ids without hyphens, one after the other. */
  ids: string;
  columns: Record<string, Column>;
  /** The values to which the numbers in the columns of the same name refer. */
  tables: Record<string, unknown[]>;
}

export function encodeRows(rows: readonly StoredTicketRow[]): SyncChunk {
  const tables: SyncChunk['tables'] = {};
  const column = (read: (row: StoredTicketRow) => unknown) => collapse(rows.map(read));
  /** Numbers the values in the order of their first occurrence. `write` makes the table's entry of one. */
  const indexed = (
    name: string,
    read: (row: StoredTicketRow) => string | null,
    write: (row: StoredTicketRow) => unknown = read,
  ) => {
    const known = new Map<string, number>();
    const table: unknown[] = [];
    tables[name] = table;
    let last: string | null = null;
    let lastIndex = 0;
    return column((row) => {
      const value = read(row);
      if (value === null) return null;
      // Neighbours often have the same value, and comparing is faster than looking up.
      if (value === last) return lastIndex;
      last = value;
      lastIndex = known.get(value) ?? table.push(write(row)) - 1;
      known.set(value, lastIndex);
      return lastIndex;
    });
  };

  const columns: SyncChunk['columns'] = {
    home: indexed(
      'home',
      ({ projectId, workspaceId }) => projectId ?? workspaceId,
      ({ projectId, workspaceId, projectKey }) => ({ projectId, workspaceId, key: projectKey }),
    ),
    number: differences(rows),
    title: column(({ title }) => title),
    type: indexed('type', ({ type }) => type),
    status: indexed('status', ({ status }) => status),
    priority: indexed('priority', ({ priority }) => priority),
    stage: indexed('stage', ({ stage }) => stage),
    assigneeId: indexed('assigneeId', ({ assigneeId }) => assigneeId),
    reporterId: indexed('reporterId', ({ reporterId }) => reporterId),
    groupId: indexed('groupId', ({ groupId }) => groupId),
    milestoneId: indexed('milestoneId', ({ milestoneId }) => milestoneId),
    parentId: indexed('parentId', ({ parentId }) => parentId),
    labelIds: indexed(
      'labelIds',
      ({ labelIds }) => labelIds,
      ({ labelIds }) => labelIds?.split(','),
    ),
    fields: indexed(
      'fields',
      ({ fields }) => fields,
      ({ fields }) => fields && JSON.parse(fields),
    ),
    dueDate: column(({ dueDate }) => dueDate),
    estimate: column(({ estimate }) => estimate),
    createdAt: column(({ id, createdAt }) => createdAt - timeOf(id)),
    updatedAt: column(({ createdAt, updatedAt }) => updatedAt - createdAt),
    completedAt: column(({ completedAt, updatedAt }) =>
      completedAt === null ? null : updatedAt - completedAt,
    ),
    rank: column(({ rank, createdAt, id }) => (isRankAt(rank, createdAt, id) ? null : rank)),
    comments: column(({ commentCount }) => commentCount),
    attachments: column(({ attachmentCount }) => attachmentCount),
    timeLogs: column(({ timeLogCount }) => timeLogCount),
    version: column(({ version }) => version),
  };
  return { rows: rows.length, ids: rows.map(({ id }) => id.replaceAll('-', '')).join(''), columns, tables };
}

function collapse(values: unknown[]): Column {
  const [first] = values;
  return values.every((value) => value === first) ? (first as Column) : values;
}

/** Each number minus the one before, because numbers of neighbours hardly differ. */
function differences(rows: readonly StoredTicketRow[]): Column {
  let before = 0;
  return collapse(
    rows.map(({ number }) => {
      if (number === null) return null;
      const difference = number - before;
      before = number;
      return difference;
    }),
  );
}

/** The time at which a UUID version 7 starts. */
const timeOf = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
