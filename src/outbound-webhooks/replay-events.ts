import { type EventType, matchesAnyPattern } from '../events/index.ts';
import { invalid } from '../platform/errors.ts';
import { firstIdAt } from '../platform/ids.ts';
import type { Scope } from '../users/index.ts';
import { canReceive } from './audience.ts';
import { listEventsInRange, upsertReplayedDeliveries } from './delivery-list-store.ts';
import { getWebhookFor, lockWebhookFor } from './get-webhook.ts';
import { assertActive } from './test-webhook.ts';
import { readPatterns, type Webhook } from './webhook.ts';
import { canUseWebhook } from './webhook-access.ts';
import { parsePatterns, publicEventNames } from './webhook-input.ts';

export interface ReplayInput {
  since: number;
  until?: number | undefined;
  events?: string[] | undefined;
  dryRun?: boolean | undefined;
}

const eventsMax = 10_000;
const pageSize = 500;

/**
 * Queues past events for a webhook: those that it subscribes to and its owner may see now. They are queued as retries, so
 * new events are sent first. A dry run only counts them. Returns the number of events.
 */
export async function replayEvents(
  scope: Scope,
  catalogue: readonly EventType[],
  webhookId: string,
  input: ReplayInput,
): Promise<number> {
  const { db, actor, clock } = scope;
  const webhook = await getWebhookFor(db.reads, actor, webhookId, canUseWebhook);
  const publicNames = publicEventNames(catalogue);
  const patterns = input.events ? parsePatterns(input.events, publicNames) : readPatterns(webhook);
  const until = input.until ?? clock.now();
  if (until < input.since) throw invalid({ until: ['Until must not be before since'] });
  const types = publicNames.filter((name) => matchesAnyPattern(patterns, name));
  const found = await findEvents(scope, webhook, types, input.since, until);
  if (input.dryRun) return found.length;
  return scope.write(async (tx) => {
    const locked = await lockWebhookFor(tx, actor, webhookId, canUseWebhook);
    assertActive(locked);
    await upsertReplayedDeliveries(tx, locked.number, found, clock.now());
    tx.notify();
    return found.length;
  });
}

async function findEvents(
  { db }: Scope,
  webhook: Webhook,
  types: string[],
  since: number,
  until: number,
): Promise<number[]> {
  const { ownerId, projectId, wholeInstance } = webhook;
  const found: number[] = [];
  const end = firstIdAt(until + 1);
  for (let after = firstIdAt(since); ; ) {
    const page = await listEventsInRange(db.workerReads, {
      ownerId,
      after,
      until: end,
      types,
      limit: pageSize,
    });
    for (const row of page) {
      const isInProject = projectId === null || projectId === row.projectId;
      if (isInProject && canReceive(row, row, { wholeInstance: wholeInstance === 1 })) found.push(row.seq);
    }
    if (found.length > eventsMax) {
      throw invalid({
        since: [`More than ${eventsMax} events match. Narrow the range with since, until or events.`],
      });
    }
    if (page.length < pageSize) return found;
    after = page.at(-1)?.id as string;
  }
}
