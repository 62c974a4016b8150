import { type Queries, sql } from '../../platform/db/index.ts';
import type { RelyingParty } from './relying-party.ts';

export interface Passkey {
  id: string;
  userId: string;
  credentialId: string;
  publicKey: string;
  rpId: string;
  counter: number;
  /** Words of WebAuthn, separated by commas. */
  transports: string;
  synced: number;
  name: string;
  createdAt: number;
  usedAt: number | null;
}

const columns = `id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey", rp_id as "rpId",
  counter, transports, synced, name, created_at as "createdAt", used_at as "usedAt"`;

/** Returns false if the passkey is stored already, also for another account. */
export const insertPasskey = sql.change<Passkey>(`
  insert into passkeys (id, user_id, credential_id, public_key, rp_id, counter, transports, synced, name, created_at, used_at)
  values (:id, :userId, :credentialId, :publicKey, :rpId, :counter, :transports, :synced, :name, :createdAt, :usedAt)
  on conflict (credential_id) do nothing`);
/** Oldest first. */
export const listUserPasskeys = sql.list<{ userId: string }, Passkey>(
  `select ${columns} from passkeys where user_id = :userId order by created_at, id limit 100`,
);
/** Passkeys of another host, from before BASE_URL was changed, do not work. */
export const listUsablePasskeys = async (
  queries: Queries,
  relyingParty: RelyingParty | undefined,
  userId: string,
) => (await listUserPasskeys(queries, { userId })).filter(({ rpId }) => rpId === relyingParty?.id);
export const hasUsablePasskey = async (
  queries: Queries,
  relyingParty: RelyingParty | undefined,
  userId: string,
) => (await listUsablePasskeys(queries, relyingParty, userId)).length > 0;
export const findPasskey = sql.find<{ credentialId: string }, Passkey>(
  `select ${columns} from passkeys where credential_id = :credentialId`,
);
/** Returns false if the counter has not grown: somebody has a copy of the device, or sent the same answer twice. */
export const usePasskey = sql.change<{ id: string; counter: number; synced: number; now: number }>(`
  update passkeys set counter = :counter, synced = :synced, used_at = :now
  where id = :id and (counter < :counter or (counter = 0 and :counter = 0))`);
export const updatePasskeyName = sql.find<{ id: string; userId: string; name: string }, Passkey>(
  `update passkeys set name = :name where id = :id and user_id = :userId returning ${columns}`,
);
export const deletePasskey = sql.find<{ id: string; userId: string }, Passkey>(
  `delete from passkeys where id = :id and user_id = :userId returning ${columns}`,
);
export const deleteUserPasskeys = sql.run<{ userId: string }>('delete from passkeys where user_id = :userId');
