import { setImmediate as nextTurn } from 'node:timers/promises';
import { type After, after as realAfter } from '../platform/after.ts';
import { type Chance, chance as realChance } from '../platform/chance.ts';
import { type Clock, minuteMs, secondMs } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { type Every, every } from '../platform/every.ts';
import { newId } from '../platform/ids.ts';
import type { Logger } from '../platform/logger.ts';
import type { OutboundHttp } from '../platform/outbound-http/index.ts';
import type { SecretBox } from '../platform/secret-box/index.ts';
import { mayReceive } from './audience.ts';
import { deliveryId } from './delivery.ts';
import {
  type DueDelivery,
  giveWebhooksBack,
  listDueDeliveries,
  listDueWebhooks,
  listSendable,
  takeWebhooks,
} from './delivery-store.ts';
import { HeldWebhook } from './held-webhook.ts';
import { mendClock } from './mend-clock.ts';
import { newOpenSecrets } from './opened-secrets.ts';
import { outcomeOfError } from './outcome.ts';
import { bodyOf } from './payload.ts';
import { probeDisabled } from './probe-disabled.ts';
import { pruneDeliveries } from './prune-deliveries.ts';
import { type Finished, recordResults } from './record-results.ts';
import { nextWaitMs } from './retry-policy.ts';
import { type Sent, sendDelivery } from './send-delivery.ts';
import { leaseMs, leaseRenewedMs, leaseSparedMs } from './webhook.ts';
import { webhookTest } from './webhook-events.ts';

export interface DeliverySettings {
  db: Database;
  clock: Clock;
  logger: Logger;
  outbound: OutboundHttp;
  box: SecretBox;
  /** How long to wait after each failed attempt; after the last one no other follows. */
  schedule: readonly number[];
  /** How long deliveries can be looked at. */
  keptMs: number;
  chance?: Chance;
  after?: After;
  repeat?: Every;
}

const inFlightMax = 500;
const heldMax = 500;
const webhooksPerRead = 20;
// What ends within some milliseconds is written down together: a commit costs as much for one as for a hundred.
const recordTogetherMs = 5;
const recordAtOnce = 64;
const readAheadValidMs = 2 * secondMs;
const drainMs = 2 * secondMs;

/**
 * Delivers what is due: takes webhooks, reads their deliveries ahead, sends them, writes down how they ended. Each webhook
 * belongs to one process at a time, by a lease that outlives what is being sent, so any number of them may do this.
 */
