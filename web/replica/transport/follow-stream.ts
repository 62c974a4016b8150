import type { Connection, StreamMessage } from '../types.ts';
import { type Clock, SignedOut, type Transport } from './transport.ts';

const longestWaitMs = 30_000;

interface Follower {
  readonly cursor: string | undefined;
  receive(message: StreamMessage): void;
  setStream(state: Connection['state']): void;
  /** Called with an error, which may mean that the session has ended. */
  fail(error: unknown): void;
  /** Listens for the signal that the network or the session may be back. */
  on(name: 'wake', listener: () => void): () => void;
}

/** Reads the event stream until the signal aborts. A broken stream is resumed at its position. */
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
      follower.fail(error);
      // Until the person signs in again, retrying often is useless.
      if (error instanceof SignedOut) failures = Math.max(failures, 4);
    }
    follower.setStream(failures > 1 ? 'offline' : 'connecting');
    await pause(Math.min(1_000 * 2 ** failures, longestWaitMs), follower, clock, signal);
  }
}

function pause(ms: number, follower: Follower, clock: Clock, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancel();
      endWake();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(ms, end);
    const endWake = follower.on('wake', end);
    signal.addEventListener('abort', end);
  });
}
