import { byCreation, sql } from '../../platform/db/index.ts';
import { type ActorRow, actorColumns, actorCondition } from '../../users/index.ts';

/** An application that a person connected by OAuth. */
export interface Connection {
  id: string;
  clientId: string;
  clientName: string;
  clientHost: string;
  scopes: string;
  projectIds: string | null;
  createdAt: number;
  lastUsedAt: number | null;
  /** When it ends unless the client refreshes its tokens before. */
  expiresAt: number;
}

/** What the person allowed, until the client exchanges the code for tokens. */
export interface ConnectionCode extends Omit<Connection, 'id' | 'createdAt' | 'lastUsedAt'> {
  /** The id that the connection gets. */
  connectionId: string;
  userId: string;
  redirectUri: string;
  codeChallenge: string;
  usedAt: number | null;
}

const columns = `id, client_id as "clientId", client_name as "clientName", client_host as "clientHost", scopes,
    project_ids as "projectIds", created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt"`;

export const insertCode = sql.run<Omit<ConnectionCode, 'usedAt'> & { codeHash: string }>(`
  insert into connection_codes (code_hash, connection_id, user_id, client_id, client_name, client_host, redirect_uri,
    code_challenge, scopes, project_ids, expires_at)
  values (:codeHash, :connectionId, :userId, :clientId, :clientName, :clientHost, :redirectUri, :codeChallenge, :scopes,
    :projectIds, :expiresAt)`);
export const findCode = sql.find<{ codeHash: string }, ConnectionCode>(`
  select connection_id as "connectionId", user_id as "userId", client_id as "clientId", client_name as "clientName",
    client_host as "clientHost", redirect_uri as "redirectUri", code_challenge as "codeChallenge", scopes,
    project_ids as "projectIds", expires_at as "expiresAt", used_at as "usedAt"
  from connection_codes where code_hash = :codeHash`);
/** Returns false if another request used the code. */
export const markCodeUsed = sql.change<{ codeHash: string; now: number }>(
  'update connection_codes set used_at = :now where code_hash = :codeHash and used_at is null',
);
export const deleteUserCodes = sql.run<{ userId: string }>(
  'delete from connection_codes where user_id = :userId',
);
export const sweepCodes = sql.run<{ before: number }>(
  'delete from connection_codes where expires_at <= :before',
);

export const insertConnection = sql.run<
  Omit<Connection, 'lastUsedAt'> & { userId: string; familyHash: string; refreshHash: string }
>(`
  insert into connections (id, user_id, client_id, client_name, client_host, scopes, project_ids, family_hash,
    refresh_hash, created_at, expires_at)
  values (:id, :userId, :clientId, :clientName, :clientHost, :scopes, :projectIds, :familyHash, :refreshHash,
    :createdAt, :expiresAt)`);
export const findConnectionByFamily = sql.find<
  { familyHash: string },
  Pick<Connection, 'id' | 'clientId' | 'clientName' | 'scopes' | 'expiresAt'> & { userId: string }
>(`
  select id, user_id as "userId", client_id as "clientId", client_name as "clientName", scopes, expires_at as "expiresAt"
  from connections where family_hash = :familyHash`);
/** Returns false if the given token is not the valid one. */
export const rotateRefreshToken = sql.change<{
  id: string;
  givenHash: string;
  refreshHash: string;
  expiresAt: number;
}>(`
  update connections set refresh_hash = :refreshHash, expires_at = :expiresAt
  where id = :id and refresh_hash = :givenHash`);
export const listUserConnections = sql.page<{ userId: string; now: number }, Connection>({
  columns,
  from: 'connections',
  where: 'user_id = :userId and expires_at > :now',
  sort: byCreation('created_at', 'id', 'desc'),
});
/** Counts codes that are not exchanged yet too. */
export const countConnections = sql.count<{ userId: string; now: number }, { total: number }>(`
  select (select count(*) from connections where user_id = :userId and expires_at > :now)
    + (select count(*) from connection_codes where user_id = :userId and used_at is null and expires_at > :now) as total`);
export const deleteConnection = sql.find<{ id: string }, { userId: string; clientName: string }>(
  'delete from connections where id = :id returning user_id as "userId", client_name as "clientName"',
);
export const deleteUserConnection = sql.find<{ id: string; userId: string }, { clientName: string }>(
  'delete from connections where id = :id and user_id = :userId returning client_name as "clientName"',
);
export const deleteUserConnections = sql.run<{ userId: string }>(
  'delete from connections where user_id = :userId',
);
export const touchConnection = sql.run<{ id: string; now: number }>(
  'update connections set last_used_at = :now where id = :id',
);
export const sweepExpiredConnections = sql.run<{ now: number }>(
  'delete from connections where expires_at <= :now',
);

export const insertAccessToken = sql.run<{
  tokenHash: string;
  connectionId: string;
  scopes: string;
  expiresAt: number;
}>(`
  insert into connection_tokens (token_hash, connection_id, scopes, expires_at)
  values (:tokenHash, :connectionId, :scopes, :expiresAt)`);
export const findAccessToken = sql.find<
  { tokenHash: string; now: number },
  ActorRow & { id: string; scopes: string; projectIds: string | null; lastUsedAt: number | null }
>(`
  select c.id, t.scopes, c.project_ids as "projectIds", c.last_used_at as "lastUsedAt", ${actorColumns}
  from connection_tokens t join connections c on c.id = t.connection_id join users u on u.id = c.user_id
    left join users o on o.id = u.agent_owner_id
  where t.token_hash = :tokenHash and t.expires_at > :now and ${actorCondition}`);
export const findClientOfAccessToken = sql.findValue<{ tokenHash: string }, { clientId: string }>(`
  select c.client_id as "clientId" from connection_tokens t join connections c on c.id = t.connection_id
  where t.token_hash = :tokenHash`);
export const deleteAccessToken = sql.run<{ tokenHash: string }>(
  'delete from connection_tokens where token_hash = :tokenHash',
);
export const sweepAccessTokens = sql.run<{ now: number }>(
  'delete from connection_tokens where expires_at <= :now',
);
