import { type Queries, statement } from '../platform/db/index.ts';
import { foldCase } from '../platform/fold-case.ts';
import { type Actor, keyProjectLimit } from '../users/index.ts';

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

/**
 * The id for an e-mail address, among the people with whom the actor shares a project or workspace: nobody can find out by it
 * who else has an account. Everything else stays as it is.
 */
export async function resolvePerson(queries: Queries, actor: Actor, ref: string): Promise<string> {
  if (!ref.includes('@')) return ref;
  const found = { email: foldCase(ref.trim()), me: actor.userId };
  const keyProjects = keyProjectLimit(actor);
  const person = keyProjects
    ? await queries.find(inKeyProjects, { ...found, keyProjects: [...keyProjects] })
    : await queries.find(sharing, found);
  return person?.id ?? ref;
}

export const personRefDescription =
  'A user’s id, or the e-mail address of somebody with whom you share a project or workspace';

export const describeUnknownPerson = (ref: string) =>
  ref.includes('@')
    ? 'You share no project or workspace with this address: send an invitation instead'
    : 'User does not exist';
