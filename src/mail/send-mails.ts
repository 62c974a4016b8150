import { dayMs, hourMs, minuteMs } from '../platform/clock.ts';
import { hashToken, newToken } from '../platform/crypto.ts';
import type { Database, Tx } from '../platform/db/index.ts';
import type { Logger } from '../platform/logger.ts';
import {
  type Draft,
  type Letter,
  type Mailer,
  type SendOutcome,
  writeLetter,
} from '../platform/mail/index.ts';
import { findUserById, type MailPreference } from '../users/index.ts';
import {
  claimMail,
  finishMail,
  giveUpLostMails,
  isAnyMailLost,
  listDueMails,
  type Mail,
  noteUnsubscribeToken,
  postponeMail,
  sweepMailRows,
} from './mail-store.ts';

export interface MailDraft extends Draft {
  /** Which preference the link at its end turns off; null where there is none to turn off. */
  unsubscribeFrom: MailPreference | null;
}

/** Says what a mail of one kind says now; undefined if there is nothing to say any more. */
export type DraftMail = (tx: Tx, mail: Mail, now: number) => Promise<MailDraft | undefined>;

export interface MailQueue {
  db: Database;
  logger: Logger;
  mailer: Mailer;
  baseUrl: string;
  /** Who writes the mails of each kind. */
  writers: Readonly<Record<string, DraftMail>>;
}

const atOnce = 4;
const retryAfterMs = [1, 5, 15, 60, 4 * 60, 12 * 60, 24 * 60].map((minutes) => minutes * minuteMs);
// No attempt takes nearly as long, so whoever claimed it is not there any more.
const lostAfterMs = hourMs / 4;
const keptMs = 180 * dayMs;

/** Sends what is due now, a few at once. Answers whether there may be more, and whether the mail server is there. */
export async function sendDueMails(office: MailQueue, now: number) {
  await giveUpLost(office, now);
  const due = await listDueMails(office.db.reads, now, atOnce);
  const outcomes = await Promise.all(due.map((mail) => sendMail(office, mail, now)));
  const isServerUnreachable = outcomes.some(
    (outcome) => outcome?.result === 'later' && outcome.isServerUnreachable,
  );
  return { hasMore: due.length === atOnce, isServerUnreachable };
}

/**
 * Marked first, then sent: if the process ends in between nobody knows whether it arrived, and it is not sent again.
 * Only what is known not to have been taken is tried once more.
 */
async function sendMail(office: MailQueue, mail: Mail, now: number): Promise<SendOutcome | undefined> {
  const { db, mailer, logger } = office;
  const letter = await db.transaction((tx) => claimAndWrite(office, tx, mail, now));
  if (!letter) return undefined;
  const outcome = await mailer.send(letter);
  const attempts = mail.attempts + 1;
  await db.transaction((tx) => note(tx, mail.id, attempts, outcome, now));
  if (outcome.result !== 'accepted') {
    const { result, problem } = outcome;
    logger.warn({ mail: mail.id, kind: mail.kind, attempts, result, problem }, 'a mail was not sent');
  }
  return outcome;
}

async function claimAndWrite(
  { writers, baseUrl }: MailQueue,
  tx: Tx,
  mail: Mail,
  now: number,
): Promise<Letter | undefined> {
  if (!(await claimMail(tx, mail.id, now))) return undefined;
  const to = await recipientOf(tx, mail);
  const draft = to && (await writers[mail.kind]?.(tx, mail, now));
  if (!draft) {
    await finishMail(tx, mail.id, 'dropped', null);
    return undefined;
  }
  const { unsubscribeFrom } = draft;
  if (unsubscribeFrom === null) return writeLetter(draft, { id: mail.id, to });
  const token = newToken();
  await noteUnsubscribeToken(tx, mail.id, hashToken(token), unsubscribeFrom);
  return writeLetter(draft, { id: mail.id, to, unsubscribeUrl: `${baseUrl}/api/unsubscribe/${token}` });
}

async function recipientOf(tx: Tx, { userId, address }: Mail): Promise<Letter['to'] | undefined> {
  if (userId === null) return address === null ? undefined : { address };
  const user = await findUserById(tx, userId);
  return user?.active ? { name: user.name, address: user.email } : undefined;
}

async function note(tx: Tx, id: string, attempts: number, outcome: SendOutcome, now: number) {
  if (outcome.result === 'accepted') return finishMail(tx, id, 'sent', null);
  const { result, problem } = outcome;
  if (result !== 'later') return finishMail(tx, id, result, problem);
  const waitMs = retryAfterMs[attempts - 1];
  if (waitMs === undefined) return finishMail(tx, id, 'given_up', problem);
  return postponeMail(tx, id, now + waitMs, problem);
}

async function giveUpLost({ db, logger }: MailQueue, now: number): Promise<void> {
  if (!(await isAnyMailLost(db.reads, now - lostAfterMs))) return;
  const count = await db.transaction((tx) => giveUpLostMails(tx, now - lostAfterMs));
  if (count > 0)
    logger.warn({ count }, 'a process ended while it sent mails; whether they arrived is unknown');
}

/** What became of a mail is known for half a year, and so long its link to unsubscribe works. */
export async function sweepMails(db: Database, now: number): Promise<void> {
  let removed = 1;
  while (removed > 0) removed = await db.transaction((tx) => sweepMailRows(tx, now - keptMs));
}
