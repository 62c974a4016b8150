import { type Queries, sql, statement } from '../../platform/db/index.ts';
import type { ProjectRole } from '../../projects/index.ts';
import type { WorkspaceRole } from '../../workspaces/index.ts';
import type { TicketAccessContext } from '../ticket-access.ts';

export interface Watcher {
  ticketId: string;
  id: string;
  name: string;
  email: string;
  image: string | null;
  role: ProjectRole | null;
  workspaceRole: WorkspaceRole | null;
}

type TicketReader = TicketAccessContext & { id: string; ticketId: string };
type Watch = { ticketId: string; userId: string };

// Selects the roles of users in the present project and workspace of a ticket.
const selectReaders = (condition: string) => `
  select u.id, t.id as "ticketId", t.project_id as "projectId", t.reporter_id as "reporterId", t.assignee_id as "assigneeId",
    p.visibility, pm.role, wm.role as "workspaceRole", w.id as "workspaceId", w.kind as "workspaceKind"
  from tickets t
  join users u on u.id in :ids[] and u.active = 1
  left join projects p on p.id = t.project_id
  join workspaces w on w.id = coalesce(p.workspace_id, t.home_id)
  left join project_members pm on pm.project_id = t.project_id and pm.user_id = u.id
  left join workspace_members wm on wm.workspace_id = w.id and wm.user_id = u.id
  where ${condition} and (p.id is null or p.status <> 'deleted')`;

/**
 * Lists all watchers of the tickets; the caller checks whether they may still read them. Excludes everybody who opted
 * out (watching = 0), even the reporter and the assignee.
 */
export const listWatchersOf = sql.list<{ ids: string[] }, Watcher>(`
  select w.ticket_id as "ticketId", u.id, u.name, u.email, u.image, pm.role, wm.role as "workspaceRole"
  from (
    select id as ticket_id, reporter_id as user_id from tickets where id in :ids[]
    union select id, assignee_id from tickets where id in :ids[] and assignee_id is not null
    union select ticket_id, user_id from ticket_watchers where ticket_id in :ids[] and watching = 1
  ) w
  join tickets t on t.id = w.ticket_id
  join users u on u.id = w.user_id and u.active = 1
  left join projects p on p.id = t.project_id
  left join project_members pm on pm.project_id = t.project_id and pm.user_id = u.id
  left join workspace_members wm on wm.workspace_id = coalesce(p.workspace_id, t.home_id) and wm.user_id = u.id
  where not exists (select 1 from ticket_watchers o
    where o.ticket_id = w.ticket_id and o.user_id = w.user_id and o.watching = 0)
  order by u.name, u.id`);
export const listReaders = sql.list<{ ticketId: string; ids: string[] }, TicketReader>(
  selectReaders('t.id = :ticketId'),
);

const readersOfMany = statement<{ ticketIds: string[]; ids: string[] }, TicketReader>(
  selectReaders('t.id in :ticketIds[]'),
);
/** Lists the access of one user to each of the tickets. */
export const listAccessOf = (queries: Queries, ticketIds: string[], userId: string) =>
  queries.list(readersOfMany, { ticketIds, ids: [userId] });
export const findWatch = sql.find<Watch, { watching: number }>(
  'select watching from ticket_watchers where ticket_id = :ticketId and user_id = :userId',
);

const userWithRoles = statement<
  { userId: string; projectId: string | null; workspaceId: string },
  Omit<Watcher, 'ticketId'>
>(`
  select u.id, u.name, u.email, u.image, pm.role, wm.role as "workspaceRole"
  from users u
  left join project_members pm on pm.project_id = :projectId and pm.user_id = u.id
  left join workspace_members wm on wm.workspace_id = :workspaceId and wm.user_id = u.id
  where u.id = :userId and u.active = 1`);
/** Finds an active user with their roles in a ticket's project and workspace. */
export const findUserWithRoles = (
  queries: Queries,
  userId: string,
  { projectId, workspaceId }: { projectId: string | null; workspaceId: string },
) => queries.find(userWithRoles, { userId, projectId, workspaceId });
export const saveWatch = sql.run<Watch & { watching: 0 | 1; now: number }>(`
  insert into ticket_watchers (ticket_id, user_id, watching, created_at)
  values (:ticketId, :userId, :watching, :now)
  on conflict (ticket_id, user_id) do update set watching = excluded.watching, created_at = excluded.created_at`);
export const removeWatch = sql.run<Watch>(
  'delete from ticket_watchers where ticket_id = :ticketId and user_id = :userId and watching = 1',
);

const add = statement<Watch & { now: number }>(`
  insert into ticket_watchers (ticket_id, user_id, watching, created_at) values (:ticketId, :userId, 1, :now)
  on conflict (ticket_id, user_id) do nothing`);
/** Adds watchers after a comment, mention or assignment. Users who opted out stay opted out. */
export async function addAutomaticWatchers(tx: Queries, ticketId: string, userIds: string[], now: number) {
  for (const userId of new Set(userIds)) await tx.run(add, { ticketId, userId, now });
}
