import { sql } from '../platform/db/index.ts';
import type { OwnerAccess } from './audience.ts';

/** The access of user `u` to the project, workspace and ticket of event `e`. */
export const ownerAccessColumns = `u.id as "userId", u.role as "instanceRole", pm.role, wm.role as "workspaceRole",
  u.agent_owner_id as "agentOwnerId", coalesce(o.active, 1) as "agentOwnerActive", coalesce(om.role, ow.role) as "agentOwnerRole",
  k.id as "accessWorkspaceId",
  p.visibility, p.status as "projectStatus", k.kind as "workspaceKind",
  t.reporter_id as "reporterId", t.assignee_id as "assigneeId"`;
export const ownerAccessJoins = `left join projects p on p.id = e.project_id
  left join workspaces k on k.id = coalesce(p.workspace_id, e.workspace_id)
  left join project_members pm on pm.project_id = p.id and pm.user_id = u.id
  left join workspace_members wm on wm.workspace_id = k.id and wm.user_id = u.id
  left join users o on o.id = u.agent_owner_id
  left join project_members om on om.project_id = p.id and om.user_id = u.agent_owner_id
  left join workspace_members ow on p.id is null and ow.workspace_id = k.id and ow.user_id = u.agent_owner_id
  left join tickets t on t.id = e.ticket_id`;

/** The access of each active owner to each event. */
export const listOwnerAccess = sql.list<
  { eventIds: string[]; owners: string[] },
  OwnerAccess & { eventId: string }
>(`
  select e.id as "eventId", ${ownerAccessColumns}
  from events e join users u on u.id in :owners[] and u.active = 1 ${ownerAccessJoins}
  where e.id in :eventIds[]`);
