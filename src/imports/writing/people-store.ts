import { type Queries, sql, statement } from '../../platform/db/index.ts';

interface Candidate {
  id: string;
  name: string;
  email: string;
  emailVerified: number;
  /** 0 if the person is not a member of the project. */
  isMember: number;
}

const columns = `u.id, u.name, u.email_folded as email, u.email_verified as "emailVerified",
    case when exists (select 1 from project_members m where m.project_id = :projectId and m.user_id = u.id)
      then 1 else 0 end as "isMember"`;

/** Lists the members of a project and the importer, including disabled accounts but no agents. */
export const listMembers = sql.list<{ projectId: string; importerId: string }, Candidate>(`
  select ${columns} from users u
  where u.agent_owner_id is null
    and (u.id = :importerId or u.id in (select user_id from project_members where project_id = :projectId))`);

const anybody = statement<{ projectId: string; refs: string[] }, Candidate>(`
  select ${columns} from users u
  where u.agent_owner_id is null and (u.id in :refs[] or u.email_folded in :refs[])`);
/** Lists the people with one of the ids or addresses. */
export const listAnybody = (queries: Queries, projectId: string, refs: string[]) =>
  queries.list(anybody, { projectId, refs });

export const listPlaceholders = sql.list<{ emails: string[] }, { id: string; name: string; email: string }>(
  'select id, name, email_folded as email from users where email_folded in :emails[]',
);
