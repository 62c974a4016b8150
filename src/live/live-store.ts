import { type Queries, sql, statement } from '../platform/db/index.ts';
import type { ProjectRole, ProjectVisibility } from '../projects/index.ts';
import type { WorkspaceKind, WorkspaceRole } from '../workspaces/index.ts';
import type { EventPosition } from './event-position.ts';

type Ids = { ids: string[] };

export interface ProjectAccessRow {
  id: string;
  workspaceId: string;
  isDeleted: number;
  visibility: ProjectVisibility;
  workspaceKind: WorkspaceKind;
}
/** A user of a project or workspace. */
export interface MemberRow {
  scopeId: string;
  userId: string;
}
export interface RoleRow<R> extends MemberRow {
  role: R;
  joinedAt: number;
}
export interface TicketPeople {
  id: string;
  reporterId: string;
  assigneeId: string | null;
}

const findNewestPositionSql = statement<object, EventPosition>(
  'select xid, seq from settled_events order by xid desc, seq desc limit 1',
);
/** The position of the newest settled event, or the start of the log while it is empty. */
export const findNewestPosition = async (queries: Queries): Promise<EventPosition> =>
  (await queries.find(findNewestPositionSql, {})) ?? { xid: 0, seq: 0 };

export const isKnownPosition = sql.exists<EventPosition, { seq: number }>(
  'select seq from settled_events where xid = :xid and seq = :seq',
);

/**
 * Whether an event after the position is committed, settled or not.
 * `ordered_events` also has committed events that are not settled: an older transaction may still insert before them.
 */
export const hasEventsAfter = sql.exists<EventPosition, { seq: number }>(
  'select seq from ordered_events where (xid, seq) > (:xid, :seq) limit 1',
);

const projects = statement<Ids, ProjectAccessRow>(`
  select p.id, p.workspace_id as "workspaceId", p.visibility, w.kind as "workspaceKind",
    case when p.status = 'deleted' then 1 else 0 end as "isDeleted"
  from projects p join workspaces w on w.id = p.workspace_id where p.id in :ids[]`);
export const listProjectAccess = (queries: Queries, ids: string[]) => listByIds(queries, projects, ids);

const projectRoles = statement<Ids, RoleRow<ProjectRole>>(`
  select project_id as "scopeId", user_id as "userId", role, joined_at as "joinedAt"
  from project_members where project_id in :ids[]`);
export const listProjectRoles = (queries: Queries, ids: string[]) => listByIds(queries, projectRoles, ids);

const workspaceRoles = statement<Ids, RoleRow<WorkspaceRole>>(`
  select workspace_id as "scopeId", user_id as "userId", role, joined_at as "joinedAt"
  from workspace_members where workspace_id in :ids[]`);
export const listWorkspaceRoles = (queries: Queries, ids: string[]) =>
  listByIds(queries, workspaceRoles, ids);

const people = statement<Ids, TicketPeople>(`
  select id, reporter_id as "reporterId", assignee_id as "assigneeId" from tickets where id in :ids[]`);
export const listTicketPeople = (queries: Queries, ids: string[]) => listByIds(queries, people, ids);

const listWorkspaceKindsSql = statement<Ids, { id: string; kind: WorkspaceKind }>(
  'select id, kind from workspaces where id in :ids[]',
);
export const listWorkspaceKinds = (queries: Queries, ids: string[]) =>
  listByIds(queries, listWorkspaceKindsSql, ids);

const guests = statement<Ids, MemberRow>(
  'select home_id as "scopeId", user_id as "userId" from ticket_guests where home_id in :ids[]',
);
export const listTicketGuests = (queries: Queries, ids: string[]) => listByIds(queries, guests, ids);

const projectMembers = statement<Ids, MemberRow>(`
  select distinct p.workspace_id as "scopeId", m.user_id as "userId"
  from projects p join project_members m on m.project_id = p.id where p.workspace_id in :ids[]`);
/** The members of any project of the workspaces. */
export const listMembersOfProjects = (queries: Queries, ids: string[]) =>
  listByIds(queries, projectMembers, ids);

const listByIds = async <R>(queries: Queries, query: ReturnType<typeof statement<Ids, R>>, ids: string[]) =>
  ids.length === 0 ? [] : queries.list(query, { ids });
