import { byNumber, byText, type Queries, sql, statement } from '../platform/db/index.ts';
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
const memberColumns = 'u.id, u.name, u.email, u.image, m.role, m.joined_at as "joinedAt"';
const ofWorkspace =
  'from workspace_members m join users u on u.id = m.user_id where m.workspace_id = :workspaceId';

export const listUserWorkspaces = sql.page<{ userId: string }, MemberWorkspace>({
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
export const listWorkspaceMembers = sql.page<{ workspaceId: string }, WorkspaceMember>({
  columns: memberColumns,
  from: 'workspace_members m',
  joins: 'join users u on u.id = m.user_id',
  where: 'm.workspace_id = :workspaceId',
  sort: [
    byNumber('m.joined_at', 'asc', ({ joinedAt }) => joinedAt),
    byText('m.user_id', 'asc', ({ id }) => id),
  ],
});
export const findWorkspaceMember = sql.find<Membership, WorkspaceMember>(
  `select ${memberColumns} ${ofWorkspace} and m.user_id = :userId`,
);
/**
 * The highest role that an agent may have in the workspace; undefined for a person.
 * An agent has at most the role of its owner, and at most admin; null if its owner is not a member.
 */
export const findAgentLimit = sql.find<Membership, { ownerName: string; role: WorkspaceRole | null }>(`
  select o.name as "ownerName", l.role from users a join users o on o.id = a.agent_owner_id
  left join agent_workspace_limits l on l.agent_id = a.id and l.workspace_id = :workspaceId where a.id = :userId`);
export const lockAgentsOfMember = sql.list<Membership, WorkspaceMember>(`
  select ${memberColumns} ${ofWorkspace} and u.agent_owner_id = :userId
    and not exists (select 1 from workspaces w where w.id = m.workspace_id and w.kind = 'personal' and w.owner_id = u.id)
  order by m.joined_at, u.id for update of m`);
export const findOtherWorkspaceOwner = sql.findValue<Membership, { userId: string }>(`
  select user_id as "userId" from workspace_members
  where workspace_id = :workspaceId and role = 'owner' and user_id <> :userId order by joined_at limit 1`);
export const saveWorkspaceMember = sql.run<Membership & { role: WorkspaceRole; now: number }>(`
  insert into workspace_members (workspace_id, user_id, role, joined_at) values (:workspaceId, :userId, :role, :now)
  on conflict (workspace_id, user_id) do update set role = excluded.role`);
export const deleteWorkspaceMember = sql.run<Membership>(
  'delete from workspace_members where workspace_id = :workspaceId and user_id = :userId',
);
export const renameWorkspace = sql.run<{ id: string; name: string; updatedAt: number }>(
  'update workspaces set name = :name, updated_at = :updatedAt where id = :id',
);

const removeHome = statement<{ id: string }>('delete from ticket_homes where id = :id');
const remove = statement<{ id: string }>('delete from workspaces where id = :id');
export async function deleteWorkspaceRow(tx: Queries, id: string): Promise<void> {
  await tx.run(removeHome, { id });
  await tx.run(remove, { id });
}
