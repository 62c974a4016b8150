import { countHeldTasks, findDueTasks } from '../agent-tasks/index.ts';
import { findQueuedDocsJobs } from '../docs-generation/index.ts';
import { findUnsettledEvents } from '../events/index.ts';
import { findDueMails } from '../mail/index.ts';
import { findUnnotifiedEvents } from '../notifications/index.ts';
import { findDueDeliveries } from '../outbound-webhooks/index.ts';
import type { Waiting } from '../platform/background-loop.ts';
import type { Queries } from '../platform/db/index.ts';
import { countUnindexedTickets, findUnindexedEvents } from '../search/index.ts';

export const queueNames = [
  'webhook_deliveries',
  'mails',
  'agent_tasks',
  'docs_jobs',
  'notifications',
  'search_index',
] as const;
export type QueueName = (typeof queueNames)[number];

/** The background work of the whole instance. A count ends at 10,000. */
export interface QueueReading {
  queues: Record<QueueName, Waiting>;
  heldTasks: number;
  unindexedTickets: number;
  unsettledEvents: Waiting;
}

const countMax = 10_000;

/** Runs one statement after the other: on SQLite each blocks the main thread for at most 2 ms, with requests in between. */
export async function readQueues(queries: Queries, now: number): Promise<QueueReading> {
  return {
    queues: {
      webhook_deliveries: await findDueDeliveries(queries, { now, max: countMax }),
      mails: await findDueMails(queries, { now, max: countMax }),
      agent_tasks: await findDueTasks(queries, now, countMax),
      docs_jobs: await findQueuedDocsJobs(queries),
      notifications: await findUnnotifiedEvents(queries, now, countMax),
      search_index: await findUnindexedEvents(queries, now, countMax),
    },
    heldTasks: await countHeldTasks(queries, { max: countMax }),
    unindexedTickets: await countUnindexedTickets(queries, { max: countMax }),
    unsettledEvents: await findUnsettledEvents(queries, { max: countMax }),
  };
}

/** How long ago the oldest item became due. */
export const ageSeconds = ({ oldest }: Waiting, now: number): number =>
  oldest === null ? 0 : Math.max(0, (now - oldest) / 1_000);
