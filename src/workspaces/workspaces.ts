import { recordAudit } from '../audit/index.ts';
import type { Queries, Tx } from '../platform/db/index.ts';
import { conflict, forbiddenBecause, invalid, notFound } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { Page } from '../platform/paging.ts';
import { type Actor, findUserById, isReadOnly, type Scope } from '../users/index.ts';
import { assertWithinOwner, isLowerRole } from './agent-role.ts';
import { describeUnknownPerson, resolvePerson } from './resolve-person.ts';
import { type Workspace, type WorkspaceMember, type WorkspaceRole, workspaceRoles } from './workspace.ts';
import {
  canChangeWorkspaceRole,
  canDeleteWorkspace,
  canEditWorkspace,
  canReadWorkspace,
  type WorkspaceAccessContext,
} from './workspace-access.ts';
import {
  recordWorkspaceEvent,
  workspaceCreated,
  workspaceDeleted,
  workspaceMemberAdded,
  workspaceMemberRemoved,
  workspaceUpdated,
} from './workspace-events.ts';
import type { WorkspaceForActor } from './workspace-member-store.ts';
import * as store from './workspace-member-store.ts';
import { findWorkspaceForActor, insertWorkspace, lockWorkspaceForActor } from './workspace-store.ts';

type Permission = (actor: Actor, workspace: WorkspaceAccessContext) => boolean;

/** Throws NOT_FOUND if there is no such workspace, FORBIDDEN if the predicate refuses the actor. */
export async function getWorkspaceFor(queries: Queries, actor: Actor, id: string, may: Permission) {
  return permitted(await findWorkspaceForActor(queries, { id, userId: actor.userId }), actor, may);
}

export async function listWorkspaces({ db, actor }: Scope, page: Page) {
  return store.listUserWorkspaces(db.reads, { userId: actor.userId }, page);
}

export async function createWorkspace(scope: Scope, name: string): Promise<WorkspaceForActor> {
  if (isReadOnly(scope.actor)) throw noPermission();
  return scope.write(async (tx) => {
    const now = scope.clock.now();
    const id = newId(now);
    const { userId, agent } = scope.actor;
    // What an agent creates belongs to its owner.
    const ownerId = agent?.ownerId ?? userId;
    await insertWorkspace(tx, { id, name, kind: 'shared', ownerId, createdAt: now, updatedAt: now });
    if (agent) await store.saveWorkspaceMember(tx, { workspaceId: id, userId, role: 'admin', now });
    await recordWorkspaceEvent(tx, scope, workspaceCreated, { id, name });
    return (await findWorkspaceForActor(tx, { id, userId })) as WorkspaceForActor;
  });
}

export async function changeWorkspace(scope: Scope, id: string, name: string | undefined) {
  return scope.write(async (tx) => {
    const workspace = await lockFor(tx, scope.actor, id, canEditWorkspace);
    if (name === undefined || name === workspace.name) return workspace;
    const updatedAt = Math.max(scope.clock.now(), workspace.updatedAt + 1);
    await store.renameWorkspace(tx, { id, name, updatedAt });
    await recordWorkspaceEvent(tx, scope, workspaceUpdated, { id, name });
    return { ...workspace, name, updatedAt };
  });
}

export type IsWorkspaceInUse = (tx: Queries, id: string) => Promise<boolean>;

/** Refuses while the workspace has projects or tickets: deleting a workspace never deletes those. */
export async function deleteWorkspace(scope: Scope, id: string, isInUse: IsWorkspaceInUse): Promise<string> {
  return scope.write(async (tx) => {
    const workspace = await lockFor(tx, scope.actor, id, canDeleteWorkspace);
    if (workspace.kind === 'personal')
      throw conflict('A personal workspace cannot be deleted: it belongs to the account.');
    if (await isInUse(tx, id)) {
      throw conflict('The workspace still has projects or tickets. Move them to another workspace first.');
    }
    await recordWorkspaceEvent(tx, scope, workspaceDeleted, workspace);
    await store.deleteWorkspaceRow(tx, id);
    return id;
  });
}

export async function listWorkspaceMembers({ db, actor }: Scope, id: string, page: Page) {
  await getWorkspaceFor(db.reads, actor, id, canReadWorkspace);
  return store.listWorkspaceMembers(db.reads, { workspaceId: id }, page);
}

