import { DeliveryWorker } from '../../src/outbound-webhooks/index.ts';
import { dayMs } from '../../src/platform/clock.ts';
import { newLogger } from '../../src/platform/logger.ts';
import { newOutboundHttp, type OutboundHttp } from '../../src/platform/outbound-http/index.ts';
import { newSecretBox } from '../../src/platform/secret-box/index.ts';
import type { SetTimer } from '../../src/platform/timer.ts';
import type { Certificate } from './certificate.ts';
import type { EngineName } from './engines.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import { openWorld, type World } from './world.ts';

export interface Hooks {
  world: World;
  /** Not started: it delivers only when a test calls `settle` or `tick`. */
  worker: DeliveryWorker;
  /** A second worker, as in another process. */
  anotherWorker(): DeliveryWorker;
  receiver(tls?: Certificate): Promise<Receiver>;
  /** Makes every receiver so far answer with this status from now on. */
  answerAll(status: number): void;
  /** Fires every pending timeout of that many milliseconds. */
  fireTimeouts(ms: number): void;
  close(): Promise<void>;
}

/** Receivers of tests are on this machine; the worker takes them for public ones, whose answers it keeps. */
const asPublic = (outbound: OutboundHttp): OutboundHttp => ({
  ...outbound,
  send: async (request) => ({ ...(await outbound.send(request)), isPrivate: false }),
});

/** Opens a world with a webhook delivery worker that uses the world's clock. */
export async function openHooks(engine: EngineName, settings: Record<string, string> = {}): Promise<Hooks> {
  const world = await openWorld(engine, { RATE_LIMIT: 'off', ...settings });
  const { db, clock, config } = world;
  const timeouts = new Set<{ ms: number; work: () => void }>();
  /** Timeouts of outbound requests are fired by the test; the timers of the worker are real. */
  const setTimer: SetTimer = (ms, work) => {
    const entry = { ms, work };
    timeouts.add(entry);
    return () => timeouts.delete(entry);
  };
  const closings: (() => Promise<unknown>)[] = [];
  const receivers: Receiver[] = [];
  const newWorker = () => {
    const worker = new DeliveryWorker({
      db,
      clock,
      logger: newLogger('silent'),
      outbound: asPublic(newOutboundHttp({ egress: config.webhookEgress, setTimer })),
      box: newSecretBox(config.secretKeys),
      schedule: config.WEBHOOK_RETRY_SCHEDULE,
      keptMs: 30 * dayMs,
      random: () => 0.5,
    });
    closings.unshift(() => worker.stop());
    return worker;
  };
  return {
    world,
    worker: newWorker(),
    anotherWorker: newWorker,
    receiver: async (tls) => {
      const receiver = await openReceiver(tls);
      closings.push(receiver.close);
      receivers.push(receiver);
      return receiver;
    },
    answerAll: (status) => {
      for (const receiver of receivers) receiver.answer(status);
    },
    fireTimeouts: (ms) => {
      for (const entry of [...timeouts]) {
        if (entry.ms !== ms) continue;
        timeouts.delete(entry);
        entry.work();
      }
    },
    close: async () => {
      for (const close of closings) await close();
      await world.close();
    },
  };
}
