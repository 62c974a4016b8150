import type { Config } from '../config/index.ts';
import type { Clock } from '../platform/clock.ts';
import { openStorage, type Storage, withPreviousStorage } from '../platform/storage/index.ts';

/** Opens the storage of STORAGE_URL, which also reads files that are still in STORAGE_PREVIOUS_URL. */
export function openConfiguredStorage(config: Config, clock: Clock): Storage {
  const storage = openStorage(config.storage, config.s3, clock);
  const previous = config.STORAGE_PREVIOUS_URL;
  return previous ? withPreviousStorage(storage, openStorage(previous, config.s3, clock)) : storage;
}
