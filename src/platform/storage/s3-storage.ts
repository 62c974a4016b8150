import type { Clock } from '../clock.ts';
import { newId, startOfId } from '../ids.ts';
import { isFileName, keyOfFileName, nameOfFile } from './file-names.ts';
import type { Bucket, UnfinishedUpload } from './s3/bucket.ts';
import type { Storage, StoredFile } from './storage.ts';

/** Stores files in a bucket, under the names that they have in a folder. */
export function newS3Storage(bucket: Bucket, clock: Clock): Storage {
  // What `list` found, so that `delete` of such a key need not look for uploads each time.
  const unfinished = new Map<string, UnfinishedUpload[]>();
  const putAs = async (key: string, source: AsyncIterable<Uint8Array>): Promise<StoredFile> => {
    const upload = await bucket.openUpload(nameOfFile(key));
    try {
      for await (const chunk of source) await upload.write(chunk);
      return { key, ...(await upload.finish()) };
    } catch (error) {
      await upload.abort();
      throw error;
    }
  };
  return {
    location: bucket.location,
    put: (source) => putAs(newId(clock.now()), source),
    putAs,
    open: async (key, range) => bucket.open(nameOfFile(key), range),
    findBytes: async (key) => bucket.findBytes(nameOfFile(key)),
    delete: async (key) => {
      await bucket.delete(nameOfFile(key));
      for (const upload of unfinished.get(key) ?? []) await bucket.discardUnfinished(upload);
      unfinished.delete(key);
    },
    assertReachable: () => bucket.assertReachable(),
    async *list() {
      const listed = new Set<string>();
      for await (const { name } of bucket.list()) {
        if (isFileName(name)) yield storedEntry(keyOfFileName(name));
      }
      unfinished.clear();
      for await (const upload of bucket.listUnfinished()) {
        if (!isFileName(upload.name)) continue;
        const key = keyOfFileName(upload.name);
        unfinished.set(key, [...(unfinished.get(key) ?? []), upload]);
        if (!listed.has(key)) yield storedEntry(key);
        listed.add(key);
      }
    },
  };
}

const storedEntry = (key: string) => ({ key, storedAt: startOfId(key) });
