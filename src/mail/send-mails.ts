import { readInstanceSettings, type SettingsSource } from '../instance-settings/index.ts';
import { dayMs, hourMs, minuteMs } from '../platform/clock.ts';
import { hashToken, newToken } from '../platform/crypto.ts';
import type { Database, Tx } from '../platform/db/index.ts';
import type { Logger } from '../platform/logger.ts';
import {
  formatMessage,
  type Mailer,
  type MailMessage,
  type MessageContent,
  type SendOutcome,
} from '../platform/mail/index.ts';
import { findUserById, type MailPreference } from '../users/index.ts';
import type { Mail } from './mail-store.ts';
import * as store from './mail-store.ts';

export interface MailDraft extends MessageContent {
  /** Default: the recipient in the queue. */
  to?: MailMessage['to'];
  /** The preference that its unsubscribe link turns off; null: the mail has no such link. */
  unsubscribeFrom: MailPreference | null;
}

/** Drafts a mail of one kind from the current data. Undefined: there is no longer a reason to send it. */
export type MailDrafter = (
  tx: Tx,
  mail: Mail,
  now: number,
  instanceName: string,
) => Promise<MailDraft | undefined>;

export interface MailQueue {
  db: Database;
  logger: Logger;
  mailer: Mailer;
  baseUrl: string;
  instanceSettings: SettingsSource;
  /** By the kind of the mail. */
  drafters: Readonly<Record<string, MailDrafter>>;
}

const mailsPerBatch = 4;
const retryAfterMs = [1, 5, 15, 60, 4 * 60, 12 * 60, 24 * 60].map((minutes) => minutes * minuteMs);
// An attempt takes at most 2 minutes. A mail that is still claimed after this time was lost without anybody noticing.
const lostAfterMs = hourMs / 4;
const keptMs = 180 * dayMs;

/** Sends a batch of due mails. Returns whether more may be due, and whether the mail server was unreachable. */
export async function sendDueMails(queue: MailQueue, now: number) {
  await markLostMails(queue, now);
  const due = await store.listDueMails(queue.db.reads, { now, limit: mailsPerBatch });
  const outcomes = await Promise.all(due.map((mail) => sendMail(queue, mail, now)));
  const isServerUnreachable = outcomes.some(
    (outcome) => outcome?.result === 'later' && outcome.isServerUnreachable,
  );
  return { hasMore: due.length === mailsPerBatch, isServerUnreachable };
}

/**
 * Claims the mail, then sends it: at most once. If the process ends in between, nobody knows whether the mail arrived, and it
 * is not sent again. Docket retries only if the server is known not to have accepted it.
 */
async function sendMail(queue: MailQueue, mail: Mail, now: number): Promise<SendOutcome | undefined> {
  const { db, mailer, logger } = queue;
  await db.presence.announce();
  const message = await db.transaction((tx) => claimAndDraft(queue, tx, mail, now));
  if (!message) return undefined;
  const outcome = await mailer.send(message);
  const attempts = mail.attempts + 1;
  await db.transaction((tx) => recordOutcome(tx, mail.id, attempts, outcome, now));
  if (outcome.result !== 'accepted') {
    const { result, problem } = outcome;
    logger.warn({ mail: mail.id, kind: mail.kind, attempts, result, problem }, 'Cannot send mail');
  }
  return outcome;
}

async function claimAndDraft(
  { db, drafters, baseUrl, instanceSettings }: MailQueue,
  tx: Tx,
  mail: Mail,
  now: number,
): Promise<MailMessage | undefined> {
  if (!(await store.claimMail(tx, { id: mail.id, holder: db.presence.id, now }))) return undefined;
  const recipient = await findRecipient(tx, mail);
  const { name: sender } = await readInstanceSettings(tx, instanceSettings);
  const draft = recipient && (await drafters[mail.kind]?.(tx, mail, now, sender));
  if (!draft) {
    await store.finishMail(tx, { id: mail.id, state: 'dropped', problem: null });
    return undefined;
  }
  const { unsubscribeFrom, to = recipient } = draft;
  if (unsubscribeFrom === null) return formatMessage(draft, { id: mail.id, to, sender });
  const token = newToken();
  await store.storeUnsubscribeToken(tx, { id: mail.id, hash: hashToken(token), preference: unsubscribeFrom });
  const unsubscribeUrl = `${baseUrl}/api/unsubscribe/${token}`;
  return formatMessage(draft, { id: mail.id, to, sender, unsubscribeUrl });
}

async function findRecipient(tx: Tx, { userId, address }: Mail): Promise<MailMessage['to'] | undefined> {
  if (userId === null) return address === null ? undefined : { address };
  const user = await findUserById(tx, { id: userId });
  return user?.active ? { name: user.name, address: user.email } : undefined;
}

async function recordOutcome(tx: Tx, id: string, attempts: number, outcome: SendOutcome, now: number) {
  if (outcome.result === 'accepted') return store.finishMail(tx, { id, state: 'sent', problem: null });
  const { result, problem } = outcome;
  if (result !== 'later') return store.finishMail(tx, { id, state: result, problem });
  const waitMs = retryAfterMs[attempts - 1];
  if (waitMs === undefined) return store.finishMail(tx, { id, state: 'given_up', problem });
  return store.postponeMail(tx, { id, dueAt: now + waitMs, problem });
}

async function markLostMails({ db, logger }: MailQueue, now: number): Promise<void> {
  if (!(await store.hasLostMail(db.reads, { before: now - lostAfterMs }))) return;
  const count = await db.transaction((tx) => store.giveUpLostMails(tx, { before: now - lostAfterMs }));
  if (count > 0)
    logger.warn({ count }, 'A process ended while sending mails; whether they arrived is unknown');
}

/** Deletes mails after 180 days. Until then their unsubscribe links work. */
export async function sweepMails(db: Database, now: number): Promise<void> {
  let removed = 1;
  while (removed > 0)
    removed = await db.transaction((tx) => store.sweepMailRows(tx, { before: now - keptMs }));
}
