import { type Queries, statement } from '../../platform/db/index.ts';

export interface UnverifiedUser {
  id: string;
  name: string;
  email: string;
}

const insert = statement<{ tokenHash: string; userId: string; now: number; expiresAt: number }>(`
  insert into email_links (token_hash, user_id, created_at, expires_at)
  values (:tokenHash, :userId, :now, :expiresAt)`);
const userOfLink = statement<{ tokenHash: string; now: number }, UnverifiedUser>(`
  select u.id, u.name, u.email from email_links l join users u on u.id = l.user_id
  where l.token_hash = :tokenHash and l.expires_at > :now and u.active = 1`);
const unverified = statement<{ id: string }, UnverifiedUser>(
  'select id, name, email from users where id = :id and active = 1 and email_verified = 0',
);
const removeAll = statement<{ userId: string }>('delete from email_links where user_id = :userId');
const remove = statement<{ tokenHash: string }>('delete from email_links where token_hash = :tokenHash');
const sweep = statement<{ now: number }>('delete from email_links where expires_at <= :now');

export const insertEmailLink = (
  tx: Queries,
  link: { tokenHash: string; userId: string; now: number; expiresAt: number },
) => tx.run(insert, link);
export const findUserOfEmailLink = (tx: Queries, tokenHash: string, now: number) =>
  tx.find(userOfLink, { tokenHash, now });
/** Returns true for exactly one of several concurrent uses of a link. */
export const useEmailLink = async (tx: Queries, tokenHash: string) =>
  (await tx.run(remove, { tokenHash })) === 1;
export const deleteEmailLinksOf = (tx: Queries, userId: string) => tx.run(removeAll, { userId });
export const findUnverifiedUser = (queries: Queries, id: string) => queries.find(unverified, { id });
export const sweepEmailLinks = (tx: Queries, now: number) => tx.run(sweep, { now });
