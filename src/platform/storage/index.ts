export { newFileStorage } from './file-storage.ts';
export type { ByteRange, Storage, StoredFile } from './storage.ts';
