import { sql } from '../platform/db/index.ts';

export interface Credential {
  userId: string;
  name: string;
  passwordHash: string;
  active: number;
}

export const findCredential = sql.find<{ email: string }, Credential>(`
  select c.user_id as "userId", u.name, c.password_hash as "passwordHash", u.active
  from users u join credentials c on c.user_id = u.id where u.email_folded = :email`);

export const saveCredential = sql.run<{ userId: string; passwordHash: string; now: number }>(`
  insert into credentials (user_id, password_hash, updated_at) values (:userId, :passwordHash, :now)
  on conflict (user_id) do update set password_hash = excluded.password_hash, updated_at = excluded.updated_at`);
