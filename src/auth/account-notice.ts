import { enqueueMail, type MailDrafter } from '../mail/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { newId } from '../platform/ids.ts';
import { findUserById } from '../users/index.ts';

/** Mails about changes of an account that somebody else could have made. */
const notices = {
  second_factor_on: 'An authenticator app is now asked for when you sign in.',
  second_factor_off: 'Your authenticator app is no longer asked for when you sign in.',
  second_factor_reset:
    'An administrator removed your authenticator app and your recovery codes. You can set up another one.',
  recovery_codes_renewed: 'You have new recovery codes. The former ones no longer work.',
  recovery_code_used: 'Somebody signed in to your account with one of your recovery codes.',
  passkey_added: 'A new passkey now signs in to your account.',
  passkey_removed: 'A passkey was removed from your account.',
  identity_added: 'Another provider now signs in to your account.',
} as const;

export type AccountNotice = keyof typeof notices;

/** Queues the mail in the transaction of its cause. Does nothing if no mail server is configured. */
export async function notifyAccount(
  tx: Tx,
  sendsMail: boolean,
  userId: string,
  notice: AccountNotice,
  now: number,
): Promise<void> {
  if (!sendsMail) return;
  await enqueueMail(
    tx,
    { kind: 'account_notice', subjectId: `${notice} ${newId(now)}`, to: { userId } },
    now,
  );
}

export const draftAccountNotice =
  (baseUrl: string): MailDrafter =>
  async (tx, { userId, subjectId }, _now, instanceName) => {
    const sentence = notices[subjectId.split(' ')[0] as AccountNotice];
    const person = userId === null ? undefined : await findUserById(tx, { id: userId });
    if (!person?.active || !sentence) return undefined;
    return {
      to: { name: person.name, address: person.email },
      subject: 'The security of your account',
      paragraphs: [`Your account ${person.email} of ${instanceName}: ${sentence}`],
      link: { label: 'Open your security settings', url: `${baseUrl}/me/security` },
      reason: 'If it was not you, change your password and ask an administrator for help.',
      unsubscribeFrom: null,
    };
  };
