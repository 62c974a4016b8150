import type { MailDrafter } from '../mail/index.ts';
import { toIso } from '../platform/instant.ts';
import { isValid } from './accept-invitation.ts';
import { findInvitation } from './invitation-store.ts';
import { issueToken } from './invite.ts';

export const invitationUrl = (baseUrl: string, token: string) => `${baseUrl}/sign-up?invitation=${token}`;

/** Issues the token when the mail is sent, so that the mail queue never stores a token that grants access. */
export const draftInvitation =
  (baseUrl: string): MailDrafter =>
  async (tx, { subjectId }, now, instanceName) => {
    const invitation = await findInvitation(tx, { id: subjectId });
    if (!invitation || !(await isValid(tx, invitation, now))) return undefined;
    const { inviterName, projectName, role, expiresAt } = invitation;
    const target = projectName === null ? instanceName : `the project ${projectName} in ${instanceName}`;
    return {
      subject: `${inviterName} invites you to ${projectName ?? instanceName}`,
      paragraphs: [
        `${inviterName} invites you to ${target}${role === null ? '' : ` as ${role}`}.`,
        `The link is only for you and works once, until ${toIso(expiresAt).slice(0, 16).replace('T', ' ')} UTC. If you already have an account, sign in and open it.`,
      ],
      link: { label: 'Accept the invitation', url: invitationUrl(baseUrl, await issueToken(tx, subjectId)) },
      reason: 'If you did not expect this invitation, you can ignore this e-mail.',
      unsubscribeFrom: null,
    };
  };
