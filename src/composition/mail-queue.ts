import { draftAccountNotice, draftEmailLink, draftPasswordLink } from '../auth/index.ts';
import type { Config } from '../config/index.ts';
import { draftTriageAnswer } from '../intake/index.ts';
import { draftInvitation } from '../invitations/index.ts';
import type { MailQueue } from '../mail/index.ts';
import { draftDigest, draftNotificationMail } from '../notifications/index.ts';
import type { Database } from '../platform/db/index.ts';
import type { Logger } from '../platform/logger.ts';
import { type Mailer, newSmtpMailer } from '../platform/mail/index.ts';

type MailConfig = Pick<Config, 'SMTP_URL' | 'SMTP_FROM' | 'baseUrl' | 'instanceSettings'>;

/** Sends through SMTP_URL, which must be set. */
export function newMailer({ SMTP_URL: url = '', SMTP_FROM, baseUrl }: MailConfig): Mailer {
  const { hostname } = new URL(baseUrl);
  // A mail address cannot have an IP address as its domain.
  const host = /^[\d.]+$|^\[/.test(hostname) ? 'localhost' : hostname;
  return newSmtpMailer({ url, from: SMTP_FROM ?? `docket@${host}`, host });
}

/** Makes the mail queue with the functions that draft each kind of mail. */
export function newMailQueue(db: Database, logger: Logger, config: MailConfig): MailQueue {
  const { baseUrl, instanceSettings } = config;
  return {
    db,
    logger,
    baseUrl,
    instanceSettings,
    mailer: newMailer(config),
    drafters: {
      notification: draftNotificationMail(baseUrl),
      digest: draftDigest(baseUrl),
      invitation: draftInvitation(baseUrl),
      account_notice: draftAccountNotice(baseUrl),
      email_link: draftEmailLink(baseUrl),
      password_link: draftPasswordLink(baseUrl),
      triage_answer: draftTriageAnswer,
    },
  };
}
