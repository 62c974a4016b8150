import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import type { OutboundHttp } from '../../platform/outbound-http/index.ts';
import type { Outcome } from './outcome.ts';
import { sendDelivery } from './send-delivery.ts';

/** Sends an event once, signed like a webhook delivery. For `docket listen`. */
export async function forwardEvent(
  outbound: OutboundHttp,
  url: URL,
  secret: string,
  body: string,
  clock: Clock,
): Promise<Outcome> {
  const { id, type } = JSON.parse(body) as { id: string; type: string };
  const { outcome } = await sendDelivery(
    outbound,
    {
      url: url.href,
      secrets: [secret],
      eventId: id,
      eventType: type,
      deliveryId: newId(clock.now()),
      attempt: 1,
      body: Buffer.from(body),
    },
    clock.now,
  );
  return outcome;
}
