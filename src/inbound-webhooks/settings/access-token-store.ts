import { byCreation, countRows, listPage, pagedList, type Queries, sql } from '../../platform/db/index.ts';
import type { Page } from '../../platform/paging.ts';

export interface AccessToken {
  id: string;
  projectId: string;
  name: string;
  /** The first characters, so that the owner can recognise the token. */
  start: string;
  createdAt: number;
  lastUsedAt: number | null;
}

const columns =
  'id, project_id as "projectId", name, start, created_at as "createdAt", last_used_at as "lastUsedAt"';
const ofProject = pagedList<{ projectId: string }, AccessToken>({
  columns,
  from: 'project_access_tokens',
  where: 'project_id = :projectId',
  sort: byCreation('created_at', 'id', 'desc'),
});

export const insertAccessToken = sql.run<
  Omit<AccessToken, 'lastUsedAt'> & { tokenHash: string; createdBy: string | null }
>(`
  insert into project_access_tokens (token_hash, id, project_id, name, start, created_by, created_at)
  values (:tokenHash, :id, :projectId, :name, :start, :createdBy, :createdAt)`);
export const findAccessTokenByHash = sql.find<{ tokenHash: string }, AccessToken>(
  `select ${columns} from project_access_tokens where token_hash = :tokenHash`,
);
export const listProjectAccessTokens = (queries: Queries, projectId: string, page: Page) =>
  listPage(queries, ofProject, { projectId }, page);
export const countProjectAccessTokens = (queries: Queries, projectId: string) =>
  countRows(queries, ofProject, { projectId });
export const touchAccessToken = sql.run<{ id: string; now: number }>(
  'update project_access_tokens set last_used_at = :now where id = :id',
);
export const findAccessToken = sql.find<{ id: string; projectId: string }, AccessToken>(
  `select ${columns} from project_access_tokens where id = :id and project_id = :projectId`,
);
export const deleteAccessToken = sql.run<{ id: string; projectId: string }>(
  'delete from project_access_tokens where id = :id and project_id = :projectId',
);