export function newDeliveryWorker({
  db,
  clock,
  logger,
  outbound,
  box,
  schedule,
  keptMs,
  chance = realChance,
  after = realAfter,
  repeat = every,
}: DeliverySettings) {
  const openSecrets = newOpenSecrets(box);
  const lease = newId(clock.now());
  const held = new Map<number, HeldWebhook>();
  let inFlight = 0;
  let finished: Finished[] = [];
  let running: Promise<void> | undefined;
  let isAsked = false;
  /** Somebody may have written deliveries of which we do not know. */
  let hasNotification = false;
  let isStopping = false;
  let isFailing = false;
  let cancelSoon: (() => void) | undefined;
  let latestNow = Number.NEGATIVE_INFINITY;
  let idle = Promise.withResolvers<void>();

  function hear(): void {
    hasNotification = true;
    wake();
  }

  function wake(): void {
    isAsked = true;
    running ??= run();
  }

  function wakeSoon(): void {
    cancelSoon ??= after(recordTogetherMs, wake);
  }

  async function run(): Promise<void> {
    while (isAsked) {
      isAsked = false;
      // Whatever was committed, or answered, in this turn of the event loop is dealt with together.
      await nextTurn();
      cancelSoon?.();
      cancelSoon = undefined;
      try {
        await cycle();
        isFailing = false;
      } catch (error) {
        // The poll of the news brings the next try.
        if (!isFailing) logger.error({ err: error }, 'webhooks cannot be delivered right now; trying again');
        isFailing = true;
        break;
      }
    }
    running = undefined;
    if (inFlight === 0 && finished.length === 0 && !isAsked) {
      idle.resolve();
      idle = Promise.withResolvers();
    }
  }

  async function cycle(): Promise<void> {
    const now = clock.now();
    if (now < latestNow - minuteMs) await mendClock(db, now, schedule);
    latestNow = now;
    const wanted = isStopping ? [] : await findWanted(now);
    await writeDown(now, wanted);
    if (!isStopping) await readAhead(now);
    for (const own of held.values()) pump(own);
  }

  /** The webhooks to take: with something to send, or whose lease is to be renewed. */
  async function findWanted(now: number): Promise<string[]> {
    const isNews = hasNotification;
    hasNotification = false;
    const wanted: string[] = [];
    for (const own of held.values()) {
      if (own.leaseUntil - now > leaseMs || own.leaseUntil - now < leaseRenewedMs) {
        if (own.isIdle && !own.mayHaveMore) held.delete(own.number);
        else wanted.push(own.id);
      }
    }
    if (!isNews) return wanted;
    for (const { id, number } of await listDueWebhooks(db.reads, now, lease)) {
      const own = held.get(number);
      if (own) own.mayHaveMore = true;
      else if (held.size + wanted.length < heldMax) wanted.push(id);
    }
    return wanted;
  }

  async function writeDown(now: number, wanted: string[]): Promise<void> {
    const ended = finished;
    if (ended.length === 0 && wanted.length === 0) return;
    finished = [];
    try {
      const leaseUntil = now + leaseMs;
      const taken = await db.transaction(async (tx) => {
        if (ended.length > 0) await recordResults(tx, ended, now);
        return wanted.length > 0 ? takeWebhooks(tx, wanted, lease, now, leaseUntil) : [];
      });
      for (const { id, number } of taken) {
        const own = held.get(number);
        if (own) own.leaseUntil = leaseUntil;
        else held.set(number, new HeldWebhook(number, id, leaseUntil));
      }
      for (const { delivery } of ended) held.get(delivery.webhookNumber)?.writtenDown(delivery);
      // Somebody else was quicker, after ours had run out.
      for (const own of held.values()) if (own.leaseUntil <= now && own.isIdle) held.delete(own.number);
    } catch (error) {
      finished = [...ended, ...finished];
      hasNotification = true;
      throw error;
    }
  }

  async function readAhead(now: number): Promise<void> {
    const hungry = [...held.values()].filter((own) => own.leaseUntil - now >= leaseSparedMs && own.needsMore);
    for (let start = 0; start < hungry.length; start += webhooksPerRead) {
      const some = hungry.slice(start, start + webhooksPerRead);
      const readAtMs = performance.now();
      const sendable = await listSendable(
        db.reads,
        some.map(({ id }) => id),
      );
      const fresh = new Map(sendable.map((webhook) => [webhook.number, webhook]));
      const rows = await listDueDeliveries(
        db.reads,
        some.map((own) => own.wanted()),
        now,
      );
      const rowsOf = new Map<number, DueDelivery[]>(some.map(({ number }) => [number, []]));
      for (const row of rows) rowsOf.get(row.webhookNumber)?.push(row);
      for (const own of some) {
        own.webhook = fresh.get(own.number);
        if (own.webhook) own.add(rowsOf.get(own.number) ?? [], readAtMs);
        else {
          own.forget();
          own.mayHaveMore = false;
        }
      }
    }
  }

  /** Sends what was read of a webhook, as much as there is room for. */
  function pump(own: HeldWebhook): void {
    if (isStopping || own.leaseUntil - clock.now() < leaseSparedMs) return;
    own.forgetOlderThan(performance.now() - readAheadValidMs);
    while (own.webhook && inFlight < inFlightMax) {
      const delivery = own.next();
      if (!delivery) break;
      inFlight++;
      start(own, delivery);
    }
    if (own.needsMore) wakeSoon();
  }

  function start(own: HeldWebhook, delivery: DueDelivery): void {
    const at = clock.now();
    const startedAt = performance.now();
    void send(own, delivery).then((sent) => {
      inFlight--;
      own.answered(delivery);
      if (sent && !sent.outcome.isInterrupted) {
        const { signed, outcome } = sent;
        const durationMs = Math.round(performance.now() - startedAt);
        finished.push({
          delivery,
          sent: { at, durationMs, signed, outcome, waitMs: waitAfter(delivery, outcome) },
        });
      } else if (sent) own.writtenDown(delivery);
      else finished.push({ delivery });
      pump(own);
      if (inFlight === 0 || finished.length >= recordAtOnce) wake();
      else wakeSoon();
    });
  }

  /** Undefined where nothing may be sent any more. Whatever else happens is an outcome. */
  async function send({ webhook }: HeldWebhook, delivery: DueDelivery): Promise<Sent | undefined> {
    const { eventId, type, occurredAt, data, attempts } = delivery;
    if (!webhook) return undefined;
    const wholeInstance = webhook.wholeInstance === 1;
    if (type !== webhookTest.name && !mayReceive(delivery, delivery, { wholeInstance, isLate: true })) {
      return undefined;
    }
    try {
      const sending = {
        url: webhook.url,
        secrets: openSecrets(webhook, clock.now()),
        eventId,
        eventType: type,
        deliveryId: deliveryId(delivery),
        attempt: attempts + 1,
        body: bodyOf({ id: eventId, type, occurredAt, data }),
      };
      return await sendDelivery(outbound, sending, clock.now);
    } catch (error) {
      logger.error({ err: error, webhook: webhook.id }, 'a webhook cannot be signed');
      return {
        signed: { timestamp: 0, signature: '', standardSignature: '' },
        outcome: outcomeOfError(error),
      };
    }
  }

  function waitAfter({ tries }: DueDelivery, { isSuccess, isGone, retryAfterMs }: Sent['outcome']) {
    return isSuccess || isGone ? undefined : nextWaitMs(tries + 1, retryAfterMs, schedule, chance());
  }

  /** Once a minute: what nobody announces. */
  async function tick(): Promise<void> {
    const now = clock.now();
    await probeDisabled({ db, outbound, openSecrets, clock }, now);
    await pruneDeliveries(db, now, keptMs);
  }

  let ticking: Promise<void> | undefined;
  const beat = () => {
    ticking ??= tick()
      .catch((error: unknown) => {
        if (!isStopping) logger.error({ err: error }, 'webhooks cannot be tidied up');
      })
      .finally(() => {
        ticking = undefined;
      });
  };

  let stops: (() => void)[] = [];
  return {
    /** From now on by itself. */
    start: () => {
      stops = [db.subscribe(hear), repeat(minuteMs, beat)];
      mendClock(db, clock.now(), schedule).then(hear, hear);
    },
    /** Everything that is due now, until nothing is under way. */
    settle: async () => {
      const done = idle.promise;
      hear();
      await done;
    },
    tick,
    /** Waits a moment for what is under way; what takes longer is left to be sent again. */
    stop: async () => {
      isStopping = true;
      for (const stop of stops) stop();
      const done = idle.promise;
      wake();
      const { promise: isLate, resolve } = Promise.withResolvers<void>();
      const cancel = after(drainMs, resolve);
      await Promise.race([done, isLate]);
      cancel();
      await outbound.close();
      while (inFlight > 0 || running) await nextTurn();
      await writeDown(clock.now(), []).catch(() => {});
      await db.transaction((tx) => giveWebhooksBack(tx, lease)).catch(() => {});
      await ticking;
    },
  };
}
