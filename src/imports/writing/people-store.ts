import { type Queries, statement } from '../../platform/db/index.ts';

interface Candidate {
  id: string;
  name: string;
  email: string;
  emailVerified: number;
  /** 0: of the workspace alone. */
  isMember: number;
}

const members = statement<{ projectId: string; workspaceId: string }, Candidate>(`
  select u.id, u.name, u.email_folded as email, u.email_verified as "emailVerified",
    case when exists (select 1 from project_members m where m.project_id = :projectId and m.user_id = u.id)
      then 1 else 0 end as "isMember"
  from users u
  where u.agent_owner_id is null and u.id in (
    select user_id from project_members where project_id = :projectId
    union
    select user_id from workspace_members where workspace_id = :workspaceId)`);
const byAddress = statement<{ emails: string[] }, { id: string; name: string; email: string }>(
  'select id, name, email_folded as email from users where email_folded in :emails[]',
);

/** The people of a project and its workspace, also disabled ones, without agents. */
export const listCandidates = (queries: Queries, projectId: string, workspaceId: string) =>
  queries.list(members, { projectId, workspaceId });

export const listPlaceholders = (queries: Queries, emails: string[]) => queries.list(byAddress, { emails });
