import type { MailDrafter } from '../../mail/index.ts';
import { dayMs } from '../../platform/clock.ts';
import { emailLinks, findUnverifiedUser } from '../link-store.ts';

const lifeMs = dayMs;

/** Creates the link when the mail is sent, so that the mail queue never stores its token. */
export const draftEmailLink =
  (baseUrl: string): MailDrafter =>
  async (tx, { userId }, now, instanceName) => {
    const person = userId === null ? undefined : await findUnverifiedUser(tx, { id: userId });
    if (!person) return undefined;
    const token = await emailLinks.create(tx, person.id, now, now + lifeMs);
    return {
      to: { name: person.name, address: person.email },
      subject: 'Verify your e-mail address',
      paragraphs: [
        `An account of ${instanceName} was created with ${person.email}.`,
        'The link works once, for one day, in a browser that is signed in to the account.',
      ],
      link: { label: 'Verify the address', url: `${baseUrl}/verify-email?token=${token}` },
      reason: 'If it was not you, ignore this e-mail: the account cannot act in your name.',
      unsubscribeFrom: null,
    };
  };
