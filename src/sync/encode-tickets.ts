import { startOfId } from '../platform/ids.ts';
import {
  fieldDeclaration,
  isRankAt,
  type PackedTickets,
  rowFields,
  type StoredTicketRow,
  type TicketField,
} from '../tickets/index.ts';

/** A column of a chunk: a value for each ticket, or the one value of all tickets. */
type Column = unknown[] | string | number | null;

/** Up to some thousand tickets in columns. docs/api/sync.md specifies the format; `decodeSyncChunk` of the SDK reads it. */
export interface SyncChunk {
  rows: number;
  /** The ids without hyphens, concatenated. */
  ids: string;
  columns: Record<string, Column>;
  /** The values to which the numbers in the columns of the same name refer. */
  tables: Record<string, unknown[]>;
}

type Indexed = (
  name: string,
  values: readonly (string | null)[],
  write?: (value: string, at: number) => unknown,
) => Column;

/** The columns with a special encoding. */
const specialFields: readonly string[] = [
  ...['id', 'number', 'projectId', 'fields'],
  ...['createdAt', 'updatedAt', 'completedAt', 'rank'],
];
const ordinaryFields = rowFields.filter((name) => !specialFields.includes(name));
const isRepeated = (name: TicketField) => ['choice', 'id'].includes(fieldDeclaration(name).kind);

/** Takes the columns out of `tickets`. */
export function encodeTickets(tickets: PackedTickets): SyncChunk {
  const ids = tickets.take('id');
  const createdAt = tickets.take('createdAt');
  const updatedAt = tickets.take('updatedAt');
  const tables: SyncChunk['tables'] = {};
  /** Numbers the values in the order of their first occurrence. `write` makes the table entry of a value. */
  const indexed: Indexed = (name, values, write = (value) => value) => {
    const known = new Map<string, number>();
    const table: unknown[] = [];
    tables[name] = table;
    let last: string | null = null;
    let lastIndex = 0;
    return collapse(
      values.map((value, at) => {
        if (value === null) return null;
        // Neighbours often have the same value, and comparing is faster than looking up.
        if (value === last) return lastIndex;
        last = value;
        const index = known.get(value);
        lastIndex = index ?? table.push(write(value, at)) - 1;
        if (index === undefined) known.set(value, lastIndex);
        return lastIndex;
      }),
    );
  };
  const plain = (name: keyof StoredTicketRow) => collapse(tickets.take(name));

  const columns: SyncChunk['columns'] = {
    home: encodeHomes(tickets, indexed),
    number: differences(tickets.take('number')),
    ...Object.fromEntries(
      ordinaryFields.map((name) => [
        name,
        isRepeated(name) ? indexed(name, tickets.take(name) as (string | null)[]) : plain(name),
      ]),
    ),
    labelIds: indexed('labelIds', tickets.take('labelIds'), (labels) => labels.split(',')),
    fields: indexed('fields', tickets.take('fields'), (json) => JSON.parse(json)),
    createdAt: collapse(createdAt.map((time, at) => time - startOfId(ids[at] as string))),
    updatedAt: collapse(updatedAt.map((time, at) => time - (createdAt[at] as number))),
    completedAt: collapse(
      tickets.take('completedAt').map((time, at) => time && (updatedAt[at] as number) - time),
    ),
    rank: collapse(
      tickets
        .take('rank')
        .map((rank, at) => (isRankAt(rank, createdAt[at] as number, ids[at] as string) ? null : rank)),
    ),
    comments: plain('commentCount'),
    attachments: plain('attachmentCount'),
    timeLogs: plain('timeLogCount'),
  };
  return { rows: ids.length, ids: ids.join('').replaceAll('-', ''), columns, tables };
}

function encodeHomes(tickets: PackedTickets, indexed: Indexed): Column {
  const projectIds = tickets.take('projectId');
  const workspaceIds = tickets.take('workspaceId');
  const keys = tickets.take('projectKey');
  const homeAt = (_: string, at: number) => ({
    projectId: projectIds[at],
    workspaceId: workspaceIds[at],
    key: keys[at],
  });
  return indexed('home', tickets.homeIds, homeAt);
}

function collapse(values: unknown[]): Column {
  const [first] = values;
  return values.every((value) => value === first) ? (first as Column) : values;
}

/** Encodes each number as the difference to the previous one, because neighbours hardly differ. */
function differences(numbers: readonly (number | null)[]): Column {
  let before = 0;
  return collapse(
    numbers.map((number) => {
      if (number === null) return null;
      const difference = number - before;
      before = number;
      return difference;
    }),
  );
}
