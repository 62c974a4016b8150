import { byNumber, byText, listPage, pagedList, type Queries, statement } from '../platform/db/index.ts';
import type { Page } from '../platform/paging.ts';
import type { Workspace, WorkspaceMember, WorkspaceRole } from './workspace.ts';
import type { WorkspaceAccessContext } from './workspace-access.ts';

export type WorkspaceForActor = Workspace & WorkspaceAccessContext;

type Membership = { workspaceId: string; userId: string };

interface MemberWorkspace extends Workspace {
  role: WorkspaceRole;
  joinedAt: number;
  isOwnPersonal: number;
}
const isOwnPersonal = "case when w.kind = 'personal' and w.owner_id = m.user_id then 1 else 0 end";
const mine = pagedList<{ userId: string }, MemberWorkspace>({
  columns: `w.id, w.name, w.kind, w.owner_id as "ownerId", w.created_at as "createdAt", w.updated_at as "updatedAt", m.role,
    m.joined_at as "joinedAt", ${isOwnPersonal} as "isOwnPersonal"`,
  from: 'workspace_members m join workspaces w on w.id = m.workspace_id',
  where: 'm.user_id = :userId',
  sort: [
    byNumber(isOwnPersonal, 'desc', (row) => row.isOwnPersonal),
    byNumber('m.joined_at', 'asc', ({ joinedAt }) => joinedAt),
    byText('m.workspace_id', 'asc', ({ id }) => id),
  ],
});
const memberColumns = 'u.id, u.name, u.email, u.image, m.role, m.joined_at as "joinedAt"';
const ofWorkspace =
  'from workspace_members m join users u on u.id = m.user_id where m.workspace_id = :workspaceId';
const members = pagedList<{ workspaceId: string }, WorkspaceMember>({
  columns: memberColumns,
  from: 'workspace_members m',
  joins: 'join users u on u.id = m.user_id',
  where: 'm.workspace_id = :workspaceId',
  sort: [
    byNumber('m.joined_at', 'asc', ({ joinedAt }) => joinedAt),
    byText('m.user_id', 'asc', ({ id }) => id),
  ],
});
const one = statement<Membership, WorkspaceMember>(
  `select ${memberColumns} ${ofWorkspace} and m.user_id = :userId`,
);
// An agent has at most the role of its owner, and at most admin; null if its owner is not a member.
const agentLimit = statement<Membership, { ownerName: string; role: WorkspaceRole | null }>(`
  select o.name as "ownerName", l.role from users a join users o on o.id = a.agent_owner_id
  left join agent_workspace_limits l on l.agent_id = a.id and l.workspace_id = :workspaceId where a.id = :userId`);
const agentsOf = statement<Membership, WorkspaceMember>(`
  select ${memberColumns} ${ofWorkspace} and u.agent_owner_id = :userId
    and not exists (select 1 from workspaces w where w.id = m.workspace_id and w.kind = 'personal' and w.owner_id = u.id)
  order by m.joined_at, u.id for update of m`);
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
const removeHome = statement<{ id: string }>('delete from ticket_homes where id = :id');
const remove = statement<{ id: string }>('delete from workspaces where id = :id');

export const listUserWorkspaces = (queries: Queries, userId: string, page: Page) =>
  listPage(queries, mine, { userId }, page);
export const listWorkspaceMembers = (queries: Queries, workspaceId: string, page: Page) =>
  listPage(queries, members, { workspaceId }, page);
export const findWorkspaceMember = (queries: Queries, workspaceId: string, userId: string) =>
  queries.find(one, { workspaceId, userId });
/** The highest role that an agent may have in the workspace; undefined for a person. */
export const findAgentLimit = (queries: Queries, workspaceId: string, userId: string) =>
  queries.find(agentLimit, { workspaceId, userId });
export const lockAgentsOfMember = (tx: Queries, workspaceId: string, userId: string) =>
  tx.list(agentsOf, { workspaceId, userId });
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
export async function deleteWorkspaceRow(tx: Queries, id: string): Promise<void> {
  await tx.run(removeHome, { id });
  await tx.run(remove, { id });
}
