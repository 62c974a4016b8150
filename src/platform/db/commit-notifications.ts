import { secondMs } from '../clock.ts';
import { type Repeat, repeat as realRepeat } from '../timer.ts';

// SQLite notifies only within the process, and a PostgreSQL notification can be lost, so subscribers also poll.
const pollMs = secondMs;

/** Wakes subscribers after commits. A wake-up carries no data: the subscriber queries for what is new, if anything. */
export interface CommitNotifications {
  subscribe(wake: () => void): () => void;
  notify(): void;
  close(): void;
}

export function newCommitNotifications(repeat: Repeat = realRepeat): CommitNotifications {
  const subscribers = new Set<() => void>();
  let stopPolling: (() => void) | undefined;

  const notify = () => {
    for (const wake of subscribers) wake();
  };
  const stopPoll = () => {
    stopPolling?.();
    stopPolling = undefined;
  };
  return {
    notify,
    subscribe: (wake) => {
      const own = () => wake();
      subscribers.add(own);
      stopPolling ??= repeat(pollMs, notify);
      return () => {
        subscribers.delete(own);
        if (subscribers.size === 0) stopPoll();
      };
    },
    close: () => {
      subscribers.clear();
      stopPoll();
    },
  };
}
