import { recordAudit } from '../audit/index.ts';
import { assertMayAdminister } from '../auth/index.ts';
import { readInstanceSettings } from '../instance-settings/index.ts';
import type { MailQueue } from '../mail/index.ts';
import { conflict, upstreamFailed } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { formatMessage } from '../platform/mail/index.ts';
import type { Scope } from '../users/index.ts';

/** Sends a mail to the actor at once, without the queue, so that the answer of the mail server is known. */
export async function sendTestMail(scope: Scope, queue: MailQueue | undefined): Promise<string> {
  const { actor, clock, db } = scope;
  assertMayAdminister(actor);
  if (!queue) throw conflict('No mail server is configured. Set SMTP_URL and start Docket again.');
  const { name: sender } = await readInstanceSettings(db.reads, queue.instanceSettings);
  const message = formatMessage(
    {
      subject: `${sender} can send mail`,
      paragraphs: ['This is a test. If you can read it, mail works.'],
      link: { label: `Open ${sender}`, url: queue.baseUrl },
      reason: `You asked for this e-mail in the administration of ${sender}.`,
    },
    { id: newId(clock.now()), to: { name: actor.name, address: actor.email }, sender },
  );
  await db.transaction((tx) => recordAudit(tx, scope, 'mail.tested', { kind: 'instance', id: 'instance' }));
  const outcome = await queue.mailer.send(message);
  if (outcome.result === 'accepted') return actor.email;
  throw upstreamFailed(`The mail server did not accept the message: ${outcome.problem}`);
}
