import packageJson from '../../package.json' with { type: 'json' };
import { sumStoredFiles } from '../attachments/index.ts';
import { recordAdminRead } from '../audit/index.ts';
import { assertMaySeeInstance } from '../auth/index.ts';
import { lastBackup } from '../backup/index.ts';
import { readInstanceSettings, type SettingsSource, signUpModes } from '../instance-settings/index.ts';
import { ageSeconds, readQueues } from '../monitoring/index.ts';
import type { Waiting } from '../platform/background-loop.ts';
import { dayMs, secondMs } from '../platform/clock.ts';
import { engines, readDatabaseBytes } from '../platform/db/index.ts';
import { choice, timestamp } from '../platform/field-schemas.ts';
import { toIso } from '../platform/instant.ts';
import { Type } from '../platform/schema.ts';
import { isIndexBehind } from '../search/index.ts';
import { countAccounts, type Scope } from '../users/index.ts';

export interface StatusSettings {
  instanceSettings: SettingsSource;
  SMTP_URL?: string | undefined;
  baseUrl: string;
  BACKUP_EVERY?: number | undefined;
}

const backupStates = ['current', 'old', 'never'] as const;
const backupAgeMaxMs = 2 * dayMs;

const count = (description?: string) =>
  Type.Integer({ minimum: 0, examples: [3], ...(description && { description }) });
const queue = (description: string) =>
  Type.Object(
    { waiting: count('At most 10,000'), lagSeconds: count('How long the oldest has been due') },
    { description },
  );

export const InstanceStatus = Type.Object(
  {
    version: Type.String({ examples: [packageJson.version] }),
    node: Type.String({ examples: ['26.1.0'] }),
    uptimeSeconds: count('Of the process that answers'),
    settings: Type.Object({
      name: Type.String({ examples: ['Docket'] }),
      baseUrl: Type.String({ examples: ['https://docket.example.org'] }),
      signUp: choice(signUpModes),
      sendsMail: Type.Boolean({ description: 'Whether a mail server is configured (SMTP_URL)' }),
    }),
    backup: Type.Object(
      {
        state: choice(backupStates, {
          description: '`never`: none has succeeded yet; `old`: the last one is more than two days old',
        }),
        last: Type.Optional(
          Type.Object(
            {
              startedAt: timestamp(),
              finishedAt: timestamp(),
              location: Type.String({ examples: ['/var/backups/docket-20261116T034118Z.tar'] }),
              bytes: count(),
              verifiedAt: Type.Optional(
                timestamp({ description: 'When `docket restore --check` last found it complete' }),
              ),
            },
            { description: 'The last backup that succeeded' },
          ),
        ),
        problem: Type.Optional(Type.String({ description: 'Why a later backup failed' })),
        everySeconds: Type.Optional(count('The interval of scheduled backups (BACKUP_EVERY)')),
      },
      { description: 'Backups of `docket backup` and of the schedule' },
    ),
    accounts: Type.Object({ people: count(), disabled: count(), agents: count() }),
    database: Type.Object({ engine: choice(engines), bytes: count() }),
    files: Type.Object({ files: count(), bytes: count() }, { description: 'Attachments and pictures' }),
    background: Type.Object({
      mails: queue('Mails that are due'),
      webhookDeliveries: queue('Webhook deliveries that are due'),
      events: count('Events that have not notified anybody yet; at most 10,000'),
      isSearchBehind: Type.Boolean({ description: 'Whether changes wait to be indexed' }),
    }),
  },
  { title: 'InstanceStatus' },
);

/** For administrators. The counts run on a worker thread, because they grow with the data. */
export async function getInstanceStatus(scope: Scope, settings: StatusSettings) {
  const { db, actor, clock } = scope;
  assertMaySeeInstance(actor);
  await recordAdminRead(scope, 'instance.read');
  const now = clock.now();
  const { workerReads } = db;
  const [accounts, files, reading, bytes, isSearchBehind, applied, backup] = await Promise.all([
    countAccounts(workerReads),
    sumStoredFiles(workerReads),
    readQueues(workerReads, now),
    readDatabaseBytes(db),
    isIndexBehind(db.reads),
    readInstanceSettings(db.reads, settings.instanceSettings),
    lastBackup(db.reads),
  ]);
  const { queues } = reading;
  return {
    version: packageJson.version,
    node: process.versions.node,
    uptimeSeconds: Math.floor(process.uptime()),
    settings: {
      ...applied,
      baseUrl: settings.baseUrl,
      sendsMail: settings.SMTP_URL !== undefined,
    },
    backup: presentBackup(backup, settings.BACKUP_EVERY, now),
    accounts,
    database: { engine: db.engine, bytes },
    files,
    background: {
      mails: presentQueue(queues.mails, now),
      webhookDeliveries: presentQueue(queues.webhook_deliveries, now),
      events: queues.notifications.waiting,
      isSearchBehind,
    },
  };
}

const presentBackup = (
  { succeeded, problem }: Awaited<ReturnType<typeof lastBackup>>,
  everyMs: number | undefined,
  now: number,
) => ({
  state: backupState(succeeded?.finishedAt, now),
  ...(succeeded && {
    last: {
      startedAt: toIso(succeeded.startedAt),
      finishedAt: toIso(succeeded.finishedAt),
      location: succeeded.location,
      bytes: succeeded.bytes,
      ...(succeeded.verifiedAt !== null && { verifiedAt: toIso(succeeded.verifiedAt) }),
    },
  }),
  ...(problem !== undefined && { problem }),
  ...(everyMs !== undefined && { everySeconds: everyMs / secondMs }),
});

/** The administration warns of `old` and `never`. */
export const backupState = (finishedAt: number | undefined, now: number): (typeof backupStates)[number] =>
  finishedAt === undefined ? 'never' : now - finishedAt > backupAgeMaxMs ? 'old' : 'current';

const presentQueue = (queue: Waiting, now: number) => ({
  waiting: queue.waiting,
  lagSeconds: Math.floor(ageSeconds(queue, now)),
});
