import { hashToken } from '../platform/crypto.ts';
import type { Queries } from '../platform/db/index.ts';
import { notFound } from '../platform/errors.ts';
import { isValid } from './accept-invitation.ts';
import { type InvitationStatus, invitationStatus, type ShownInvitation } from './invitation.ts';
import { findInvitationByToken } from './invitation-store.ts';

/**
 * Returns what a token invites to. It does not reveal whether the address has an account, because the inviter has the
 * token too. An invitation whose inviter may no longer invite counts as revoked.
 */
export async function lookUpInvitation(
  queries: Queries,
  token: string,
  now: number,
): Promise<{ invitation: ShownInvitation; status: InvitationStatus }> {
  const invitation = await findInvitationByToken(queries, { hash: hashToken(token) });
  if (!invitation) throw notFound('Invitation');
  const status = invitationStatus(invitation, now);
  if (status !== 'pending' || (await isValid(queries, invitation, now))) return { invitation, status };
  return { invitation, status: 'revoked' };
}
