import { listCurrentTasks } from '../agent-tasks/index.ts';
import { deferDeletions, isBackupRunning } from '../backup/index.ts';
import type { Config } from '../config/index.ts';
import { type DocsGenerationContext, newDocsGenerationContext } from '../docs-generation/index.ts';
import { type EventType, withReactions } from '../events/index.ts';
import { acceptInvitation, getInvitation } from '../invitations/index.ts';
import type { MailQueue } from '../mail/index.ts';
import { newWebhookTargetSource, type WebhookTargetSource } from '../outbound-webhooks/index.ts';
import type { SteadyClock } from '../platform/clock.ts';
import { type Database, openDatabase, tracedDatabase } from '../platform/db/index.ts';
import type { Logger } from '../platform/logger.ts';
import { newOutboundClients, type OutboundClients } from '../platform/outbound-http/index.ts';
import { newSecretBox, type SecretBox } from '../platform/secret-box/index.ts';
import { type WatchedStorage, watchingStorage } from '../platform/storage/index.ts';
import type { Tracing } from '../platform/tracing/index.ts';
import { type RepositoryTrust, resolveProjects } from '../projects/index.ts';
import { ticketIndex } from '../search/index.ts';
import {
  countUserWork,
  findReadableSubjects,
  isWorkspaceInUse,
  lostAccessText,
  type TicketIndex,
} from '../tickets/index.ts';
import { openConfiguredStorage } from './configured-storage.ts';
import { docsSettings } from './docs-settings.ts';
import { eventCatalogue } from './event-catalogue.ts';
import { eventReactions } from './event-reactions.ts';
import { newMailQueue } from './mail-queue.ts';
import { newRepositoryTrust } from './repository-trust.ts';

/** Everything that exists once per process. Only this file builds it; server, loops, commands and tests receive it. */
export interface Context {
  config: Config;
  clock: SteadyClock;
  logger: Logger;
  tracing: Tracing | undefined;
  /** Its transactions run the event reactions. */
  db: Database;
  storage: WatchedStorage;
  /** One HTTP client per egress policy for the addresses that users entered. */
  outbound: OutboundClients;
  /** The private targets of `outbound.webhooks`. */
  webhookTargets: WebhookTargetSource;
  secretBox: SecretBox;
  eventCatalogue: readonly EventType[];
  docs: DocsGenerationContext;
  repositoryTrust: RepositoryTrust;
  /** Sign-up checks and accepts invitations, which live in a module above auth. */
  invitations: { assertInvited: typeof getInvitation; accept: typeof acceptInvitation };
  resolveProjects: typeof resolveProjects;
  /** A person's activity hides what they may no longer see; tickets and projects are above users. */
  activityAccess: { findReadable: typeof findReadableSubjects; lostAccessText: string };
  /** The profile counts what a person did; projects, tickets and comments are above users. */
  countWork: typeof countUserWork;
  /** Only an empty workspace can be deleted; projects and tickets are above workspaces. */
  isWorkspaceInUse: typeof isWorkspaceInUse;
  /** The list of agents shows what each does; tasks are a module above agents. */
  listCurrentWork: typeof listCurrentTasks;
  /** Lists of tickets that are filtered by words read it; search, which maintains it, is a module above tickets. */
  ticketIndex: TicketIndex;
  /** Undefined without SMTP_URL: Docket then sends no mail. */
  mailQueue: MailQueue | undefined;
  close(): Promise<void>;
}

export interface ContextParts {
  config: Config;
  clock: SteadyClock;
  logger: Logger;
  /** Undefined unless traces are configured. */
  tracing?: Tracing | undefined;
}

/** Opens the configured database, migrated first if needed, and builds everything over it. */
export async function openContext(
  parts: ContextParts,
  onUpgrade?: Parameters<typeof openDatabase>[1],
): Promise<Context> {
  return newContext({ ...parts, db: await openDatabase(parts.config.database, onUpgrade) });
}

/** Builds everything over an open database, which `close` closes last. */
export function newContext({
  config,
  clock,
  logger,
  tracing,
  db: bareDb,
}: ContextParts & { db: Database }): Context {
  const db = withReactions(tracing ? tracedDatabase(bareDb, tracing) : bareDb, eventReactions);
  const secretBox = newSecretBox(config.secretKeys);
  const fixed = config.WEBHOOK_PRIVATE_TARGETS;
  const webhookTargets = newWebhookTargetSource({ db, clock, logger, fixed });
  const outbound = newOutboundClients({
    privateTargets: fixed,
    tracing,
    webhooks: { egress: config.webhookEgress, privateTargets: webhookTargets },
  });
  const repositoryTrust = newRepositoryTrust(config);
  const docs = newDocsGenerationContext(docsSettings(config), secretBox, outbound);
  return {
    config,
    clock,
    logger,
    tracing,
    db,
    storage: deferDeletions(
      watchingStorage(openConfiguredStorage(config, clock), logger),
      () => isBackupRunning(db.reads, clock.now()),
      logger,
    ),
    outbound,
    webhookTargets,
    secretBox,
    eventCatalogue,
    docs,
    repositoryTrust,
    invitations: { assertInvited: getInvitation, accept: acceptInvitation },
    resolveProjects,
    activityAccess: { findReadable: findReadableSubjects, lostAccessText },
    countWork: countUserWork,
    isWorkspaceInUse,
    listCurrentWork: listCurrentTasks,
    ticketIndex,
    mailQueue: config.SMTP_URL === undefined ? undefined : newMailQueue(db, logger, config),
    close: async () => {
      await docs.processes.close();
      await outbound.close();
      await db.close();
      await tracing?.close();
    },
  };
}
