/** Runs tasks with the same key one after the other, and tasks with different keys concurrently. */
export function newKeyedQueue() {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run: async <T>(key: string, task: () => Promise<T>): Promise<T> => {
      const previous = tails.get(key) ?? Promise.resolve();
      const current = previous.then(task, task);
      const tail = current.catch(() => {});
      tails.set(key, tail);
      try {
        return await current;
      } finally {
        if (tails.get(key) === tail) tails.delete(key);
      }
    },
  };
}
