import { type Queries, statement } from '../../platform/db/index.ts';

export interface LinkedUser {
  id: string;
  name: string;
  email: string;
  role: string;
}

const insert = statement<{ tokenHash: string; userId: string; now: number; expiresAt: number }>(`
  insert into password_links (token_hash, user_id, created_at, expires_at)
  values (:tokenHash, :userId, :now, :expiresAt)`);
const userOfLink = statement<{ tokenHash: string; now: number }, LinkedUser>(`
  select u.id, u.name, u.email, u.role from password_links l join users u on u.id = l.user_id
  where l.token_hash = :tokenHash and l.expires_at > :now and u.active = 1 and u.agent_owner_id is null`);
const remove = statement<{ tokenHash: string }>('delete from password_links where token_hash = :tokenHash');
const removeAll = statement<{ userId: string }>('delete from password_links where user_id = :userId');
const sweep = statement<{ now: number }>('delete from password_links where expires_at <= :now');
const personByEmail = statement<{ email: string }, LinkedUser>(`
  select id, name, email, role from users where email_folded = :email and active = 1 and agent_owner_id is null`);

export const insertPasswordLink = (
  tx: Queries,
  link: { tokenHash: string; userId: string; now: number; expiresAt: number },
) => tx.run(insert, link);
export const findUserOfPasswordLink = (queries: Queries, tokenHash: string, now: number) =>
  queries.find(userOfLink, { tokenHash, now });
/** Returns true for exactly one of several concurrent uses of a link. */
export const usePasswordLink = async (tx: Queries, tokenHash: string) =>
  (await tx.run(remove, { tokenHash })) === 1;
export const deletePasswordLinksOf = (tx: Queries, userId: string) => tx.run(removeAll, { userId });
export const sweepPasswordLinks = (tx: Queries, now: number) => tx.run(sweep, { now });
/** A person who signs in with a password: active, and not a software agent. */
export const findPersonByEmail = (queries: Queries, emailFolded: string) =>
  queries.find(personByEmail, { email: emailFolded });
