import type { Storage } from '../platform/storage/index.ts';

/** A storage that deletes nothing while a backup runs. The sweep of files without a row deletes them after it. */
export const holdDeletions = (storage: Storage, isHeld: () => Promise<boolean>): Storage => ({
  ...storage,
  delete: async (key) => {
    if (!(await isHeld())) await storage.delete(key);
  },
});
