import { followEvents } from '../../../../sdk/index.ts';
import { secondMs } from '../../../platform/clock.ts';

/** Tells at once that something waits for the worker of a task. */
export interface Wakeups {
  /** Returns a function that ends it. */
  on(taskId: string, wake: () => void): () => void;
}

const types = ['agent_task.message', 'agent_task.stop_requested', 'agent_task.cancelled'];

const withoutStreamMs = secondMs;

/**
 * Follows the events of tasks, so that heartbeats need not be frequent to be quick. With a key that may not read events,
 * it asks for a heartbeat each second.
 */
export function newWakeups(baseUrl: string, apiKey: string, signal: AbortSignal): Wakeups {
  const waiting = new Map<string, () => void>();
  let isFollowing = false;
  const wakeAll = () => {
    for (const wake of waiting.values()) wake();
  };
  const follow = async () => {
    isFollowing = true;
    try {
      // What happened before the stream was open is not in it.
      for await (const { event } of followEvents({ baseUrl, apiKey, types, signal, onOpen: wakeAll })) {
        const { task } = (event?.data ?? {}) as { task?: { id?: string } };
        if (task?.id !== undefined) waiting.get(task.id)?.();
        else wakeAll();
      }
    } catch {
      const timer = setInterval(wakeAll, withoutStreamMs);
      timer.unref();
      signal.addEventListener('abort', () => clearInterval(timer), { once: true });
    }
  };
  return {
    on: (taskId, wake) => {
      waiting.set(taskId, wake);
      if (!isFollowing) void follow();
      return () => {
        waiting.delete(taskId);
      };
    },
  };
}
