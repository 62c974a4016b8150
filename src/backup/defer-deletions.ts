import type { Logger } from '../platform/logger.ts';
import type { WatchedStorage } from '../platform/storage/index.ts';

/**
 * A storage whose `delete` never fails: the rows of the files are gone already, so the caller's change is made. It deletes
 * nothing while a backup runs, nor while the storage fails. The sweep of files without a row deletes them later.
 */
export const deferDeletions = (
  storage: WatchedStorage,
  isBackupRunning: () => Promise<boolean>,
  logger: Logger,
): WatchedStorage => ({
  ...storage,
  delete: async (key) => {
    try {
      if (!(await isBackupRunning())) await storage.delete(key);
    } catch (error) {
      logger.warn({ err: error, key }, 'A file could not be deleted; the sweep tries again');
    }
  },
});
