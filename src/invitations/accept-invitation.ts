import { hashToken } from '../platform/crypto.ts';
import type { Queries, Tx } from '../platform/db/index.ts';
import { conflict, invalid } from '../platform/errors.ts';
import { foldCase } from '../platform/fold-case.ts';
import { admitMember, canChangeRole, findProject } from '../projects/index.ts';
import { findUserById, type Scope } from '../users/index.ts';
import { type ShownInvitation, statusOf } from './invitation.ts';
import { invitationAccepted, recordInvitationEvent } from './invitation-events.ts';
import { acceptInvitationRow, findInvitationByToken } from './invitation-store.ts';

interface Person {
  id: string;
  name: string;
  email: string;
}

/** The invitation behind a token, if it still holds and is for the address. */
export async function getInvitation(queries: Queries, token: string, email: string, now: number) {
  const found = await findInvitationByToken(queries, hashToken(token));
  if (!found || !(await holds(queries, found, now))) throw notValid();
  if (foldCase(found.email) !== foldCase(email.trim())) {
    throw invalid({ email: ['This invitation is for another e-mail address'] });
  }
  return found;
}

/** In the transaction that makes the account, or joins somebody who has one. */
export async function acceptInvitation(
  tx: Tx,
  token: string,
  person: Person,
  now: number,
): Promise<ShownInvitation> {
  const invitation = await getInvitation(tx, token, person.email, now);
  // Somebody else may accept or take it back in the same instant; one of both happens.
  if (!(await acceptInvitationRow(tx, invitation.id, person.id, now))) throw notValid();
  const { projectId, role } = invitation;
  await recordInvitationEvent(tx, invitationAccepted, person, invitation, now);
  if (projectId !== null && role !== null) await admitMember(tx, projectId, person, role, now);
  return invitation;
}

/** For somebody who has an account: it joins them to the project. */
export async function acceptAsMember(scope: Scope, token: string): Promise<ShownInvitation> {
  const { userId: id, name, email } = scope.actor;
  return scope.write(async (tx) => {
    const now = scope.clock.now();
    const { projectId } = await getInvitation(tx, token, email, now);
    if (projectId === null) throw conflict('This invitation is for a new account, and you have one.');
    return acceptInvitation(tx, token, { id, name, email }, now);
  });
}

/** It ends with the rights of who made it. */
export async function holds(queries: Queries, invitation: ShownInvitation, now: number): Promise<boolean> {
  if (statusOf(invitation, now) !== 'pending') return false;
  const inviter = await findUserById(queries, invitation.invitedBy);
  if (!inviter?.active) return false;
  if (invitation.projectId === null) return inviter.role === 'ADMIN';
  const project = await findProject(queries, invitation.projectId, inviter.id);
  if (!project || project.status === 'deleted') return false;
  return canChangeRole(inviter, project, null, invitation.role);
}

const notValid = () =>
  invalid({ invitation: ['This invitation does not hold any more, or never did. Ask for a new one.'] });
