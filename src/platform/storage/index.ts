export { newFileStorage } from './file-storage.ts';
export { openStorage, type StoragePlace, withPreviousStorage } from './open-storage.ts';
export { type Bucket, openBucket } from './s3/bucket.ts';
export { formatS3Address, isS3Address, parseS3Address } from './s3/s3-address.ts';
export type { S3Settings } from './s3/s3-connection.ts';
export { newS3Storage } from './s3-storage.ts';
export type { ByteRange, Storage, StoredFile } from './storage.ts';
export { isMisconfigured, type StorageFault, StorageUnavailable } from './storage-unavailable.ts';
export { type WatchedStorage, watchingStorage } from './watched-storage.ts';
