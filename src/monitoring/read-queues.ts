import type { Queries } from '../platform/db/index.ts';
import type { Waiting } from './queue-store.ts';
import * as store from './queue-store.ts';

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

/** One statement after the other: on SQLite each takes the main thread for 2 ms at most, with requests in between. */
export async function readQueues(queries: Queries, now: number): Promise<QueueReading> {
  return {
    queues: {
      webhook_deliveries: await store.findDueDeliveries(queries, now, countMax),
      mails: await store.findDueMails(queries, now, countMax),
      agent_tasks: await store.findDueTasks(queries, now, countMax),
      docs_jobs: await store.findQueuedDocsJobs(queries),
      notifications: await store.findUnnotifiedEvents(queries, now, countMax),
      search_index: await store.findUnindexedEvents(queries, now, countMax),
    },
    heldTasks: await store.countHeldTasks(queries, countMax),
    unindexedTickets: await store.countUnindexedTickets(queries, countMax),
    unsettledEvents: await store.findUnsettledEvents(queries, countMax),
  };
}

/** For how long the oldest item has been due. */
export const ageSeconds = ({ oldest }: Waiting, now: number): number =>
  oldest === null ? 0 : Math.max(0, (now - oldest) / 1_000);