/** Adding a person who is already a member changes their role. */
export async function addWorkspaceMember(scope: Scope, id: string, person: string, role: WorkspaceRole) {
  return scope.write(async (tx) => {
    const userId = await resolvePerson(tx, scope.actor, person);
    const workspace = await lockFor(tx, scope.actor, id, canReadWorkspace);
    const known = await store.findWorkspaceMember(tx, { workspaceId: id, userId });
    if (!canChangeWorkspaceRole(scope.actor, workspace, known?.role ?? null, role)) throw noPermission();
    const user = await findUserById(tx, { id: userId });
    if (!user?.active) throw invalid({ userId: [describeUnknownPerson(person)] });
    if (known?.role === 'owner' && role !== 'owner') await assertOtherOwner(tx, workspace, userId, 'role');
    assertWithinOwner(
      'workspace',
      workspaceRoles,
      await store.findAgentLimit(tx, { workspaceId: id, userId }),
      role,
    );
    if (known?.role !== role) {
      // The agents first: a trigger of the database would lower their roles without an event.
      for (const agent of await store.lockAgentsOfMember(tx, { workspaceId: id, userId })) {
        if (isLowerRole(workspaceRoles, role, agent.role))
          await saveRole(tx, scope, workspace, agent, agent.role, role);
      }
      await saveRole(tx, scope, workspace, user, known?.role ?? null, role);
    }
    return {
      member: await store.findWorkspaceMember(tx, { workspaceId: id, userId }),
      isNew: known === undefined,
    };
  });
}

/** Every member may leave, except the last owner. */
export async function removeWorkspaceMember(scope: Scope, id: string, memberId: string): Promise<string> {
  const userId = memberId === 'me' ? scope.actor.userId : memberId;
  return scope.write(async (tx) => {
    const workspace = await lockFor(tx, scope.actor, id, canReadWorkspace);
    const member = await store.findWorkspaceMember(tx, { workspaceId: id, userId });
    const isLeaving = userId === scope.actor.userId;
    if (!isLeaving && !canChangeWorkspaceRole(scope.actor, workspace, member?.role ?? null, null))
      throw noPermission();
    if (!member) throw notFound('Member');
    if (member.role === 'owner') await assertOtherOwner(tx, workspace, userId, 'userId');
    for (const agent of await store.lockAgentsOfMember(tx, { workspaceId: id, userId }))
      await leave(tx, scope, workspace, agent);
    await leave(tx, scope, workspace, member);
    return userId;
  });
}

async function saveRole(
  tx: Tx,
  scope: Scope,
  workspace: Workspace,
  { id, name }: Pick<WorkspaceMember, 'id' | 'name'>,
  from: WorkspaceRole | null,
  role: WorkspaceRole,
) {
  await store.saveWorkspaceMember(tx, {
    workspaceId: workspace.id,
    userId: id,
    role,
    now: scope.clock.now(),
  });
  await recordWorkspaceEvent(tx, scope, workspaceMemberAdded, workspace, { id, name, role });
  const action = from === null ? 'workspace_member.added' : 'workspace_member.role_changed';
  await recordAudit(
    tx,
    scope,
    action,
    { kind: 'user', id, name },
    { workspaceId: workspace.id, from, to: role },
  );
}

async function leave(tx: Tx, scope: Scope, workspace: Workspace, { id, name, role }: WorkspaceMember) {
  await store.deleteWorkspaceMember(tx, { workspaceId: workspace.id, userId: id });
  await recordWorkspaceEvent(tx, scope, workspaceMemberRemoved, workspace, { id, name, role });
  const details = { workspaceId: workspace.id, from: role, to: null };
  await recordAudit(tx, scope, 'workspace_member.removed', { kind: 'user', id, name }, details);
}

async function lockFor(tx: Tx, actor: Actor, id: string, may: Permission): Promise<WorkspaceForActor> {
  return permitted(await lockWorkspaceForActor(tx, { id, userId: actor.userId }), actor, may);
}

function permitted(found: WorkspaceForActor | undefined, actor: Actor, may: Permission): WorkspaceForActor {
  if (!found) throw notFound('Workspace');
  if (!may(actor, found)) throw noPermission();
  return found;
}

/** A shared workspace always has an owner; a personal workspace keeps the one it has. */
async function assertOtherOwner(tx: Tx, workspace: Workspace, userId: string, field: string): Promise<void> {
  const otherOwner = await store.findOtherWorkspaceOwner(tx, { workspaceId: workspace.id, userId });
  if (workspace.kind === 'personal' || !otherOwner) {
    throw invalid({ [field]: ['The last owner cannot leave: make somebody else an owner first'] });
  }
}

const noPermission = () => forbiddenBecause('Insufficient permissions to access this workspace');
