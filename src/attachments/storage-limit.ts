import type { Queries, Tx } from '../platform/db/index.ts';
import { conflict, Refusal } from '../platform/errors.ts';
import { findWorkspaceOfHome, sumStorage } from './file-key-store.ts';

/** Refuses an upload before its first byte is read, if the workspace cannot hold it. */
export async function assertRoom(queries: Queries, homeId: string, bytesMax: number, bytes: number) {
  const workspaceId = await findWorkspaceOfHome(queries, homeId);
  if ((await sumStorage(queries, { workspaceId })) + bytes > bytesMax) throw full(bytesMax);
  return workspaceId;
}

/**
 * Runs `insert`, which adds the files, and refuses it if the workspace then exceeds its limit. The lock makes
 * parallel uploads to one workspace wait for each other, or each would find room without the other.
 */
export async function insertWithinLimit<T>(
  tx: Tx,
  workspaceId: string,
  bytesMax: number,
  insert: () => Promise<{ homeId: string; result: T }>,
): Promise<T> {
  await tx.advisoryLock(`storage ${workspaceId}`);
  const { homeId, result } = await insert();
  if ((await findWorkspaceOfHome(tx, homeId)) !== workspaceId)
    throw conflict('The ticket was moved to another workspace during the upload. Try again.');
  if ((await sumStorage(tx, { workspaceId })) > bytesMax) throw full(bytesMax);
  return result;
}

const full = (bytesMax: number) =>
  new Refusal(
    'PAYLOAD_TOO_LARGE',
    `The workspace may have ${bytesMax} bytes of attachments and has no room for this. Delete attachments, or ask the operator to raise WORKSPACE_BYTES_MAX.`,
  );
