import { newDeliveryWorker } from '../../src/outbound-webhooks/index.ts';
import type { After } from '../../src/platform/after.ts';
import { dayMs } from '../../src/platform/clock.ts';
import { newLogger } from '../../src/platform/logger.ts';
import { newOutboundHttp } from '../../src/platform/outbound-http/index.ts';
import { newSecretBox } from '../../src/platform/secret-box/index.ts';
import type { Certificate } from './certificate.ts';
import type { EngineName } from './engines.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import { openWorld, type World } from './world.ts';

type Worker = ReturnType<typeof newDeliveryWorker>;

export interface Hooks {
  world: World;
  /** Delivers when it is told to; nothing of it runs by itself. */
  worker: Worker;
  /** Another one beside it, as in another process. */
  anotherWorker(): Worker;
  receiver(tls?: Certificate): Promise<Receiver>;
  /** Every receiver so far does so from now on. */
  answerAll(status: number): void;
  /** Lets every timeout of that many milliseconds run out. */
  runOut(ms: number): void;
  /** How many wait for that. */
  waiting(ms: number): number;
  close(): Promise<void>;
}

/** A world with somebody who delivers its webhooks, by the world's clock. */
export async function openHooks(engine: EngineName, settings: Record<string, string> = {}): Promise<Hooks> {
  const world = await openWorld(engine, { RATE_LIMIT: 'off', ...settings });
  const { db, clock, config } = world;
  const timeouts = new Set<{ ms: number; work: () => void }>();
  /** What is about the receiver waits for the test; the worker's own milliseconds are real. */
  const after: After = (ms, work) => {
    const entry = { ms, work };
    timeouts.add(entry);
    return () => timeouts.delete(entry);
  };
  const closings: (() => Promise<unknown>)[] = [];
  const receivers: Receiver[] = [];
  const newWorker = () => {
    const worker = newDeliveryWorker({
      db,
      clock,
      logger: newLogger('silent'),
      outbound: newOutboundHttp({ egress: config.WEBHOOK_EGRESS, after }),
      box: newSecretBox(config.secretKeys),
      schedule: config.WEBHOOK_RETRY_SCHEDULE,
      keptMs: 30 * dayMs,
      chance: () => 0.5,
    });
    closings.unshift(worker.stop);
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
    runOut: (ms) => {
      for (const entry of [...timeouts]) {
        if (entry.ms !== ms) continue;
        timeouts.delete(entry);
        entry.work();
      }
    },
    waiting: (ms) => [...timeouts].filter((entry) => entry.ms === ms).length,
    close: async () => {
      for (const close of closings) await close();
      await world.close();
    },
  };
}
