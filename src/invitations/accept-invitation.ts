import type { AuditSource } from '../audit/index.ts';
import { hashToken } from '../platform/crypto.ts';
import type { Queries, Tx } from '../platform/db/index.ts';
import { conflict, forbiddenBecause, invalid } from '../platform/errors.ts';
import { foldCase } from '../platform/fold-case.ts';
import { admitMember, canChangeRole, findProject } from '../projects/index.ts';
import { assertEmailVerified, canManageAccess, findUserById, type Scope } from '../users/index.ts';
import { invitationStatus, type ShownInvitation } from './invitation.ts';
import { invitationAccepted, recordInvitationEvent } from './invitation-events.ts';
import { acceptInvitationRow, findInvitationByToken } from './invitation-store.ts';

interface Person {
  id: string;
  name: string;
  email: string;
}

/** Throws unless the token belongs to a valid invitation for this address. */
export async function getInvitation(queries: Queries, token: string, email: string, now: number) {
  const found = await findInvitationByToken(queries, { hash: hashToken(token) });
  if (!found || !(await isValid(queries, found, now))) throw invalidInvitation();
  if (foldCase(found.email) !== foldCase(email.trim())) {
    throw invalid({ email: ['This invitation is for another e-mail address'] });
  }
  return found;
}

/** Runs in the transaction that creates the account, or adds an existing one to the project. */
export async function acceptInvitation(
  tx: Tx,
  token: string,
  person: Person,
  source: AuditSource,
): Promise<ShownInvitation> {
  const now = source.clock.now();
  const invitation = await getInvitation(tx, token, person.email, now);
  // The conditional update decides between concurrent acceptance and revocation.
  if (!(await acceptInvitationRow(tx, { id: invitation.id, userId: person.id, now })))
    throw invalidInvitation();
  const { projectId, role } = invitation;
  await recordInvitationEvent(tx, invitationAccepted, person, invitation, now);
  if (projectId !== null && role !== null) await admitMember(tx, source, projectId, person, role);
  return invitation;
}

/** Adds an existing account to the project of the invitation. */
export async function acceptAsMember(scope: Scope, token: string): Promise<ShownInvitation> {
  const { userId: id, name, email } = scope.actor;
  if (!canManageAccess(scope.actor)) throw forbiddenBecause('Agents do not accept invitations');
  return scope.write(async (tx) => {
    const now = scope.clock.now();
    const { projectId } = await getInvitation(tx, token, email, now);
    await assertEmailVerified(tx, scope);
    if (projectId === null) throw conflict('This invitation is for a new account, but you already have one.');
    return acceptInvitation(tx, token, { id, name, email }, scope);
  });
}

/** An invitation becomes invalid when its inviter loses the right to invite. */
export async function isValid(queries: Queries, invitation: ShownInvitation, now: number): Promise<boolean> {
  if (invitationStatus(invitation, now) !== 'pending') return false;
  const inviter = await findUserById(queries, { id: invitation.invitedBy });
  if (!inviter?.active) return false;
  if (invitation.projectId === null) return inviter.role === 'ADMIN';
  const project = await findProject(queries, invitation.projectId, { userId: inviter.id });
  if (!project || project.status === 'deleted') return false;
  return canChangeRole(inviter, project, null, invitation.role);
}

const invalidInvitation = () =>
  invalid({ invitation: ['This invitation is not valid or has expired. Ask for a new one.'] });
