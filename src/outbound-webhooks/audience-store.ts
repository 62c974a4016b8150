import { type Queries, statement } from '../platform/db/index.ts';
import type { Standing } from './audience.ts';

/** How somebody, `u`, stands to what an event, `e`, is about. */
export const standingColumns = `u.id as "userId", u.role as "instanceRole", pm.role, wm.role as "workspaceRole",
  p.visibility, p.status as "projectStatus", k.kind as "workspaceKind",
  t.reporter_id as "reporterId", t.assignee_id as "assigneeId"`;
export const standingJoins = `left join projects p on p.id = e.project_id
  left join workspaces k on k.id = coalesce(p.workspace_id, e.workspace_id)
  left join project_members pm on pm.project_id = p.id and pm.user_id = u.id
  left join workspace_members wm on wm.workspace_id = k.id and wm.user_id = u.id
  left join tickets t on t.id = e.ticket_id`;

const standings = statement<{ eventIds: string[]; owners: string[] }, Standing & { eventId: string }>(`
  select e.id as "eventId", ${standingColumns}
  from events e join users u on u.id in :owners[] and u.active = 1 ${standingJoins}
  where e.id in :eventIds[]`);

/** Of people who are active, to each of the events. */
export const listStandings = (queries: Queries, eventIds: string[], owners: string[]) =>
  queries.list(standings, { eventIds, owners });
