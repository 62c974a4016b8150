import { clientNetworks } from '../platform/client-networks.ts';
import { hashText } from '../platform/crypto.ts';
import { type Queries, sql, statement } from '../platform/db/index.ts';

/** The hash of the network, because an IPv6 client changes its address every day. */
const networkHash = (address: string) => hashText(clientNetworks(address).network);

const remember = statement<{ userId: string; addressHash: string; now: number }>(`
  insert into sign_in_addresses (user_id, address_hash, used_at) values (:userId, :addressHash, :now)
  on conflict (user_id, address_hash) do update set used_at = excluded.used_at`);
export const rememberSignInAddress = (tx: Queries, userId: string, address: string, now: number) =>
  tx.run(remember, { userId, addressHash: networkHash(address), now });

const ofAccount = statement<{ email: string; addressHash: string }, { used: number }>(`
  select 1 as used from sign_in_addresses a join users u on u.id = a.user_id
  where u.email_folded = :email and a.address_hash = :addressHash`);
export const hasSignedInFrom = async (queries: Queries, email: string, address: string) =>
  (await queries.find(ofAccount, { email, addressHash: networkHash(address) })) !== undefined;
export const sweepSignInAddresses = sql.run<{ before: number }>(
  'delete from sign_in_addresses where used_at < :before',
);
