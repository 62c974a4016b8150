import { type Queries, statement } from '../../platform/db/index.ts';

export interface Identity {
  id: string;
  userId: string;
  provider: string;
  issuer: string;
  subject: string;
  email: string | null;
  createdAt: number;
  usedAt: number;
}

const columns = `id, user_id as "userId", provider, issuer, subject, email, created_at as "createdAt", used_at as "usedAt"`;
const insert = statement<Identity>(`
  insert into identities (id, user_id, provider, issuer, subject, email, created_at, used_at)
  values (:id, :userId, :provider, :issuer, :subject, :email, :createdAt, :usedAt)`);
const bySubject = statement<{ issuer: string; subject: string }, Identity>(
  `select ${columns} from identities where issuer = :issuer and subject = :subject`,
);
const ofUser = statement<{ userId: string }, Identity>(
  `select ${columns} from identities where user_id = :userId order by created_at, id limit 100`,
);
const touch = statement<{ id: string; now: number }>('update identities set used_at = :now where id = :id');
const remove = statement<{ id: string; userId: string }, { provider: string }>(
  'delete from identities where id = :id and user_id = :userId returning provider',
);
const removeAll = statement<{ userId: string }>('delete from identities where user_id = :userId');

export const insertIdentity = (tx: Queries, identity: Identity) => tx.run(insert, identity);
export const findIdentity = (queries: Queries, issuer: string, subject: string) =>
  queries.find(bySubject, { issuer, subject });
export const listUserIdentities = (queries: Queries, userId: string) => queries.list(ofUser, { userId });
export const touchIdentity = (tx: Queries, id: string, now: number) => tx.run(touch, { id, now });
export const deleteIdentity = (tx: Queries, id: string, userId: string) => tx.find(remove, { id, userId });
export const deleteUserIdentities = (tx: Queries, userId: string) => tx.run(removeAll, { userId });
