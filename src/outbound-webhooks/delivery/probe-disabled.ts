import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import { newId } from '../../platform/ids.ts';
import type { OutboundHttp } from '../../platform/outbound-http/index.ts';
import { bumpSubscriptionsVersion } from '../subscriptions.ts';
import { probeIntervalMs, probePeriodMs, type Webhook } from '../webhook.ts';
import { describeWebhook, recordWebhookEvent, webhookEnabled, webhookTest } from '../webhook-events.ts';
import { enableWebhookRow, findWebhook, lockDueProbes, scheduleProbe } from '../webhook-store.ts';
import { serializePayload } from './payload.ts';
import { sendDelivery } from './send-delivery.ts';
import type { FindSigningSecrets } from './signing-secrets.ts';

const probesPerTick = 20;

interface ProbeDependencies {
  db: Database;
  outbound: OutboundHttp;
  findSigningSecrets: FindSigningSecrets;
  clock: Clock;
}

/** Sends `webhook.test` once an hour to each webhook that was disabled for failing, and enables it again on a 2xx answer. */
export async function probeDisabled(dependencies: ProbeDependencies, now: number): Promise<void> {
  const { db } = dependencies;
  const probes = await db.transaction(async (tx) => {
    const due = await lockDueProbes(tx, now, probesPerTick);
    for (const { number, disabledAt } of due) {
      // The next probe is scheduled before this one is sent, so that a crash delays it by an hour at most.
      await scheduleProbe(tx, {
        number,
        probeAt: now - disabledAt < probePeriodMs ? now + probeIntervalMs : null,
      });
    }
    return due;
  });
  await Promise.all(probes.map((probe) => probeOne(dependencies, probe, now)));
}

type Probe = Awaited<ReturnType<typeof lockDueProbes>>[number];

async function probeOne(
  { db, outbound, findSigningSecrets, clock }: ProbeDependencies,
  probe: Probe,
  now: number,
): Promise<void> {
  const webhook = await findWebhook(db.reads, { id: probe.id });
  if (!webhook) return;
  const user = { id: probe.ownerId, name: probe.ownerName };
  const event = {
    id: newId(now),
    type: webhookTest.name,
    occurredAt: now,
    data: JSON.stringify({ webhook: describeWebhook(webhook), project: null, user }),
  };
  const request = {
    url: probe.url,
    secrets: findSigningSecrets(probe, now),
    eventId: event.id,
    eventType: event.type,
    deliveryId: event.id,
    attempt: 1,
    body: serializePayload(event),
  };
  const { outcome } = await sendDelivery(outbound, request, clock.now);
  if (outcome.isSuccess) await enable(db, webhook, user, clock.now());
}

const enable = (db: Database, webhook: Webhook, user: { id: string; name: string }, now: number) =>
  db.transaction(async (tx) => {
    if (!(await enableWebhookRow(tx, { number: webhook.number, now }))) return;
    await bumpSubscriptionsVersion(tx);
    await recordWebhookEvent(tx, webhookEnabled, webhook, user, now);
  });
