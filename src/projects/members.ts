import { type AuditSource, recordAudit } from '../audit/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { forbidden, invalid, notFound } from '../platform/errors.ts';
import type { Page } from '../platform/paging.ts';
import { findUserById, type Scope } from '../users/index.ts';
import {
  addTicketGuest,
  assertWithinOwner,
  describeUnknownPerson,
  isLowerRole,
  resolvePerson,
} from '../workspaces/index.ts';
import { getProjectFor, lockProjectFor } from './get-project.ts';
import type { Member } from './member-store.ts';
import * as store from './member-store.ts';
import { type ProjectForActor, type ProjectRole, projectRoles } from './project.ts';
import { canChangeRole, canJoinUninvited, canReadProject } from './project-access.ts';
import { memberAdded, memberChanged, memberRemoved, recordMemberEvent } from './project-events.ts';
import { findAnyProject, lockProject } from './project-store.ts';

export async function listMembers(scope: Scope, ref: string, page: Page) {
  const { id } = await getProjectFor(scope.db.reads, scope.actor, ref, canReadProject);
  return store.listMembers(scope.db.reads, id, page);
}

/** Adding a person who is already a member changes their role. */
export async function addMember(scope: Scope, ref: string, person: string, role: ProjectRole) {
  return scope.write(async (tx) => {
    const userId = await resolvePerson(tx, scope.actor, person);
    const project = await lockProjectFor(
      tx,
      scope.actor,
      await findToJoin(tx, scope, ref, userId),
      () => true,
    );
    const known = await store.findMember(tx, { projectId: project.id, userId });
    if (
      !canChangeRole(scope.actor, project, known?.role ?? null, role) &&
      !canJoinUninvited(scope.actor, project, userId)
    ) {
      throw forbidden('project');
    }
    assertWithinOwner(
      'project',
      projectRoles,
      await store.findAgentLimit(tx, { projectId: project.id, userId }),
      role,
    );
    if (!known) return { member: await join(tx, scope, project, userId, role), isNew: true };
    if (known.role !== role) await changeRole(tx, scope, project, known, role);
    return { member: { ...known, role }, isNew: false };
  });
}

/** An administrator who joins uninvited may name the project by a key that they cannot see yet. */
async function findToJoin(tx: Tx, { actor }: Scope, ref: string, userId: string): Promise<string> {
  if (actor.role !== 'ADMIN' || userId !== actor.userId) return ref;
  const project = await findAnyProject(tx, ref, actor.userId);
  return project && canJoinUninvited(actor, project, userId) ? project.id : ref;
}

/** Every member may leave, except the last owner. */
export async function removeMember(scope: Scope, ref: string, memberId: string) {
  const userId = memberId === 'me' ? scope.actor.userId : memberId;
  return scope.write(async (tx) => {
    const isLeaving = userId === scope.actor.userId;
    const project = await lockProjectFor(tx, scope.actor, ref, canReadProject);
    const member = await store.findMember(tx, { projectId: project.id, userId });
    if (!isLeaving && !canChangeRole(scope.actor, project, member?.role ?? null, null))
      throw forbidden('project');
    if (!member) throw notFound('Member');
    if (member.role === 'owner') await handOver(tx, project, userId, 'userId');
    for (const agent of await store.lockAgentsOfMember(tx, { projectId: project.id, userId }))
      await leave(tx, scope, project, agent);
    await leave(tx, scope, project, member);
    return userId;
  });
}

/** Adds a person who accepted an invitation; an existing member keeps their role. */
export async function admitMember(
  tx: Tx,
  source: AuditSource,
  projectId: string,
  person: { id: string; name: string },
  role: ProjectRole,
): Promise<void> {
  const now = source.clock.now();
  const project = await lockProject(tx, projectId, { userId: person.id });
  if (!project || project.role !== null) return;
  await store.insertMember(tx, { projectId, userId: person.id, role, now });
  const by = { actor: { userId: person.id, name: person.name } };
  await recordMemberEvent(tx, by, memberAdded, project, { id: person.id, name: person.name, role }, now);
  const details = { ...projectDetails(project), from: null, to: role, invited: true };
  await recordAudit(tx, source, 'project_member.added', memberSubject(person), details);
}

async function join(tx: Tx, scope: Scope, project: ProjectForActor, userId: string, role: ProjectRole) {
  const user = await findUserById(tx, { id: userId });
  if (!user?.active) throw invalid({ userId: [describeUnknownPerson(userId)] });
  const now = scope.clock.now();
  await store.insertMember(tx, { projectId: project.id, userId, role, now });
  const member: Member = { ...user, role, joinedAt: now };
  await recordMemberEvent(tx, scope, memberAdded, project, member, now);
  const isUninvited = canJoinUninvited(scope.actor, project, userId);
  const details = {
    ...projectDetails(project),
    from: null,
    to: role,
    ...(isUninvited && { uninvited: true }),
  };
  await recordAudit(tx, scope, 'project_member.added', memberSubject(user), details);
  return member;
}

async function leave(tx: Tx, scope: Scope, project: ProjectForActor, member: Member): Promise<void> {
  await store.deleteMember(tx, { projectId: project.id, userId: member.id });
  await addTicketGuest(tx, { homeId: project.id, userId: member.id });
  await recordMemberEvent(tx, scope, memberRemoved, project, member, scope.clock.now());
  const details = { ...projectDetails(project), from: member.role, to: null };
  await recordAudit(tx, scope, 'project_member.removed', memberSubject(member), details);
}

async function changeRole(tx: Tx, scope: Scope, project: ProjectForActor, member: Member, role: ProjectRole) {
  if (member.role === 'owner') await handOver(tx, project, member.id, 'role');
  // Changes the agents first: the database trigger would lower their roles without an event.
  for (const agent of await store.lockAgentsOfMember(tx, { projectId: project.id, userId: member.id })) {
    if (isLowerRole(projectRoles, role, agent.role)) await saveRole(tx, scope, project, agent, role);
  }
  await saveRole(tx, scope, project, member, role);
}

async function saveRole(tx: Tx, scope: Scope, project: ProjectForActor, member: Member, role: ProjectRole) {
  await store.updateMemberRole(tx, { projectId: project.id, userId: member.id, role });
  await recordMemberEvent(tx, scope, memberChanged, project, { ...member, role }, scope.clock.now());
  const details = { ...projectDetails(project), from: member.role, to: role };
  await recordAudit(tx, scope, 'project_member.role_changed', memberSubject(member), details);
}

const memberSubject = ({ id, name }: { id: string; name: string }) => ({ kind: 'user', id, name }) as const;

const projectDetails = ({ id, key }: ProjectForActor) => ({ projectId: id, project: key });

/** Transfers the project, because a project always has an owner. */
async function handOver(tx: Tx, project: ProjectForActor, fromUserId: string, field: string): Promise<void> {
  const nextOwner = await store.findOtherOwner(tx, { projectId: project.id, userId: fromUserId });
  if (!nextOwner)
    throw invalid({ [field]: ['The last owner cannot leave: make somebody else an owner first'] });
  if (project.ownerId === fromUserId)
    await store.updateProjectOwner(tx, { projectId: project.id, ownerId: nextOwner });
}
