import { secondMs } from '../clock.ts';
import { type Every, every } from '../every.ts';

// What another process writes is told by nobody on SQLite, and may get lost on the way on PostgreSQL.
const pollMs = secondMs;

/** Wakes those who wait for something to be committed. They look for themselves what it was, and if at all. */
export interface News {
  subscribe(wake: () => void): () => void;
  tell(): void;
  close(): void;
}

export function newNews(repeat: Every = every): News {
  const subscribers = new Set<() => void>();
  let stopPolling: (() => void) | undefined;

  const tell = () => {
    for (const wake of subscribers) wake();
  };
  const rest = () => {
    stopPolling?.();
    stopPolling = undefined;
  };
  return {
    tell,
    subscribe: (wake) => {
      const own = () => wake();
      subscribers.add(own);
      stopPolling ??= repeat(pollMs, tell);
      return () => {
        subscribers.delete(own);
        if (subscribers.size === 0) rest();
      };
    },
    close: () => {
      subscribers.clear();
      rest();
    },
  };
}
