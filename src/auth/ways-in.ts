import type { AuditSource } from '../audit/index.ts';
import type { Queries, Tx } from '../platform/db/index.ts';
import { listOwnedAgents } from '../users/index.ts';
import { listKeysOfPersonAndAgents } from './api-key-store.ts';
import { deleteAllApiKeys } from './delete-api-key.ts';
import { endPendingAccess } from './end-pending-access.ts';
import { deleteUserIdentities, listUserIdentities } from './oidc/identity-store.ts';
import { deleteUserPasskeys, listUserPasskeys } from './passkeys/passkey-store.ts';
import { deleteSecondFactor, findSecondFactor } from './second-factor/second-factor-store.ts';

/** What gives access to an account, or keeps its owner out, besides its password and its sessions. */
export const wayInKinds = ['identity', 'passkey', 'api_key', 'agent_key', 'second_factor'] as const;

export interface WayIn {
  kind: (typeof wayInKinds)[number];
  /** Null: an account has at most one second factor. */
  id: string | null;
  name: string;
  /** Set for `agent_key`: the agent that the key belongs to. */
  agentId?: string;
  createdAt: number;
}

/** Oldest first within each kind, at most 100 of each. */
export async function listWaysIn(queries: Queries, userId: string): Promise<WayIn[]> {
  const identities = await listUserIdentities(queries, { userId });
  const passkeys = await listUserPasskeys(queries, { userId });
  const keys = await listKeysOfPersonAndAgents(queries, { ownerId: userId });
  const factor = await findSecondFactor(queries, { userId });
  const ways: WayIn[] = [
    ...identities.map(({ provider, email, ...rest }) =>
      wayIn('identity', rest, email === null ? provider : `${provider} (${email})`),
    ),
    ...passkeys.map((passkey) => wayIn('passkey', passkey, passkey.name)),
    ...keys.map(({ userId: agentId, accountName, name, ...rest }) =>
      agentId === userId
        ? wayIn('api_key', rest, name)
        : { ...wayIn('agent_key', rest, `${accountName}: ${name}`), agentId },
    ),
  ];
  if (!factor || factor.confirmedAt === null) return ways;
  return [...ways, wayIn('second_factor', { id: null, createdAt: factor.confirmedAt }, 'Authenticator app')];
}

const wayIn = (
  kind: WayIn['kind'],
  { id, createdAt }: { id: string | null; createdAt: number },
  name: string,
): WayIn => ({ kind, id, name, createdAt });

export interface RemovedWaysIn {
  identities: number;
  passkeys: number;
  apiKeys: number;
}

/** Removes providers, passkeys, unfinished sign-ins, and the API keys of the account and of its agents. */
export async function removeWaysIn(
  tx: Tx,
  source: AuditSource,
  user: { id: string; name: string },
): Promise<RemovedWaysIn> {
  await endPendingAccess(tx, source, user);
  let apiKeys = 0;
  for (const account of [user, ...(await listOwnedAgents(tx, { ownerId: user.id }))])
    apiKeys += await deleteAllApiKeys(tx, source, account);
  const passkeys = await deleteUserPasskeys(tx, { userId: user.id });
  return { identities: await deleteUserIdentities(tx, { userId: user.id }), passkeys, apiKeys };
}

/**
 * The same, and removes the second factor. For an account whose address was proved this moment: somebody who signed
 * up with the address before must not get in after its owner has taken the account over, nor lock the owner out.
 */
export async function removeUnprovedWaysIn(
  tx: Tx,
  source: AuditSource,
  user: { id: string; name: string },
): Promise<RemovedWaysIn & { secondFactors: number }> {
  const removed = await removeWaysIn(tx, source, user);
  return { ...removed, secondFactors: Number(await deleteSecondFactor(tx, user.id)) };
}
