import { type Queries, statement } from '../platform/db/index.ts';
import type { Workspace, WorkspaceMember, WorkspaceRole } from './workspace.ts';
import type { WorkspaceStanding } from './workspace-access.ts';

export type WorkspaceForActor = Workspace & WorkspaceStanding;

type Membership = { workspaceId: string; userId: string };

const memberColumns = `u.id, u.name, u.email, u.image, m.role, m.joined_at as "joinedAt"
  from workspace_members m join users u on u.id = m.user_id`;
const mine = statement<
  { userId: string; limit: number; offset: number },
  Workspace & { role: WorkspaceRole }
>(`
  select w.id, w.name, w.kind, w.owner_id as "ownerId", w.created_at as "createdAt", w.updated_at as "updatedAt", m.role
  from workspace_members m join workspaces w on w.id = m.workspace_id
  where m.user_id = :userId
  order by case when w.kind = 'personal' and w.owner_id = :userId then 0 else 1 end, m.joined_at, w.id
  limit :limit offset :offset`);
const countMine = statement<{ userId: string }, { total: number }>(
  'select count(*) as total from workspace_members where user_id = :userId',
);
const members = statement<{ workspaceId: string; limit: number; offset: number }, WorkspaceMember>(`
  select ${memberColumns} where m.workspace_id = :workspaceId order by m.joined_at, u.id limit :limit offset :offset`);
const countMembers = statement<{ workspaceId: string }, { total: number }>(
  'select count(*) as total from workspace_members where workspace_id = :workspaceId',
);
const one = statement<Membership, WorkspaceMember>(
  `select ${memberColumns} where m.workspace_id = :workspaceId and m.user_id = :userId`,
);
const otherOwner = statement<Membership, { userId: string }>(`
  select user_id as "userId" from workspace_members
  where workspace_id = :workspaceId and role = 'owner' and user_id <> :userId order by joined_at limit 1`);
const save = statement<Membership & { role: WorkspaceRole; now: number }>(`
  insert into workspace_members (workspace_id, user_id, role, joined_at) values (:workspaceId, :userId, :role, :now)
  on conflict (workspace_id, user_id) do update set role = excluded.role`);
const removeMember = statement<Membership>(
  'delete from workspace_members where workspace_id = :workspaceId and user_id = :userId',
);
const rename = statement<{ id: string; name: string; updatedAt: number }>(
  'update workspaces set name = :name, updated_at = :updatedAt where id = :id',
);
const inUse = statement<{ id: string }, { id: string }>(`
  select id from projects where workspace_id = :id
  union all select id from tickets where home_id = :id limit 1`);
const removeHome = statement<{ id: string }>('delete from ticket_homes where id = :id');
const remove = statement<{ id: string }>('delete from workspaces where id = :id');

export const listWorkspacesOf = (queries: Queries, userId: string, limit: number, offset: number) =>
  queries.list(mine, { userId, limit, offset });
export const countWorkspacesOf = async (queries: Queries, userId: string) =>
  (await queries.find(countMine, { userId }))?.total ?? 0;
export const listWorkspaceMembers = (queries: Queries, workspaceId: string, limit: number, offset: number) =>
  queries.list(members, { workspaceId, limit, offset });
export const countWorkspaceMembers = async (queries: Queries, workspaceId: string) =>
  (await queries.find(countMembers, { workspaceId }))?.total ?? 0;
export const findWorkspaceMember = (queries: Queries, workspaceId: string, userId: string) =>
  queries.find(one, { workspaceId, userId });
export const findOtherWorkspaceOwner = async (queries: Queries, workspaceId: string, userId: string) =>
  (await queries.find(otherOwner, { workspaceId, userId }))?.userId;
export const saveWorkspaceMember = (
  tx: Queries,
  workspaceId: string,
  userId: string,
  role: WorkspaceRole,
  now: number,
) => tx.run(save, { workspaceId, userId, role, now });
export const deleteWorkspaceMember = (tx: Queries, workspaceId: string, userId: string) =>
  tx.run(removeMember, { workspaceId, userId });
export const renameWorkspace = (tx: Queries, id: string, name: string, updatedAt: number) =>
  tx.run(rename, { id, name, updatedAt });
/** Deleted projects and tickets count, because they can be restored. */
export const isWorkspaceInUse = async (tx: Queries, id: string) =>
  (await tx.find(inUse, { id })) !== undefined;
export async function deleteWorkspaceRow(tx: Queries, id: string): Promise<void> {
  await tx.run(removeHome, { id });
  await tx.run(remove, { id });
}
