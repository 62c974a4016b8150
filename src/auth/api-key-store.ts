import { byCreation, sql } from '../platform/db/index.ts';
import { type ActorRow, type ApiKeyScope, actorColumns, actorCondition } from '../users/index.ts';

export interface ApiKey {
  id: string;
  name: string;
  /** The first 8 characters, so that the owner recognises the key. */
  start: string;
  scopes: string;
  projectIds: string | null;
  createdAt: number;
  expiresAt: number | null;
  lastUsedAt: number | null;
}

export interface ApiKeyWithUser extends ActorRow {
  id: string;
  scopes: string;
  projectIds: string | null;
  lastUsedAt: number | null;
}

const columns = `id, name, start, scopes, project_ids as "projectIds", created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt"`;

export const insertApiKey = sql.run<Omit<ApiKey, 'lastUsedAt'> & { userId: string; keyHash: string }>(`
  insert into api_keys (id, user_id, name, key_hash, start, scopes, project_ids, created_at, expires_at)
  values (:id, :userId, :name, :keyHash, :start, :scopes, :projectIds, :createdAt, :expiresAt)`);
export const findApiKeyByHash = sql.find<{ keyHash: string; now: number }, ApiKeyWithUser>(`
  select k.id, k.scopes, k.project_ids as "projectIds", k.last_used_at as "lastUsedAt", ${actorColumns}
  from api_keys k join users u on u.id = k.user_id left join users o on o.id = u.agent_owner_id
  where k.key_hash = :keyHash and (k.expires_at is null or k.expires_at > :now) and ${actorCondition}`);
export const listUserApiKeys = sql.page<{ userId: string }, ApiKey>({
  columns,
  from: 'api_keys',
  where: 'user_id = :userId',
  sort: byCreation('created_at', 'id', 'desc'),
});
export const touchApiKey = sql.run<{ id: string; now: number }>(
  'update api_keys set last_used_at = :now where id = :id',
);
export const deleteApiKeyRow = sql.find<{ id: string; userId: string }, { name: string }>(
  'delete from api_keys where id = :id and user_id = :userId returning name',
);

/** Counts the keys of a person and of their agents. */
export const countValidApiKeys = sql.count<{ ownerId: string; now: number }, { total: number }>(`
  select count(*) as total from api_keys k join users u on u.id = k.user_id
  where (u.id = :ownerId or u.agent_owner_id = :ownerId) and (k.expires_at is null or k.expires_at > :now)`);

/** Oldest first, expired ones included. */
export const listKeysOfPersonAndAgents = sql.list<
  { ownerId: string },
  Pick<ApiKey, 'id' | 'name' | 'createdAt'> & { userId: string; accountName: string }
>(`
  select k.id, k.name, k.created_at as "createdAt", u.id as "userId", u.name as "accountName"
  from api_keys k join users u on u.id = k.user_id
  where u.id = :ownerId or u.agent_owner_id = :ownerId
  order by k.created_at, k.id limit 100`);

export const deleteUserApiKeys = sql.run<{ userId: string }>('delete from api_keys where user_id = :userId');

export const splitProjects = (projectIds: string) => projectIds.split(' ').filter(Boolean);
export const splitScopes = (scopes: string) => scopes.split(' ') as ApiKeyScope[];
