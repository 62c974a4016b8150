import type { SyncChunk, SyncEnd, SyncHead, TicketRow } from './generated.ts';
import { type TicketFieldInfo, ticketFields } from './ticket-fields.ts';
import { rankAt } from './ticket-rules.ts';

export type SyncPart = SyncHead | { tickets: TicketRow[] } | SyncEnd;

/** Reads the answer of `GET /api/sync` as it arrives. Throws if it ends before its last line. */
export async function* decodeSync(body: ReadableStream<Uint8Array>): AsyncGenerator<SyncPart, void> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let line = '';
  let isComplete = false;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const [first = '', ...others] = piece.value.split('\n');
    line += first;
    for (const next of others) {
      const part = JSON.parse(line) as SyncHead | SyncChunk | SyncEnd;
      isComplete = 'end' in part;
      yield 'ids' in part ? { tickets: decodeSyncChunk(part) } : part;
      line = next;
    }
  }
  if (!isComplete) throw new Error('The answer of /api/sync ended before its last line');
}

/** The columns that follow from others. */
const derived = new Set(['id', 'number', 'projectId', 'completedAt', 'rank', 'createdAt', 'updatedAt']);
const plainFields = Object.entries<TicketFieldInfo>(ticketFields).filter(
  ([name, { isInRows }]) => isInRows && !derived.has(name),
);

type Home = Pick<TicketRow, 'projectId' | 'workspaceId' | 'key'>;

/** The rows of one chunk. docs/api/sync.md specifies the format. */
export function decodeSyncChunk({ rows, ids, columns, tables }: SyncChunk): TicketRow[] {
  /** Typed as never, because the name of the column decides what it holds. */
  const read = (name: string, at: number): never => {
    const column = columns[name];
    const value = Array.isArray(column) ? column[at] : column;
    const table = tables[name];
    return (value === null || !table ? value : table[value as number]) as never;
  };
  let number = 0;
  return Array.from({ length: rows }, (_, at) => {
    const hex = ids.slice(32 * at, 32 * at + 32);
    const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
    const { key, projectId, workspaceId }: Home = read('home', at);
    const difference: number | null = read('number', at);
    number += difference ?? 0;
    const createdAt = Number.parseInt(hex.slice(0, 12), 16) + read('createdAt', at);
    const updatedAt = createdAt + read('updatedAt', at);
    const openFor: number | null = read('completedAt', at);
    const row: Record<string, unknown> = {};
    for (const [name, { kind }] of plainFields) {
      const value = read(name, at) ?? null;
      row[name] = kind === 'instant' ? toIso(value) : value;
    }
    return Object.assign(row as TicketRow, {
      id,
      key: key === null ? null : `${key}-${number}`,
      number: difference === null ? null : number,
      projectId,
      workspaceId,
      labelIds: read('labelIds', at) ?? [],
      completedAt: toIso(openFor === null ? null : updatedAt - openFor),
      rank: read('rank', at) ?? rankAt(createdAt, id),
      counts: {
        comments: read('comments', at),
        attachments: read('attachments', at),
        timeLogs: read('timeLogs', at),
      },
      createdAt: new Date(createdAt).toISOString(),
      updatedAt: new Date(updatedAt).toISOString(),
    });
  });
}

const toIso = (atMs: number | null) => (atMs === null ? null : new Date(atMs).toISOString());
