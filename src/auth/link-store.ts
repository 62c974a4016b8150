import { hashToken, newToken } from '../platform/crypto.ts';
import { type Queries, sql, statement } from '../platform/db/index.ts';

/** The person whom a link was made for. */
export interface LinkedUser {
  id: string;
  name: string;
  email: string;
  role: string;
  /** 1: somebody proved before that the address of the account is theirs. */
  emailProven: number;
}

export interface UsedLink extends LinkedUser {
  linkCreatedAt: number;
  linkExpiresAt: number;
}

/** Links that are mailed or passed on, and work once. The table has only hashes of their tokens. */
function newLinkStore(table: 'email_links' | 'password_links') {
  const insert = statement<{ tokenHash: string; userId: string; now: number; expiresAt: number }>(`
    insert into ${table} (token_hash, user_id, created_at, expires_at)
    values (:tokenHash, :userId, :now, :expiresAt)`);
  const userOfLink = statement<{ tokenHash: string; now: number }, UsedLink>(`
    select u.id, u.name, u.email, u.role, u.email_proven as "emailProven", l.created_at as "linkCreatedAt",
      l.expires_at as "linkExpiresAt"
    from ${table} l join users u on u.id = l.user_id
    where l.token_hash = :tokenHash and l.expires_at > :now and u.active = 1 and u.agent_owner_id is null`);
  const remove = statement<{ tokenHash: string }>(`delete from ${table} where token_hash = :tokenHash`);
  const removeAll = statement<{ userId: string }>(`delete from ${table} where user_id = :userId`);
  const sweep = statement<{ now: number }>(`delete from ${table} where expires_at <= :now`);

  const findUser = (queries: Queries, token: string, now: number) =>
    queries.find(userOfLink, { tokenHash: hashToken(token), now });
  return {
    /** Returns the token. The database has only its hash. */
    create: async (tx: Queries, userId: string, now: number, expiresAt: number): Promise<string> => {
      const token = newToken();
      await tx.run(insert, { tokenHash: hashToken(token), userId, now, expiresAt });
      return token;
    },
    findUser,
    /** Returns the person for exactly one of several concurrent uses of a link. */
    use: async (tx: Queries, token: string, now: number): Promise<UsedLink | undefined> => {
      const user = await findUser(tx, token, now);
      return user && (await tx.run(remove, { tokenHash: hashToken(token) })) === 1 ? user : undefined;
    },
    deleteAllOf: (tx: Queries, userId: string) => tx.run(removeAll, { userId }),
    sweep: (tx: Queries, now: number) => tx.run(sweep, { now }),
  };
}

/** Links with which people verify their address. */
export const emailLinks = newLinkStore('email_links');

export const findUnverifiedUser = sql.find<{ id: string }, { id: string; name: string; email: string }>(
  'select id, name, email from users where id = :id and active = 1 and email_verified = 0',
);

/** Links with which people set a new password. */
export const passwordLinks = newLinkStore('password_links');

/** A person who signs in with a password: active, and not a software agent. */
export const findPersonByEmail = sql.find<{ email: string }, LinkedUser>(`
  select id, name, email, role, email_proven as "emailProven" from users where email_folded = :email and active = 1 and agent_owner_id is null`);
