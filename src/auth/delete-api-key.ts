import { type AuditSource, recordAudit } from '../audit/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { notFound } from '../platform/errors.ts';
import { deleteApiKeyRow, deleteUserApiKeys } from './api-key-store.ts';

export async function deleteApiKey(tx: Tx, source: AuditSource, userId: string, id: string): Promise<string> {
  const deleted = await deleteApiKeyRow(tx, { id, userId });
  if (!deleted) throw notFound('API key');
  await recordAudit(tx, source, 'api_key.deleted', { kind: 'api_key', id, name: deleted.name }, { userId });
  return id;
}

/** Returns how many keys the account had. */
export async function deleteAllApiKeys(
  tx: Tx,
  source: AuditSource,
  { id, name }: { id: string; name: string },
): Promise<number> {
  const apiKeys = await deleteUserApiKeys(tx, { userId: id });
  if (apiKeys > 0) await recordAudit(tx, source, 'api_keys.deleted', { kind: 'user', id, name }, { apiKeys });
  return apiKeys;
}
