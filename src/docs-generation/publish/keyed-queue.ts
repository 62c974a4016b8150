/** Works of the same name run one after the other; others beside them. */
export function newQueues() {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run: async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      const before = tails.get(name) ?? Promise.resolve();
      const own = before.then(work, work);
      const tail = own.catch(() => {});
      tails.set(name, tail);
      try {
        return await own;
      } finally {
        if (tails.get(name) === tail) tails.delete(name);
      }
    },
  };
}
