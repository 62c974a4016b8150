import { sql } from '../../platform/db/index.ts';
import { sealedColumn } from '../../platform/secret-box/index.ts';

export const remoteKinds = ['github', 'gitlab', 'gitea'] as const;

/** The code host that has the repositories of a project. */
export interface ProjectHost {
  projectId: string;
  kind: (typeof remoteKinds)[number];
  apiUrl: string;
  tokenSealed: string;
  updatedAt: number;
}

const columns =
  'project_id as "projectId", kind, api_url as "apiUrl", token_sealed as "tokenSealed", updated_at as "updatedAt"';

export const listProjectHosts = sql.list<{ projectIds: string[] }, ProjectHost>(
  `select ${columns} from project_code_hosts where project_id in :projectIds[] order by project_id`,
);
export const putProjectHost = sql.run<ProjectHost>(`
  insert into project_code_hosts (project_id, kind, api_url, token_sealed, updated_at)
  values (:projectId, :kind, :apiUrl, :tokenSealed, :updatedAt)
  on conflict (project_id) do update set kind = excluded.kind, api_url = excluded.api_url,
    token_sealed = excluded.token_sealed, updated_at = excluded.updated_at`);
export const removeProjectHost = sql.run<{ projectId: string }>(
  'delete from project_code_hosts where project_id = :projectId',
);

export const hostTokenContext = (projectId: string) => `project_code_hosts/${projectId}`;

export const codeHostTokens = sealedColumn(
  'project_code_hosts',
  'project_id',
  'token_sealed',
  hostTokenContext,
);
