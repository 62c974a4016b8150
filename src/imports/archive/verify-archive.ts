import type { ArchivedRow } from '../../archives/index.ts';
import { Refusal } from '../../platform/errors.ts';
import {
  type Seal,
  type SealedEvent,
  type SealKey,
  type Verdict,
  verifyHistory,
} from '../../sealed-history/index.ts';
import type { ReadableFile } from '../unpacking/archive-member.ts';
import { walkArchive } from './walk-archive.ts';

/**
 * Verifies the history in the archive of a whole instance without a database. Keys and seals come before the events;
 * the hashes of all events are in memory, 32 bytes each.
 */
export async function verifyArchive(file: ReadableFile): Promise<Verdict> {
  const keys: SealKey[] = [];
  const seals = new Map<string, Seal[]>();
  const items = walkArchive(file, 'verified');
  try {
    const first = await readUntilEvents(items, file.name, keys, seals);
    return await verifyHistory({
      keys,
      workspaceIds: [...seals.keys()],
      sealsOf: async function* (workspaceId) {
        yield* seals.get(workspaceId) ?? [];
      },
      events: readEvents(first, items),
    });
  } finally {
    await items.return(undefined);
  }
}

type Items = ReturnType<typeof walkArchive>;

/** Returns the first events, or none if the archive ended before. */
async function readUntilEvents(
  items: Items,
  name: string,
  keys: SealKey[],
  seals: Map<string, Seal[]>,
): Promise<ArchivedRow[]> {
  for (;;) {
    const { value: item, done } = await items.next();
    if (done) return [];
    if ('header' in item && item.header.project)
      throw new Refusal(
        'VALIDATION_ERROR',
        `${name} is the archive of a project. Seals cover a workspace: verify the archive of the whole instance.`,
      );
    if (!('kind' in item)) continue;
    if (item.kind === 'events') return item.rows;
    if (item.kind === 'sealKeys')
      keys.push(...item.rows.map(({ id, publicKey }) => ({ id: String(id), publicKey: String(publicKey) })));
    if (item.kind === 'seals')
      for (const seal of item.rows.map(readSeal))
        seals.set(seal.workspaceId, [...(seals.get(seal.workspaceId) ?? []), seal]);
  }
}

async function* readEvents(first: ArchivedRow[], items: Items): AsyncGenerator<SealedEvent> {
  yield* first.map(readEvent);
  // To the end of the archive, where the manifest proves that no part is missing.
  for await (const item of items) {
    if ('file' in item) for await (const _ of item.content);
    if ('kind' in item && item.kind === 'events') yield* item.rows.map(readEvent);
  }
}

const text = (value: unknown) => (typeof value === 'string' ? value : null);

const readEvent = (row: ArchivedRow): SealedEvent => ({
  id: String(row.id),
  type: String(row.type),
  occurredAt: Date.parse(String(row.occurredAt)),
  actorId: text(row.actorId),
  workspaceId: text(row.workspaceId),
  projectId: text(row.projectId),
  ticketId: text(row.ticketId),
  data: row.data,
});

const readSeal = (row: ArchivedRow): Seal => ({
  workspaceId: String(row.workspaceId),
  number: Number(row.number),
  from: String(row.fromEvent),
  to: String(row.toEvent),
  count: Number(row.eventCount),
  root: String(row.root),
  previous: text(row.previous),
  keyId: String(row.keyId),
  signature: String(row.signature),
  at: Date.parse(String(row.sealedAt)),
  leaves: Buffer.from(String(row.leaves), 'base64'),
});
