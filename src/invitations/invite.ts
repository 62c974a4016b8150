import { recordAdminRead } from '../audit/index.ts';
import { enqueueMail } from '../mail/index.ts';
import { dayMs, secondMs } from '../platform/clock.ts';
import { hashToken, newToken } from '../platform/crypto.ts';
import type { Tx } from '../platform/db/index.ts';
import {
  conflict,
  forbidden,
  forbiddenBecause,
  invalid,
  notFound,
  rateLimited,
  whenNotFound,
} from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { Page } from '../platform/paging.ts';
import {
  canChangeRole,
  canGrantAccess,
  findProject,
  getProjectFor,
  type ProjectRole,
} from '../projects/index.ts';
import { assertEmailVerified, canManageAccess, type Scope } from '../users/index.ts';
import { invitationLifeMs, type ShownInvitation } from './invitation.ts';
import { invitationCreated, invitationRevoked, recordInvitationEvent } from './invitation-events.ts';
import * as store from './invitation-store.ts';

export interface NewInvitation {
  email: string;
  projectId?: string | null | undefined;
  role?: ProjectRole | null | undefined;
}

const pendingMax = 200;
const perDayMax = 200;
const perDayToAddressMax = 5;

/**
 * The response does not reveal whether the address already has an account. If mail is configured, only the mail has
 * the token: opening the link proves that the mailbox is one's own, which the inviter must not be able to do.
 */
export async function invite(scope: Scope, input: NewInvitation, sendsMail: boolean) {
  const { actor, clock } = scope;
  return scope.write(async (tx) => {
    await assertEmailVerified(tx, scope);
    const target = await chooseProject(tx, scope, input);
    const now = clock.now();
    if ((await store.countPendingInvitations(tx, { userId: actor.userId, now })) >= pendingMax) {
      throw conflict(`You have ${pendingMax} pending invitations. Revoke some, or wait until they expire.`);
    }
    await assertWithinDailyLimits(tx, actor.userId, input.email, now);
    const isRepeated = (await store.revokeEarlierInvitations(tx, input.email, target.projectId, now)) > 0;
    if (isRepeated && !sendsMail)
      throw conflict(
        'This address has a pending invitation. Pass its link on, or revoke it and invite again.',
      );
    const id = newId(now);
    const expiresAt = now + invitationLifeMs;
    const { email } = input;
    await store.insertInvitation(tx, {
      id,
      email,
      ...target,
      invitedBy: actor.userId,
      createdAt: now,
      expiresAt,
    });
    const token = sendsMail ? undefined : await issueToken(tx, id);
    const created = (await store.findInvitation(tx, { id })) as ShownInvitation;
    await recordInvitationEvent(tx, invitationCreated, { id: actor.userId, name: actor.name }, created, now);
    if (sendsMail) await enqueueMail(tx, { kind: 'invitation', subjectId: id, to: { address: email } }, now);
    return { invitation: created, token };
  });
}

/** Each invitation is a mail to somebody who did not ask for it. */
async function assertWithinDailyLimits(tx: Tx, userId: string, email: string, now: number): Promise<void> {
  const { total, toAddress } = await store.countInvitationsSince(tx, userId, email, now - dayMs);
  const retryAfterSeconds = dayMs / secondMs;
  if (toAddress >= perDayToAddressMax)
    throw rateLimited(
      `You invited this address ${perDayToAddressMax} times within a day. Wait a day, or pass on the last link.`,
      retryAfterSeconds,
    );
  if (total >= perDayMax)
    throw rateLimited(`You created ${perDayMax} invitations within a day. Wait a day.`, retryAfterSeconds);
}

export async function issueToken(tx: Tx, invitationId: string): Promise<string> {
  const token = newToken();
  await store.insertInvitationToken(tx, { id: invitationId, hash: hashToken(token) });
  return token;
}

async function chooseProject(tx: Tx, { actor }: Scope, { projectId, role }: NewInvitation) {
  if (!projectId) {
    if (role) throw invalid({ role: ['Role requires projectId'] });
    if (actor.role !== 'ADMIN' || !canManageAccess(actor)) {
      throw forbiddenBecause(
        'Only administrators can invite without a project. Set projectId to a project that you administer.',
      );
    }
    return { projectId: null, role: null };
  }
  const project = await findProject(tx, projectId, actor);
  if (!project || project.status === 'deleted') throw invalid({ projectId: ['Project does not exist'] });
  const requestedRole = role ?? 'member';
  if (!canChangeRole(actor, project, null, requestedRole)) throw forbidden('project');
  return { projectId: project.id, role: requestedRole };
}

const invitationViewer = ({ actor }: Scope) => ({
  userId: actor.userId,
  isAdmin: actor.role === 'ADMIN' ? 1 : 0,
});

export const getProjectToInviteTo = ({ db, actor }: Scope, ref: string) =>
  getProjectFor(db.reads, actor, ref, canGrantAccess).catch(
    whenNotFound(invalid({ project: ['Project does not exist'] })),
  );

export async function listInvitations(scope: Scope, project: string | undefined, page: Page) {
  const { reads } = scope.db;
  if (!canManageAccess(scope.actor)) throw forbiddenBecause('Agents do not manage invitations');
  if (!project) {
    const listed = await store.listVisibleInvitations(reads, invitationViewer(scope), page);
    if (listed.rows.some((row) => row.projectId === null && row.invitedBy !== scope.actor.userId))
      await recordAdminRead(scope, 'invitations.read');
    return listed;
  }
  const { id } = await getProjectToInviteTo(scope, project);
  return store.listProjectInvitations(reads, { projectId: id }, page);
}

/** An accepted invitation cannot be revoked. Revoking one that has ended changes nothing. */
export async function revokeInvitation(scope: Scope, id: string): Promise<string> {
  if (!canManageAccess(scope.actor)) throw forbiddenBecause('Agents do not manage invitations');
  return scope.write(async (tx) => {
    const found = await store.findVisibleInvitation(tx, { ...invitationViewer(scope), id });
    if (!found) throw notFound('Invitation');
    if (found.acceptedAt !== null) throw conflict('The invitation was already accepted.');
    const now = scope.clock.now();
    if (!(await store.revokeInvitationRow(tx, { id, now }))) return id;
    const { userId, name } = scope.actor;
    await recordInvitationEvent(tx, invitationRevoked, { id: userId, name }, found, now);
    return id;
  });
}
