import { recordAudit } from '../../audit/index.ts';
import type { MailDrafter } from '../../mail/index.ts';
import { foldCase } from '../../platform/fold-case.ts';
import { findPersonByEmail } from '../link-store.ts';
import { createPasswordLink } from './password-link.ts';

/** Creates the link when the mail is sent, so that the mail queue never stores a token that grants access. */
export const draftPasswordLink =
  (baseUrl: string): MailDrafter =>
  async (tx, { address }, now) => {
    const person = address === null ? undefined : await findPersonByEmail(tx, { email: foldCase(address) });
    if (!person) return undefined;
    const { url } = await createPasswordLink(tx, baseUrl, person.id, 'mailed', now);
    const source = { clock: { now: () => now } };
    await recordAudit(tx, source, 'user.password_link_mailed', {
      kind: 'user',
      id: person.id,
      name: person.name,
    });
    return {
      // The address of the account, not the one that was typed: different addresses can be equal when case is ignored.
      to: { name: person.name, address: person.email },
      subject: 'Set a new password',
      paragraphs: [
        `Somebody, probably you, asked for a new password of ${person.email}.`,
        'The link works once, for 30 minutes. Setting a new password ends every session of the account.',
      ],
      link: { label: 'Set a new password', url },
      reason: 'If it was not you, ignore this e-mail: your password stays as it is.',
      unsubscribeFrom: null,
    };
  };
