import { Readable } from 'node:stream';
import { secondMs } from '../clock.ts';
import type { Storage } from './storage.ts';
import { type StorageFault, StorageUnavailable } from './storage-unavailable.ts';

export interface WatchedStorage extends Storage {
  /** Why the storage fails; undefined if it works. While it fails, calls try it in the background. */
  currentFault(): StorageFault | undefined;
}

// As long as a usual attachment, because on a full disk some small files still fit.
const probeBytes = 1024 ** 2;
// Anybody may ask /readyz as often as they like.
const probeEveryMs = secondMs;

interface Log {
  warn: (fields: object, message: string) => void;
  info: (fields: object, message: string) => void;
}

/**
 * Logs when the storage begins to fail and when it works again, but not each failure, because callers get theirs. A
 * full storage can still be read, so only a stored file ends that fault.
 */
export function watchingStorage(storage: Storage, logger: Log): WatchedStorage {
  let failure: StorageUnavailable | undefined;
  let isProbing = false;
  let probedAtMs = 0;
  const watch = async <T>(work: Promise<T>, { isWrite }: { isWrite: boolean }): Promise<T> => {
    try {
      const value = await work;
      if (isWrite || failure?.reason !== 'full') noteSuccess();
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
  const read = <T>(work: Promise<T>) => watch(work, { isWrite: false });
  const write = <T>(work: Promise<T>) => watch(work, { isWrite: true });
  const assertReachable = () => read(storage.assertReachable());
  const assertRoom = async () => {
    const { key } = await write(storage.put(Readable.from([Buffer.alloc(probeBytes)])));
    await storage.delete(key);
  };
  const probe = () => {
    if (isProbing || performance.now() < probedAtMs + probeEveryMs) return;
    isProbing = true;
    probedAtMs = performance.now();
    const done = () => {
      isProbing = false;
    };
    (failure?.reason === 'full' ? assertRoom() : assertReachable()).then(done, done);
  };
  return {
    ...storage,
    currentFault: () => {
      if (failure) probe();
      return failure?.reason;
    },
    put: (source) => write(storage.put(source)),
    putAs: (key, source) => write(storage.putAs(key, source)),
    open: (key, range) => read(storage.open(key, range)),
    findBytes: (key) => read(storage.findBytes(key)),
    delete: (key) => read(storage.delete(key)),
    assertReachable,
  };
}
