import {
  startLocalPushLoop,
  startLocalTagLoop,
  startMergeLoop,
  startPredictionLoop,
  startReleaseLoop,
  startWorkflowLoop,
} from '../agent-repositories/index.ts';
import { startHeldTaskLoop, startLeaseExpiryLoop, startTicketFollowingLoop } from '../agent-tasks/index.ts';
import { sweepFiles } from '../attachments/index.ts';
import {
  emailLinks,
  passwordLinks,
  sweepConnections,
  sweepFailedSignIns,
  sweepSessions,
  sweepSignInAddresses,
  sweepSignInSteps,
} from '../auth/index.ts';
import { startBackupLoop } from '../backup/index.ts';
import { sweepCollaboration } from '../collaboration/index.ts';
import { startDocsJobWorker, startDocsReportLoop, sweepDocsJobs } from '../docs-generation/index.ts';
import { startEventCountLoop } from '../events/index.ts';
import { listImportFileKeys, startImportWorker, sweepImports } from '../imports/index.ts';
import { pruneInbound } from '../inbound-webhooks/index.ts';
import { sweepInvitations } from '../invitations/index.ts';
import { startUnfinishedPushLoop } from '../leased-branches/index.ts';
import { startMailLoop, sweepMails } from '../mail/index.ts';
import { startNotificationLoop, startPushLoop, sweepNotifications } from '../notifications/index.ts';
import { sweepClients } from '../oauth/index.ts';
import { DeliveryWorker } from '../outbound-webhooks/index.ts';
import { startBackgroundLoop } from '../platform/background-loop.ts';
import { dayMs, hourMs, minuteMs } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { sweepIdempotencyKeys } from '../platform/http/index.ts';
import { startListCountLoop } from '../platform/list-counts/index.ts';
import { sweepCommitChecks } from '../proof/index.ts';
import { startSealLoop } from '../sealed-history/index.ts';
import { buildListIndex, startIndexer } from '../search/index.ts';
import { startCountRollUpLoop } from '../stats/index.ts';
import { purgeDeletedTickets, startCycleLoop, startScheduleLoop, startTriageLoop } from '../tickets/index.ts';
import type { Context } from './context.ts';
import { startTakeOverLoop } from './take-over-work.ts';

const sweepEveryMs = 10 * minuteMs;
// Each sweep lists the whole bucket, and S3 charges for requests.
const sweepBucketEveryMs = 6 * hourMs;
// When an import ends, the main thread indexes what the indexer has not reached, in steps of about 20 ms.
const documentsPerStep = 300;
const invitationsKeptMs = 365 * dayMs;
const signInAddressesKeptMs = 180 * dayMs;

