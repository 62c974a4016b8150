import type { DraftMail } from '../mail/index.ts';
import { toIso } from '../platform/instant.ts';
import { holds } from './accept-invitation.ts';
import { findInvitation } from './invitation-store.ts';
import { issueToken } from './invite.ts';

export const invitationUrl = (baseUrl: string, token: string) => `${baseUrl}/sign-up?invitation=${token}`;

/** Its link is made here, for this letter alone: nothing that lets anybody in waits in the outbox. */
export const draftInvitation =
  (baseUrl: string): DraftMail =>
  async (tx, { subjectId }, now) => {
    const invitation = await findInvitation(tx, subjectId);
    if (!invitation || !(await holds(tx, invitation, now))) return undefined;
    const { inviterName, projectName, role, expiresAt } = invitation;
    const where = projectName === null ? 'Docket' : `the project ${projectName} in Docket`;
    return {
      subject: `${inviterName} invites you to ${projectName ?? 'Docket'}`,
      paragraphs: [
        `${inviterName} invites you to ${where}${role === null ? '' : ` as ${role}`}.`,
        `The link is for you alone and works once, until ${toIso(expiresAt).slice(0, 16).replace('T', ' ')} UTC. If you have an account already, sign in and open it.`,
      ],
      link: { label: 'Accept the invitation', url: invitationUrl(baseUrl, await issueToken(tx, subjectId)) },
      reason: 'If you do not know what this is about, do nothing.',
      unsubscribeFrom: null,
    };
  };
