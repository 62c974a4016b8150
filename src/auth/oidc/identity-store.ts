import { sql } from '../../platform/db/index.ts';

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

export const insertIdentity = sql.run<Identity>(`
  insert into identities (id, user_id, provider, issuer, subject, email, created_at, used_at)
  values (:id, :userId, :provider, :issuer, :subject, :email, :createdAt, :usedAt)`);
export const findIdentity = sql.find<{ issuer: string; subject: string }, Identity>(
  `select ${columns} from identities where issuer = :issuer and subject = :subject`,
);
export const listUserIdentities = sql.list<{ userId: string }, Identity>(
  `select ${columns} from identities where user_id = :userId order by created_at, id limit 100`,
);
export const touchIdentity = sql.run<{ id: string; now: number }>(
  'update identities set used_at = :now where id = :id',
);
export const deleteIdentity = sql.find<{ id: string; userId: string }, { provider: string }>(
  'delete from identities where id = :id and user_id = :userId returning provider',
);
export const deleteUserIdentities = sql.run<{ userId: string }>(
  'delete from identities where user_id = :userId',
);
