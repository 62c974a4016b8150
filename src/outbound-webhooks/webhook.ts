import { dayMs, hourMs, minuteMs, secondMs } from '../platform/clock.ts';

/** Why a webhook is disabled: by request, because its receiver answered 410, or after 5 days without a success. */
export const disablingReasons = ['asked', 'gone', 'failing'] as const;
export type DisablingReason = (typeof disablingReasons)[number];

export interface Webhook {
  number: number;
  id: string;
  ownerId: string;
  url: string;
  /** Event names and patterns, as a JSON array. */
  events: string;
  description: string | null;
  projectId: string | null;
  wholeInstance: number;
  active: number;
  disabledBecause: DisablingReason | null;
  disabledAt: number | null;
  secret: string;
  oldSecret: string | null;
  oldSecretUntil: number | null;
  failureCount: number;
  failingSince: number | null;
  lastDeliveryAt: number | null;
  version: number;
  createdAt: number;
  updatedAt: number;
}

export const webhooksPerUserMax = 500;
export const oldSecretValidMs = dayMs;
/** A webhook without a success for this long is disabled. */
export const disableAfterFailingMs = 5 * dayMs;
/** A webhook that was disabled for failing gets a probe at this interval, for this long. */
export const probeIntervalMs = hourMs;
export const probePeriodMs = 30 * dayMs;

export const deliveryTimeoutMs = 15 * secondMs;
/** A process delivers for a webhook while it holds the lease. */
export const leaseMs = minuteMs;
/** The lease is renewed if less time than this is left. */
export const leaseRenewBelowMs = 40 * secondMs;
/** No attempt is started if less time than this is left: it takes up to 15 s and must be recorded before the lease ends. */
export const leaseLeftMinMs = 25 * secondMs;
export const inFlightPerWebhook = 10;
/** The part of the in-flight window that retries can use. The rest is reserved for first attempts. */
export const retriesInFlightPerWebhook = 5;
/** The in-flight window of a webhook whose last attempts all failed, so that dead receivers cannot fill that of the process. */
export const inFlightWhenThrottled = 2;
export const failuresUntilThrottled = 10;
/** Deliveries of one webhook that are read before the in-flight window has room for them. */
export const readAheadMax = 40;
export const responseBytesStoredMax = 20_000;

export const readPatterns = (webhook: Pick<Webhook, 'events'>) => JSON.parse(webhook.events) as string[];

export const secretContext = (id: string) => `webhooks/${id}`;
export const oldSecretContext = (id: string) => `webhooks/${id}/old`;
