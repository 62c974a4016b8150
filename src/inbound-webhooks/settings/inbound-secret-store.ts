import { type Queries, sql, statement } from '../../platform/db/index.ts';
import { sealedColumn } from '../../platform/secret-box/index.ts';
import type { Provider } from '../code-event.ts';

/** The secret with which a code host signs the deliveries of one project. */
export interface InboundSecret {
  id: string;
  projectId: string;
  provider: Provider;
  secretSealed: string;
  setBy: string | null;
  setAt: number;
}

export interface ListedInboundSecret extends Pick<InboundSecret, 'id' | 'provider' | 'setBy' | 'setAt'> {
  setByName: string | null;
}

/** Undefined also if the project is deleted. */
export const findInboundSecret = sql.find<
  { id: string },
  Pick<InboundSecret, 'id' | 'projectId' | 'provider' | 'secretSealed'>
>(`
  select s.id, s.project_id as "projectId", s.provider, s.secret_sealed as "secretSealed"
  from project_inbound_secrets s join projects p on p.id = s.project_id
  where s.id = :id and p.status <> 'deleted'`);
export const listProjectInboundSecrets = sql.list<{ projectId: string }, ListedInboundSecret>(`
  select s.id, s.provider, s.set_by as "setBy", s.set_at as "setAt", u.name as "setByName"
  from project_inbound_secrets s left join users u on u.id = s.set_by
  where s.project_id = :projectId order by s.provider`);
export const putInboundSecret = sql.run<InboundSecret>(`
  insert into project_inbound_secrets (id, project_id, provider, secret_sealed, set_by, set_at)
  values (:id, :projectId, :provider, :secretSealed, :setBy, :setAt)
  on conflict (project_id, provider) do update set secret_sealed = excluded.secret_sealed,
    set_by = excluded.set_by, set_at = excluded.set_at`);
export const removeInboundSecret = sql.run<{ projectId: string; provider: Provider }>(
  'delete from project_inbound_secrets where project_id = :projectId and provider = :provider',
);

const havingSecret = statement<{ provider: Provider; projectIds: string[] }, { projectId: string }>(`
  select project_id as "projectId" from project_inbound_secrets
  where provider = :provider and project_id in :projectIds[]`);
/** Which of the projects have a secret of their own for the code host. */
export const listProjectsWithSecret = async (queries: Queries, provider: Provider, projectIds: string[]) =>
  projectIds.length === 0
    ? []
    : (await queries.list(havingSecret, { provider, projectIds })).map(({ projectId }) => projectId);

export const inboundSecretContext = (id: string) => `project_inbound_secrets/${id}`;

export const inboundSecrets = sealedColumn(
  'project_inbound_secrets',
  'id',
  'secret_sealed',
  inboundSecretContext,
);
