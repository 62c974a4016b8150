import { sql } from '../platform/db/index.ts';
import type { InstanceRole } from './user.ts';

/** What decides the rights of an account, without its credential. */
export interface ActorRow {
  userId: string;
  name: string;
  email: string;
  role: InstanceRole;
  ownerId: string | null;
  ownerRole: InstanceRole | null;
  /** `<id> <role>` of each project and workspace that the owner is a member of, separated by commas. */
  rolesOfOwner: string | null;
}

/** `u` is the account, `o` the owner if it is an agent. */
export const actorColumns = `u.id as "userId", u.name, u.email, u.role, o.id as "ownerId", o.role as "ownerRole",
    case when o.id is not null then (select string_agg(m.id || ' ' || m.role, ',') from (
      select project_id as id, role from project_members where user_id = o.id
      union all select workspace_id, role from workspace_members where user_id = o.id) m) end as "rolesOfOwner"`;
/** A disabled account does nothing, and neither do the agents of one. */
export const actorCondition = 'u.active = 1 and (u.agent_owner_id is null or o.active = 1)';

export const findActorRow = sql.find<{ id: string }, ActorRow>(`
  select ${actorColumns}
  from users u left join users o on o.id = u.agent_owner_id
  where u.id = :id and ${actorCondition}`);
