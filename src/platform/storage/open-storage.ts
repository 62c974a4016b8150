import type { Clock } from '../clock.ts';
import { newFileStorage } from './file-storage.ts';
import { openBucket } from './s3/bucket.ts';
import type { S3Address } from './s3/s3-address.ts';
import type { S3Settings } from './s3/s3-connection.ts';
import { newS3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

/** A folder of this machine, or a bucket. */
export type StoragePlace = { folder: string } | { s3: S3Address };

export const openStorage = (place: StoragePlace, s3: S3Settings, clock: Clock): Storage =>
  'folder' in place ? newFileStorage(place.folder, clock) : newS3Storage(openBucket(place.s3, s3), clock);

/**
 * Reads files that are not in the storage from the one before it, while they are moved. New files go to the storage
 * alone, and a deleted file is deleted in both.
 */
export const withPreviousStorage = (storage: Storage, previous: Storage): Storage => ({
  ...storage,
  open: async (key, range) => (await storage.open(key, range)) ?? previous.open(key, range),
  findBytes: async (key) => (await storage.findBytes(key)) ?? previous.findBytes(key),
  delete: async (key) => {
    await storage.delete(key);
    await previous.delete(key);
  },
  async *list() {
    yield* storage.list();
    yield* previous.list();
  },
});
