import { byCreation, sql } from '../platform/db/index.ts';
import { actorCondition, type InstanceRole, type Theme } from '../users/index.ts';

export interface Session {
  id: string;
  address: string | null;
  userAgent: string | null;
  createdAt: number;
  refreshedAt: number;
  expiresAt: number;
}

export interface SessionWithUser {
  id: string;
  userId: string;
  refreshedAt: number;
  expiresAt: number;
  name: string;
  email: string;
  role: InstanceRole;
}

export const insertSession = sql.run<Session & { userId: string; tokenHash: string }>(`
  insert into sessions (id, user_id, token_hash, address, user_agent, created_at, refreshed_at, expires_at)
  values (:id, :userId, :tokenHash, :address, :userAgent, :createdAt, :refreshedAt, :expiresAt)`);
export const findSessionByToken = sql.find<{ tokenHash: string; now: number }, SessionWithUser>(`
  select s.id, s.user_id as "userId", s.refreshed_at as "refreshedAt", s.expires_at as "expiresAt",
    u.name, u.email, u.role
  from sessions s join users u on u.id = s.user_id
  where s.token_hash = :tokenHash and s.expires_at > :now and u.active = 1`);
export const listUserSessions = sql.page<{ userId: string; now: number }, Session>({
  columns: `id, address, user_agent as "userAgent", created_at as "createdAt", refreshed_at as "refreshedAt",
    expires_at as "expiresAt"`,
  from: 'sessions',
  where: 'user_id = :userId and expires_at > :now',
  sort: byCreation('created_at', 'id', 'desc'),
});
export const extendSession = sql.run<{ id: string; now: number; expiresAt: number; lifeMaxMs: number }>(`
  update sessions set refreshed_at = :now,
    expires_at = case when created_at + :lifeMaxMs < :expiresAt then created_at + :lifeMaxMs else :expiresAt end
  where id = :id`);
/** Returns false if the session ended. */
export const replaceSessionToken = sql.change<{ id: string; tokenHash: string }>(
  'update sessions set token_hash = :tokenHash where id = :id',
);
export const findSessionStart = sql.findValue<{ id: string }, { createdAt: number }>(
  'select created_at as "createdAt" from sessions where id = :id',
);
export const deleteSession = sql.run<{ id: string; userId: string }>(
  'delete from sessions where id = :id and user_id = :userId',
);
export const deleteUserSessions = sql.run<{ userId: string }>('delete from sessions where user_id = :userId');
export const deleteOtherUserSessions = sql.run<{ userId: string; id: string }>(
  'delete from sessions where user_id = :userId and id <> :id',
);
export const sweepSessions = sql.run<{ now: number }>('delete from sessions where expires_at <= :now');

// A user who never changed a preference has no row; `coalesce` gives the defaults.
export const findAppearance = sql.find<
  { tokenHash: string; now: number },
  { theme: Theme; language: string }
>(`
  select coalesce(p.theme, 'system') as theme, coalesce(p.language, 'en') as language
  from sessions s join users u on u.id = s.user_id left join preferences p on p.user_id = u.id
  where s.token_hash = :tokenHash and s.expires_at > :now and u.active = 1`);

/** The ids of those sessions, API keys and connections that are still valid. */
export const listValidCredentials = sql.listValues<{ ids: string[]; now: number }, { id: string }>(`
  select s.id from sessions s join users u on u.id = s.user_id
  where s.id in :ids[] and s.expires_at > :now and u.active = 1
  union all
  select k.id from api_keys k join users u on u.id = k.user_id left join users o on o.id = u.agent_owner_id
  where k.id in :ids[] and (k.expires_at is null or k.expires_at > :now) and ${actorCondition}
  union all
  select c.id from connections c join users u on u.id = c.user_id left join users o on o.id = u.agent_owner_id
  where c.id in :ids[] and c.expires_at > :now and ${actorCondition}`);
