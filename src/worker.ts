import { startHeldTaskLoop, startLeaseExpiryLoop, startTicketFollowingLoop } from './agent-tasks/index.ts';
import { sweepFiles } from './attachments/index.ts';
import { sweepFailedSignIns, sweepSessions } from './auth/index.ts';
import type { Config } from './config.ts';
import { newDocsDesk, startDocsWorker, sweepDocsJobs } from './docs-generation/index.ts';
import { docsSettings } from './docs-settings.ts';
import { eventCatalogue } from './event-catalogue.ts';
import { pruneInbound } from './inbound-webhooks/index.ts';
import { draftInvitation, sweepInvitations } from './invitations/index.ts';
import { type MailQueue, startMailLoop, sweepMails } from './mail/index.ts';
import {
  draftDigest,
  draftNotificationMail,
  startNotificationLoop,
  sweepNotifications,
} from './notifications/index.ts';
import { newDeliveryWorker } from './outbound-webhooks/index.ts';
import { startBackgroundLoop } from './platform/background-loop.ts';
import { type Clock, dayMs, minuteMs } from './platform/clock.ts';
import type { Database } from './platform/db/index.ts';
import { sweepIdempotencyKeys } from './platform/http/index.ts';
import type { Logger } from './platform/logger.ts';
import { newSmtpMailer } from './platform/mail/index.ts';
import { newOutboundClients } from './platform/outbound-http/index.ts';
import { newSecretBox } from './platform/secret-box/index.ts';
import type { Storage } from './platform/storage/index.ts';
import { startIndexer } from './search/index.ts';
import { startCountRollUpLoop } from './stats/index.ts';
import { deletedKeptMs, purgeDeletedTickets } from './tickets/index.ts';

const sweepEveryMs = 10 * minuteMs;
const invitationsKeptMs = 365 * dayMs;

/** What runs beside the requests. Several processes may sweep at once: each step is safe to repeat. */
export function startWorker({
  db,
  clock,
  logger,
  storage,
  config,
}: {
  db: Database;
  clock: Clock;
  logger: Logger;
  storage: Storage;
  config: Config;
}) {
  const sweeping = startBackgroundLoop({
    name: 'sweep',
    logger,
    intervalMs: sweepEveryMs,
    step: async () => {
      await sweep(db, clock.now());
      // After the sweep, because purging a ticket orphans its files.
      await sweepFiles(db, storage, clock.now());
    },
  });
  const indexer = startIndexer({ db, address: config.database, logger });
  const countRollUp = startCountRollUpLoop({ db, logger });
  const taskSettings = { db, clock, logger, tasksPerHourMax: config.AGENT_TASKS_PER_HOUR };
  const taskLoops = [
    startLeaseExpiryLoop(taskSettings),
    startHeldTaskLoop(taskSettings),
    startTicketFollowingLoop(taskSettings),
  ];
  const notifications = startNotificationLoop({
    db,
    clock,
    logger,
    catalogue: eventCatalogue,
    sendsMail: config.SMTP_URL !== undefined,
  });
  const mail =
    config.SMTP_URL === undefined ? undefined : startMailLoop(newMailQueue(db, logger, config), clock);
  const outbound = newOutboundClients();
  const deliveries = newDeliveryWorker({
    db,
    clock,
    logger,
    outbound: outbound[config.WEBHOOK_EGRESS],
    box: newSecretBox(config.secretKeys),
    schedule: config.WEBHOOK_RETRY_SCHEDULE,
    keptMs: config.WEBHOOK_DELIVERIES_KEPT_DAYS * dayMs,
  });
  deliveries.start();
  const docs = startDocsWorker({
    db,
    clock,
    logger,
    desk: newDocsDesk(docsSettings(config), newSecretBox(config.secretKeys), outbound),
  });
  return {
    stop: async () => {
      await indexer.stop();
      await countRollUp.stop();
      await notifications.stop();
      await Promise.all(taskLoops.map((loop) => loop.stop()));
      await mail?.stop();
      await docs.stop();
      await deliveries.stop();
      await outbound.close();
      await sweeping.stop();
    },
  };
}

type MailConfig = Pick<Config, 'SMTP_URL' | 'SMTP_FROM' | 'baseUrl'>;

/** The mail queue with the function that drafts each kind of mail. */
export function newMailQueue(
  db: Database,
  logger: Logger,
  { SMTP_URL: url = '', SMTP_FROM, baseUrl }: MailConfig,
): MailQueue {
  const { hostname } = new URL(baseUrl);
  // A number is no name for a mail address.
  const host = /^[\d.]+$|^\[/.test(hostname) ? 'localhost' : hostname;
  return {
    db,
    logger,
    baseUrl,
    mailer: newSmtpMailer({ url, from: SMTP_FROM ?? `Docket <docket@${host}>`, host }),
    writers: {
      notification: draftNotificationMail(baseUrl),
      digest: draftDigest(baseUrl),
      invitation: draftInvitation(baseUrl),
    },
  };
}

/** Removes what has outlived its time. */
export async function sweep(db: Database, now: number): Promise<void> {
  await db.transaction((tx) => sweepSessions(tx, now));
  await db.transaction((tx) => sweepFailedSignIns(tx, now));
  await db.transaction((tx) => sweepIdempotencyKeys(tx, now));
  await sweepNotifications(db, now);
  await sweepMails(db, now);
  await pruneInbound(db, now);
  await db.transaction((tx) => sweepDocsJobs(tx, now));
  await db.transaction((tx) => sweepInvitations(tx, now - invitationsKeptMs));
  let purged = 1;
  while (purged > 0) purged = await db.transaction((tx) => purgeDeletedTickets(tx, now - deletedKeptMs));
}
