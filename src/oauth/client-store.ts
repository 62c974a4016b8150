import { sql } from '../platform/db/index.ts';

export interface RegisteredClient {
  id: string;
  name: string;
  /** A JSON list. */
  redirectUris: string;
  createdAt: number;
}

export const insertClient = sql.run<RegisteredClient>(`
  insert into oauth_clients (id, name, redirect_uris, created_at) values (:id, :name, :redirectUris, :createdAt)`);
export const findRegisteredClient = sql.find<{ id: string }, RegisteredClient>(`
  select id, name, redirect_uris as "redirectUris", created_at as "createdAt" from oauth_clients where id = :id`);
export const markClientUsed = sql.run<{ id: string; now: number }>(
  'update oauth_clients set used_at = :now where id = :id',
);
export const countUnusedClients = sql.count<object, { total: number }>(
  'select count(*) as total from oauth_clients where used_at is null',
);
export const deleteOldestUnusedClient = sql.run<object>(`
  delete from oauth_clients where id in (
    select id from oauth_clients where used_at is null order by created_at, id limit 1)`);
export const deleteUnusedClients = sql.run<{ unusedBefore: number; usedBefore: number }>(`
  delete from oauth_clients where (used_at is null and created_at <= :unusedBefore) or used_at <= :usedBefore`);
