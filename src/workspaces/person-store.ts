import { type Queries, statement } from '../platform/db/index.ts';
import { foldCase } from '../platform/fold-case.ts';

const inKeyProjects = statement<{ email: string; me: string; keyProjects: string[] }, { id: string }>(`
  select u.id from users u where u.email_folded = :email and u.active = 1 and (u.id = :me
    or exists (select 1 from project_members o join project_members m on m.project_id = o.project_id
      where o.user_id = :me and m.user_id = u.id and o.project_id in :keyProjects[]))`);
const sharing = statement<{ email: string; me: string }, { id: string }>(`
  select u.id from users u where u.email_folded = :email and u.active = 1 and (u.id = :me
    or exists (select 1 from project_members o join project_members m on m.project_id = o.project_id
      where o.user_id = :me and m.user_id = u.id)
    or exists (select 1 from workspace_members o join workspace_members m on m.workspace_id = o.workspace_id
      where o.user_id = :me and m.user_id = u.id))`);

/** Somebody with this e-mail address who shares a project or workspace with `me`, or one of the given projects. */
export function findSharingPerson(
  queries: Queries,
  email: string,
  me: string,
  keyProjects: readonly string[] | undefined,
) {
  const found = { email: foldCase(email.trim()), me };
  return keyProjects
    ? queries.find(inKeyProjects, { ...found, keyProjects: [...keyProjects] })
    : queries.find(sharing, found);
}
