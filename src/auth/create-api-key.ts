import { type AuditSource, recordAudit } from '../audit/index.ts';
import { hashToken, newToken } from '../platform/crypto.ts';
import type { Tx } from '../platform/db/index.ts';
import { conflict, invalid } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { type ApiKeyScope, apiKeyScopes } from '../users/index.ts';
import { countValidApiKeys, insertApiKey } from './api-key-store.ts';

export interface NewApiKey {
  name: string;
  scopes?: ApiKeyScope[] | null | undefined;
  /** The ids of the projects that the key is limited to. Absent: no limit beyond the rights of the account. */
  projectIds?: string[] | null | undefined;
  expiresAt?: number | null | undefined;
}

/** The prefix lets secret scanners and people recognise a leaked key. */
const prefix = 'dkt_';

export async function createApiKey(tx: Tx, source: AuditSource, userId: string, input: NewApiKey) {
  const now = source.clock.now();
  const expiresAt = input.expiresAt ?? null;
  if (expiresAt !== null && expiresAt <= now)
    throw invalid({ expiresAt: ['Expires at must be in the future'] });
  const scopes = input.scopes?.length ? [...new Set(input.scopes)] : [...apiKeyScopes];
  const key = prefix + newToken();
  const record = {
    id: newId(now),
    name: input.name,
    start: key.slice(0, 8),
    scopes: scopes.join(' '),
    projectIds: input.projectIds ? [...new Set(input.projectIds)].join(' ') : null,
    createdAt: now,
    expiresAt,
  };
  await insertApiKey(tx, { ...record, userId, keyHash: hashToken(key) });
  const subject = { kind: 'api_key', id: record.id, name: record.name } as const;
  await recordAudit(tx, source, 'api_key.created', subject, { userId, scopes: record.scopes });
  return { ...record, lastUsedAt: null, key };
}

/**
 * Throws if the person has the maximum number of keys, agents' keys included. Call it first in the transaction: the
 * lock makes parallel requests wait for each other, or each would count without the other.
 */
export async function assertMayHaveKey(tx: Tx, source: AuditSource, ownerId: string, keysMax: number) {
  await tx.advisoryLock(`api keys ${ownerId}`);
  if ((await countValidApiKeys(tx, { ownerId, now: source.clock.now() })) < keysMax) return;
  throw conflict(
    `You have ${keysMax} API keys, the maximum. Delete one first, or ask the operator to raise API_KEYS_PER_PERSON.`,
  );
}
