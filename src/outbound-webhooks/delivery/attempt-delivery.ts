import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { OutboundHttp } from '../../platform/outbound-http/index.ts';
import type { Random } from '../../platform/random.ts';
import { canReceive } from '../audience.ts';
import { webhookTest } from '../webhook-events.ts';
import { deliveryId } from './delivery.ts';
import type { DueDelivery, SendableWebhook } from './delivery-store.ts';
import { outcomeOfError } from './outcome.ts';
import { serializePayload } from './payload.ts';
import type { EndedDelivery } from './record-results.ts';
import { nextWaitMs } from './retry-policy.ts';
import { type AttemptResult, sendDelivery } from './send-delivery.ts';
import type { FindSigningSecrets } from './signing-secrets.ts';

export interface AttemptDependencies {
  clock: Clock;
  logger: Logger;
  outbound: OutboundHttp;
  findSigningSecrets: FindSigningSecrets;
  /** The wait after each failed attempt, in milliseconds. The attempt after the last wait is the last one. */
  schedule: readonly number[];
  random: Random;
}

/** Sends a delivery once, if its owner may still see the event. Undefined if the process stopped during the attempt. */
export async function attemptDelivery(
  dependencies: AttemptDependencies,
  webhook: SendableWebhook,
  delivery: DueDelivery,
): Promise<EndedDelivery | undefined> {
  const wholeInstance = webhook.wholeInstance === 1;
  if (
    delivery.type !== webhookTest.name &&
    !canReceive(delivery, delivery, { wholeInstance, isQueued: true })
  ) {
    return { delivery };
  }
  const at = dependencies.clock.now();
  const startedAtMs = performance.now();
  const { signed, outcome } = await send(dependencies, webhook, delivery);
  if (outcome.isInterrupted) return undefined;
  const durationMs = Math.round(performance.now() - startedAtMs);
  const { schedule, random } = dependencies;
  const waitMs =
    outcome.isSuccess || outcome.isGone
      ? undefined
      : nextWaitMs(delivery.tries + 1, outcome.retryAfterMs, schedule, random());
  return { delivery, attempt: { at, durationMs, signed, outcome, waitMs } };
}

/** Never throws: an error is an outcome, so that it is recorded and retried. */
async function send(
  { clock, logger, outbound, findSigningSecrets }: AttemptDependencies,
  webhook: SendableWebhook,
  delivery: DueDelivery,
): Promise<AttemptResult> {
  const { eventId, type, occurredAt, data, attempts } = delivery;
  try {
    const request = {
      url: webhook.url,
      secrets: findSigningSecrets(webhook, clock.now()),
      eventId,
      eventType: type,
      deliveryId: deliveryId(delivery),
      attempt: attempts + 1,
      body: serializePayload({ id: eventId, type, occurredAt, data }),
    };
    return await sendDelivery(outbound, request, clock.now);
  } catch (error) {
    logger.error({ err: error, webhook: webhook.id }, 'Cannot sign a webhook delivery');
    return {
      signed: { timestamp: 0, signature: '', standardSignature: '' },
      outcome: outcomeOfError(error),
    };
  }
}
