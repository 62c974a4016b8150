import type { Storage } from './storage.ts';
import { StorageUnavailable } from './storage-unavailable.ts';

export interface WatchedStorage extends Storage {
  /** Whether the last operation reached the storage. While it fails, each call tries it once more in the background. */
  isAnswering(): boolean;
}

interface Log {
  warn: (fields: object, message: string) => void;
  info: (fields: object, message: string) => void;
}

/** Logs when the storage begins to fail and when it works again, not each failure: callers are told of theirs. */
export function watchingStorage(storage: Storage, logger: Log): WatchedStorage {
  let failure: StorageUnavailable | undefined;
  let isProbing = false;
  const watch = async <T>(work: Promise<T>): Promise<T> => {
    try {
      const value = await work;
      noteSuccess();
      return value;
    } catch (error) {
      if (error instanceof StorageUnavailable) {
        if (failure?.reason !== error.reason)
          logger.warn({ reason: error.reason, problem: error.message }, 'The storage of files fails');
        failure = error;
      }
      throw error;
    }
  };
  const noteSuccess = () => {
    if (failure) logger.info({ location: storage.location }, 'The storage of files works again');
    failure = undefined;
  };
  const assertReachable = async () => {
    // A storage that is full answers too; the next file shows whether there is room.
    if (failure?.reason === 'full') await storage.assertReachable();
    else await watch(storage.assertReachable());
  };
  const probe = () => {
    if (isProbing) return;
    isProbing = true;
    const done = () => {
      isProbing = false;
    };
    assertReachable().then(done, done);
  };
  return {
    ...storage,
    isAnswering: () => {
      if (failure) probe();
      return failure === undefined;
    },
    put: (source) => watch(storage.put(source)),
    putAs: (key, source) => watch(storage.putAs(key, source)),
    open: (key, range) => watch(storage.open(key, range)),
    findBytes: (key) => watch(storage.findBytes(key)),
    delete: (key) => watch(storage.delete(key)),
    assertReachable,
  };
}