/** Starts the background loops. Any number of processes may run them on one database. */
export function startWorker({ db, clock, logger, storage, config, ...context }: Context) {
  const sweeping = startBackgroundLoop({
    name: 'sweep',
    logger,
    intervalMs: sweepEveryMs,
    step: async () => {
      await sweep(db, clock.now());
    },
  });
  const sweepingFiles = startBackgroundLoop({
    name: 'file sweep',
    logger,
    intervalMs: 's3' in config.storage ? sweepBucketEveryMs : sweepEveryMs,
    step: async () => void (await sweepFiles(db, storage, clock.now(), listImportFileKeys)),
  });
  const backups =
    config.BACKUP_EVERY === undefined
      ? undefined
      : startBackupLoop({ db, clock, logger, everyMs: config.BACKUP_EVERY });
  const indexer = startIndexer({ db, address: config.database, logger });
  const countLoops = [
    startCountRollUpLoop({ db, logger }),
    startListCountLoop({ db, logger }),
    startEventCountLoop({ db, logger }),
  ];
  const taskSettings = { db, clock, logger, tasksPerHourMax: config.AGENT_TASKS_PER_HOUR };
  const taskLoops = [
    startLeaseExpiryLoop(taskSettings),
    startHeldTaskLoop(taskSettings),
    startTicketFollowingLoop(taskSettings),
    startWorkflowLoop({ ...taskSettings, docs: context.docs }),
    startUnfinishedPushLoop({ db, clock, logger, docs: context.docs }),
    startPredictionLoop({ ...taskSettings, docs: context.docs }),
    startMergeLoop({ db, clock, logger, docs: context.docs }),
    startReleaseLoop({ db, clock, logger, docs: context.docs }),
    startLocalPushLoop({ ...taskSettings, docs: context.docs }),
    startLocalTagLoop({ db, clock, logger, docs: context.docs }),
    startDocsReportLoop({ db, clock, logger, docs: context.docs }),
  ];
  const notifications = startNotificationLoop({
    db,
    clock,
    logger,
    catalogue: context.eventCatalogue,
    sendsMail: context.mailQueue !== undefined,
  });
  const mail = context.mailQueue && startMailLoop(context.mailQueue, clock);
  const pushes = startPushLoop({
    db,
    clock,
    logger,
    outbound: context.outbound.webhooks,
    box: context.secretBox,
    baseUrl: config.baseUrl,
  });
  const deliveries = new DeliveryWorker({
    db,
    clock,
    logger,
    outbound: context.outbound.webhooks,
    box: context.secretBox,
    schedule: config.WEBHOOK_RETRY_SCHEDULE,
    keptMs: config.WEBHOOK_DELIVERIES_KEPT_DAYS * dayMs,
  });
  deliveries.start();
  const cycles = startCycleLoop({ db, clock, logger });
  const triage = startTriageLoop({ db, clock, logger });
  const schedules = startScheduleLoop({ db, clock, logger });
  const seals = startSealLoop({ db, clock, logger, box: context.secretBox });
  const takeOver = startTakeOverLoop({ db, logger });
  const docs = startDocsJobWorker({ db, clock, logger, context: context.docs });
  const imports = startImportWorker({
    db,
    clock,
    logger,
    storage,
    eventCatalogue: context.eventCatalogue,
    attachmentBytesMax: config.ATTACHMENT_BYTES_MAX,
    workspaceBytesMax: config.WORKSPACE_BYTES_MAX,
    indexTickets: (isStopped) => buildListIndex(db, { documentsPerStep, isStopped }),
  });
  return {
    stop: async () => {
      await takeOver.stop();
      await imports.stop();
      await cycles.stop();
      await triage.stop();
      await schedules.stop();
      await seals.stop();
      await backups?.stop();
      await indexer.stop();
      await Promise.all(countLoops.map((loop) => loop.stop()));
      await notifications.stop();
      await Promise.all(taskLoops.map((loop) => loop.stop()));
      await mail?.stop();
      await pushes.stop();
      await docs.stop();
      await deliveries.stop();
      await sweepingFiles.stop();
      await sweeping.stop();
    },
  };
}

/** Deletes expired rows of every module. */
export async function sweep(db: Database, now: number): Promise<void> {
  await db.transaction((tx) => sweepSessions(tx, { now }));
  await db.transaction((tx) => sweepFailedSignIns(tx, now));
  await db.transaction((tx) => sweepSignInAddresses(tx, { before: now - signInAddressesKeptMs }));
  await db.transaction((tx) => passwordLinks.sweep(tx, now));
  await db.transaction((tx) => emailLinks.sweep(tx, now));
  await db.transaction((tx) => sweepSignInSteps(tx, { now }));
  await db.transaction((tx) => sweepConnections(tx, now));
  await db.transaction((tx) => sweepClients(tx, now));
  await db.transaction((tx) => sweepIdempotencyKeys(tx, now));
  await sweepNotifications(db, now);
  await sweepMails(db, now);
  await pruneInbound(db, now);
  await sweepCommitChecks(db, now);
  await db.transaction((tx) => sweepDocsJobs(tx, now));
  await sweepImports(db, now);
  await db.transaction((tx) => sweepCollaboration(tx, now));
  await db.transaction((tx) => sweepInvitations(tx, { before: now - invitationsKeptMs }));
  let purged = 1;
  while (purged > 0) purged = await db.transaction((tx) => purgeDeletedTickets(tx, now));
}
