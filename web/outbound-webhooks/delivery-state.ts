import type { WebhookDelivery } from '../../sdk/index.ts';

const soonMs = 60_000;

/** Whether the next attempt is near enough to wait for it. */
export function isSentSoon({ state, nextAttemptAt }: WebhookDelivery): boolean {
  if (state !== 'pending') return false;
  return nextAttemptAt === undefined || Date.parse(nextAttemptAt) < Date.now() + soonMs;
}

export interface Health {
  /** Oldest first. */
  bars: WebhookDelivery['state'][];
  delivered: number;
  failed: number;
  pending: number;
}

/** How the deliveries of a webhook went, which the API lists newest first. */
export function summarizeHealth(deliveries: readonly WebhookDelivery[]): Health {
  const bars = deliveries.map(({ state }) => state).reverse();
  const count = (wanted: WebhookDelivery['state']) => bars.filter((state) => state === wanted).length;
  return { bars, delivered: count('delivered'), failed: count('failed'), pending: count('pending') };
}
