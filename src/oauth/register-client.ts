import { admitNewClient } from '../auth/index.ts';
import { dayMs } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/db/index.ts';
import { newId } from '../platform/ids.ts';
import { parseClientMetadata } from './client.ts';
import {
  countUnusedClients,
  deleteOldestUnusedClient,
  deleteUnusedClients,
  insertClient,
} from './client-store.ts';

/** Registrations that nobody has allowed yet. One more replaces the oldest. */
const unusedMax = 5_000;
const unusedKeptMs = dayMs;
/** A client keeps its registration, so one that people used once is kept long. */
const usedKeptMs = 365 * dayMs;

/** Registers a client without a secret (RFC 7591). Anybody may: a person must allow it before it can do anything. */
export async function registerClient(db: Database, metadata: unknown, address: string, now: number) {
  const { name, redirectUris } = parseClientMetadata(metadata, 'Unnamed application');
  const client = { id: newId(now), name, redirectUris: JSON.stringify(redirectUris), createdAt: now };
  await db.transaction(async (tx) => {
    await admitNewClient(tx, address, now);
    if ((await countUnusedClients(tx)) >= unusedMax) await deleteOldestUnusedClient(tx);
    await insertClient(tx, client);
  });
  return { id: client.id, name, redirectUris };
}

export const sweepClients = (tx: Tx, now: number) =>
  deleteUnusedClients(tx, { unusedBefore: now - unusedKeptMs, usedBefore: now - usedKeptMs });
