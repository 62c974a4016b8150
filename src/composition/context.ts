import { type IssueGitAccess, listCurrentTasks } from '../agent-tasks/index.ts';
import { deferDeletions, isBackupRunning } from '../backup/index.ts';
import type { Config } from '../config/index.ts';
import { type DocsGenerationContext, newDocsGenerationContext } from '../docs-generation/index.ts';
import { type EventType, withReactions } from '../events/index.ts';
import { acceptInvitation, getInvitation } from '../invitations/index.ts';
import { findActorByTaskKey, newGitAccessIssuer } from '../leased-branches/index.ts';
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
import { gateProof, listExportedEvidence } from '../proof/index.ts';
import { ticketIndex } from '../search/index.ts';
import {
  countUserWork,
  findReadableSubjects,
  isWorkspaceInUse,
  lostAccessText,
  type TicketIndex,
  withGateProof,
} from '../tickets/index.ts';
import { openConfiguredStorage } from './configured-storage.ts';
import { docsSettings } from './docs-settings.ts';
import { eventCatalogue } from './event-catalogue.ts';
import { newEventReactions } from './event-reactions.ts';
import { newMailQueue } from './mail-queue.ts';
import { newRepositoryTrust } from './repository-trust.ts';

/** Everything that exists once per process. Only this file builds it; server, loops, commands and tests receive it. */
export interface Context {
  config: Config;
  clock: SteadyClock;
  logger: Logger;
  tracing: Tracing | undefined;
  /** Its transactions run the event reactions, and know what gates ask for. */
  db: Database;
  storage: WatchedStorage;
  /** One HTTP client per egress policy, for URLs that users entered. */
  outbound: OutboundClients;
  /** The private targets of `outbound.webhooks`. */
  webhookTargets: WebhookTargetSource;
  secretBox: SecretBox;
  eventCatalogue: readonly EventType[];
  docs: DocsGenerationContext;
  /** The answer to a claim says how to reach the repository. Code hosts are above agent tasks. */
  issueGitAccess: IssueGitAccess;
  repositoryTrust: RepositoryTrust;
  /** Sign-up checks and accepts invitations, whose module is above auth. */
  invitations: { assertInvited: typeof getInvitation; accept: typeof acceptInvitation };
  resolveProjects: typeof resolveProjects;
  /** Coding agents use the key of their lease. Leases are above accounts. */
  findActorByTaskKey: typeof findActorByTaskKey;
  /** A person's activity hides what they may no longer see. Tickets and projects are above users. */
  activityAccess: { findReadable: typeof findReadableSubjects; lostAccessText: string };
  /** The profile counts a person's work. Projects, tickets and comments are above users. */
  countWork: typeof countUserWork;
  /** Only an empty workspace can be deleted. Projects and tickets are above workspaces. */
  isWorkspaceInUse: typeof isWorkspaceInUse;
  /** The list of agents shows each agent's current task. Tasks are above agents. */
  listCurrentWork: typeof listCurrentTasks;
  /** Ticket lists filtered by words read this index. Search, which maintains it, is above tickets. */
  ticketIndex: TicketIndex;
  /** Exports of tickets contain what shows their criteria. Proof is above tickets. */
  listDecidingEvidence: typeof listExportedEvidence;
  /** Undefined without SMTP_URL: no mail is sent then. */
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

/** Opens the configured database, migrates it if needed, and builds the context over it. */
export async function openContext(
  parts: ContextParts,
  onUpgrade?: Parameters<typeof openDatabase>[1],
): Promise<Context> {
  return newContext({ ...parts, db: await openDatabase(parts.config.database, onUpgrade) });
}

/** Builds the context over an open database, which `close` closes last. */
export function newContext({
  config,
  clock,
  logger,
  tracing,
  db: bareDb,
}: ContextParts & { db: Database }): Context {
  const queried = tracing ? tracedDatabase(bareDb, tracing) : bareDb;
  const db = withGateProof(withReactions(queried, newEventReactions(config)), gateProof);
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
    issueGitAccess: newGitAccessIssuer({ docs, logger, baseUrl: config.baseUrl }),
    repositoryTrust,
    invitations: { assertInvited: getInvitation, accept: acceptInvitation },
    resolveProjects,
    findActorByTaskKey,
    activityAccess: { findReadable: findReadableSubjects, lostAccessText },
    countWork: countUserWork,
    isWorkspaceInUse,
    listCurrentWork: listCurrentTasks,
    ticketIndex,
    listDecidingEvidence: listExportedEvidence,
    mailQueue: config.SMTP_URL === undefined ? undefined : newMailQueue(db, logger, config),
    close: async () => {
      await docs.processes.close();
      await outbound.close();
      await db.close();
      await tracing?.close();
    },
  };
}
