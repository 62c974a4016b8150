import { type Clock, SignedOut, type Transport } from './transport.ts';
import type { Connection, StreamMessage } from './types.ts';

const longestWaitMs = 30_000;

interface Follower {
  readonly cursor: string | undefined;
  receive(message: StreamMessage): void;
  setStream(state: Connection['state']): void;
}

/** Reads the event stream until the signal ends it; when it breaks off it is resumed where it was. */
export async function followStream(
  follower: Follower,
  transport: Pick<Transport, 'events'>,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      for await (const message of transport.events(follower.cursor, signal)) {
        failures = 0;
        follower.receive(message);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof SignedOut) failures = Math.max(failures, 3);
    }
    follower.setStream(failures > 1 ? 'offline' : 'connecting');
    await pause(Math.min(1_000 * 2 ** failures, longestWaitMs), clock, signal);
  }
}

function pause(ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(ms, resolve);
    signal.addEventListener('abort', () => {
      cancel();
      resolve();
    });
  });
}
