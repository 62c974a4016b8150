import { dayMs, hourMs, minuteMs, secondMs } from '../platform/clock.ts';

/** Why a webhook is not active: its owner said so, its receiver answered 410, or nothing got through for days. */
export const disablingReasons = ['asked', 'gone', 'failing'] as const;
export type DisablingReason = (typeof disablingReasons)[number];

export interface Webhook {
  number: number;
  id: string;
  ownerId: string;
  url: string;
  /** Names and patterns, as JSON. */
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

export const webhooksPerPersonMax = 500;
export const oldSecretKeptMs = dayMs;
/** Without one success for so long a webhook is disabled. */
export const failingAllowedMs = 5 * dayMs;
/** How often one that was disabled for failing gets a test ping, and for how long. */
export const probeEveryMs = hourMs;
export const probedForMs = 30 * dayMs;

export const deliveryTotalMs = 15 * secondMs;
/** A process delivers for a webhook until its lease ends; it renews it in time, and starts nothing that could outlast it. */
export const leaseMs = minuteMs;
export const leaseRenewedMs = 40 * secondMs;
export const leaseSparedMs = 25 * secondMs;
export const inFlightPerWebhook = 10;
/** So many of those may be later attempts: the rest is kept for first ones, which would else queue behind them. */
export const againPerWebhook = 5;
/** One whose last attempts all failed gets no more than this, so that many dead ones cannot take all there is. */
export const inFlightWhenFailing = 2;
export const failuresUntilCareful = 10;
/** Deliveries of one webhook that are read before there is room to send them. */
export const readAheadMax = 40;
export const responseBytesKept = 20_000;

/** Where Standard Webhooks stand apart: their key is what follows, in base64. */
export const secretPrefix = 'whsec_';

/** `*`, a name, or the beginning of names: `ticket.*`. */
export const isCovered = (patterns: readonly string[], type: string): boolean =>
  patterns.some(
    (pattern) =>
      pattern === '*' ||
      pattern === type ||
      (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))),
  );

export const readPatterns = (webhook: Pick<Webhook, 'events'>) => JSON.parse(webhook.events) as string[];

export const secretPlace = (id: string) => `webhooks/${id}`;
export const oldSecretPlace = (id: string) => `webhooks/${id}/old`;
