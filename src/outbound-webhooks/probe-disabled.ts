import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { newId } from '../platform/ids.ts';
import type { OutboundHttp } from '../platform/outbound-http/index.ts';
import type { OpenSecrets } from './opened-secrets.ts';
import { bodyOf } from './payload.ts';
import { sendDelivery } from './send-delivery.ts';
import { noteSubscriptionsChanged } from './subscriptions.ts';
import { probedForMs, probeEveryMs, type Webhook } from './webhook.ts';
import { describe, recordWebhookEvent, webhookEnabled, webhookTest } from './webhook-events.ts';
import { enableWebhookRow, findWebhook, listProbes, planProbe } from './webhook-store.ts';

const probesAtOnce = 20;

interface Means {
  db: Database;
  outbound: OutboundHttp;
  openSecrets: OpenSecrets;
  clock: Clock;
}

/** Webhooks that were disabled for failing are asked now and then; who answers is active again, by itself. */
export async function probeDisabled(means: Means, now: number): Promise<void> {
  const { db } = means;
  const probes = await db.transaction(async (tx) => {
    const due = await listProbes(tx, now, probesAtOnce);
    for (const { number, disabledAt } of due) {
      // Planned before it is sent: a process that dies in between asks later, not for ever.
      await planProbe(tx, number, now - disabledAt < probedForMs ? now + probeEveryMs : null);
    }
    return due;
  });
  await Promise.all(probes.map((probe) => probeOne(means, probe, now)));
}

type Probe = Awaited<ReturnType<typeof listProbes>>[number];

async function probeOne(
  { db, outbound, openSecrets, clock }: Means,
  probe: Probe,
  now: number,
): Promise<void> {
  const webhook = await findWebhook(db.reads, probe.id);
  if (!webhook) return;
  const user = { id: probe.ownerId, name: probe.ownerName };
  const event = {
    id: newId(now),
    type: webhookTest.name,
    occurredAt: now,
    data: JSON.stringify({ webhook: describe(webhook), project: null, user }),
  };
  const sending = {
    url: probe.url,
    secrets: openSecrets(probe, now),
    eventId: event.id,
    eventType: event.type,
    deliveryId: event.id,
    attempt: 1,
    body: bodyOf(event),
  };
  const { outcome } = await sendDelivery(outbound, sending, clock.now);
  if (outcome.isSuccess) await enable(db, webhook, user, clock.now());
}

const enable = (db: Database, webhook: Webhook, user: { id: string; name: string }, now: number) =>
  db.transaction(async (tx) => {
    if (!(await enableWebhookRow(tx, webhook.number, now))) return;
    await noteSubscriptionsChanged(tx);
    await recordWebhookEvent(tx, webhookEnabled, webhook, user, now);
  });
