import { type Queries, sql, statement } from '../platform/db/index.ts';
import { insertTicketHome } from './ticket-home-store.ts';
import type { Workspace, WorkspaceRole } from './workspace.ts';
import { saveWorkspaceMember, type WorkspaceForActor } from './workspace-member-store.ts';

const columns = `w.id, w.name, w.kind, w.owner_id as "ownerId", w.created_at as "createdAt", w.updated_at as "updatedAt"`;

const selectForActor = `select ${columns}, m.role,
    case when exists (select 1 from project_members pm join projects p on p.id = pm.project_id
      where p.workspace_id = w.id and pm.user_id = :userId) then 1 else 0 end as "hasProjectRole",
    case when exists (select 1 from project_members pm join projects p on p.id = pm.project_id
      where p.workspace_id = w.id and pm.user_id = :userId and pm.role in ('admin', 'owner')) then 1 else 0 end
      as "isProjectAdmin"
  from workspaces w left join workspace_members m on m.workspace_id = w.id and m.user_id = :userId
  where w.id = :id`;

export const findWorkspaceForActor = sql.find<{ id: string; userId: string }, WorkspaceForActor>(
  selectForActor,
);

/** The same with a row lock: other changes of the workspace and its members wait for the end of the transaction. */
export const lockWorkspaceForActor = sql.find<{ id: string; userId: string }, WorkspaceForActor>(
  `${selectForActor} for update of w`,
);

const insert = statement<Workspace>(`
  insert into workspaces (id, name, kind, owner_id, created_at, updated_at)
  values (:id, :name, :kind, :ownerId, :createdAt, :updatedAt)`);
export async function insertWorkspace(tx: Queries, workspace: Workspace): Promise<void> {
  await tx.run(insert, workspace);
  await insertTicketHome(tx, { id: workspace.id });
  await saveWorkspaceMember(tx, {
    workspaceId: workspace.id,
    userId: workspace.ownerId,
    role: 'owner',
    now: workspace.createdAt,
  });
}

/** The workspace with the user's role; the role is null for a user who is not a member. */
export const findWorkspace = sql.find<
  { id: string; userId: string },
  Workspace & { role: WorkspaceRole | null }
>(`
  select ${columns}, m.role from workspaces w
  left join workspace_members m on m.workspace_id = w.id and m.user_id = :userId where w.id = :id`);

export const findDefaultWorkspace = sql.find<{ userId: string }, Workspace & { role: WorkspaceRole | null }>(`
  select ${columns}, 'owner' as role from workspaces w where w.owner_id = :userId and w.kind = 'personal'`);
