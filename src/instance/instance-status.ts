import packageJson from '../../package.json' with { type: 'json' };
import { sumStoredFiles } from '../attachments/index.ts';
import { recordAdminRead } from '../audit/index.ts';
import { assertMaySeeInstance, type SignUpMode, signUpModes } from '../auth/index.ts';
import { ageSeconds, readQueues } from '../monitoring/index.ts';
import type { Waiting } from '../platform/background-loop.ts';
import { engines, readDatabaseBytes } from '../platform/db/index.ts';
import { choice } from '../platform/field-schemas.ts';
import { Type } from '../platform/schema.ts';
import { isIndexBehind } from '../search/index.ts';
import { countAccounts, type Scope } from '../users/index.ts';

export interface StatusSettings {
  INSTANCE_NAME: string;
  signUp: SignUpMode;
  SMTP_URL?: string | undefined;
  baseUrl: string;
}

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
  const [accounts, files, reading, bytes, isSearchBehind] = await Promise.all([
    countAccounts(workerReads),
    sumStoredFiles(workerReads),
    readQueues(workerReads, now),
    readDatabaseBytes(db),
    isIndexBehind(db.reads),
  ]);
  const { queues } = reading;
  return {
    version: packageJson.version,
    node: process.versions.node,
    uptimeSeconds: Math.floor(process.uptime()),
    settings: {
      name: settings.INSTANCE_NAME,
      baseUrl: settings.baseUrl,
      signUp: settings.signUp,
      sendsMail: settings.SMTP_URL !== undefined,
    },
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

const presentQueue = (queue: Waiting, now: number) => ({
  waiting: queue.waiting,
  lagSeconds: Math.floor(ageSeconds(queue, now)),
});
