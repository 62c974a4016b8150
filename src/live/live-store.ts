import { type Queries, statement } from '../platform/db/index.ts';
import type { ProjectRole, ProjectVisibility } from '../projects/index.ts';
import type { WorkspaceKind, WorkspaceRole } from '../workspaces/index.ts';
import type { EventPlace } from './event-place.ts';

type Ids = { ids: string[] };

export interface ProjectPlace {
  id: string;
  workspaceId: string;
  isDeleted: number;
  visibility: ProjectVisibility;
  workspaceKind: WorkspaceKind;
}
export interface RoleRow<R> {
  placeId: string;
  userId: string;
  role: R;
}
export interface TicketPeople {
  id: string;
  reporterId: string;
  assigneeId: string | null;
}

const newest = statement<object, EventPlace>(
  'select xid, seq from settled_events order by xid desc, seq desc limit 1',
);
const at = statement<EventPlace, { seq: number }>(
  'select seq from settled_events where xid = :xid and seq = :seq',
);
// Of the table, not of the view: also what is written and not settled yet.
const written = statement<EventPlace, { seq: number }>(
  'select seq from ordered_events where (xid, seq) > (:xid, :seq) limit 1',
);
const projects = statement<Ids, ProjectPlace>(`
  select p.id, p.workspace_id as "workspaceId", p.visibility, w.kind as "workspaceKind",
    case when p.status = 'deleted' then 1 else 0 end as "isDeleted"
  from projects p join workspaces w on w.id = p.workspace_id where p.id in :ids[]`);
const projectRoles = statement<Ids, RoleRow<ProjectRole>>(`
  select project_id as "placeId", user_id as "userId", role from project_members where project_id in :ids[]`);
const workspaceRoles = statement<Ids, RoleRow<WorkspaceRole>>(`
  select workspace_id as "placeId", user_id as "userId", role from workspace_members
  where workspace_id in :ids[]`);
const people = statement<Ids, TicketPeople>(`
  select id, reporter_id as "reporterId", assignee_id as "assigneeId" from tickets where id in :ids[]`);
const credentials = statement<Ids & { now: number }, { id: string }>(`
  select s.id from sessions s join users u on u.id = s.user_id
  where s.id in :ids[] and s.expires_at > :now and u.active = 1
  union all
  select k.id from api_keys k join users u on u.id = k.user_id
  where k.id in :ids[] and (k.expires_at is null or k.expires_at > :now) and u.active = 1`);

/** Before the first event there is nothing. */
export const findNewestPlace = async (queries: Queries): Promise<EventPlace> =>
  (await queries.find(newest, {})) ?? { xid: 0, seq: 0 };

export const isKnownPlace = async (queries: Queries, place: EventPlace) =>
  (await queries.find(at, place)) !== undefined;

/** Whether something was written after the place, be it settled or not. */
export const isAnythingAfter = async (queries: Queries, place: EventPlace) =>
  (await queries.find(written, place)) !== undefined;

export const listProjectPlaces = (queries: Queries, ids: string[]) => listOf(queries, projects, ids);
export const listProjectRoles = (queries: Queries, ids: string[]) => listOf(queries, projectRoles, ids);
export const listWorkspaceRoles = (queries: Queries, ids: string[]) => listOf(queries, workspaceRoles, ids);
export const listTicketPeople = (queries: Queries, ids: string[]) => listOf(queries, people, ids);

/** Those of the sessions and keys that still let somebody in. */
export const listValidCredentials = async (queries: Queries, ids: string[], now: number) =>
  (await queries.list(credentials, { ids, now })).map(({ id }) => id);

const listOf = async <R>(queries: Queries, shape: ReturnType<typeof statement<Ids, R>>, ids: string[]) =>
  ids.length === 0 ? [] : queries.list(shape, { ids });
