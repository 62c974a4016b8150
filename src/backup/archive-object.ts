import { dayMs } from '../platform/clock.ts';
import type { Bucket } from '../platform/storage/index.ts';
import type { ArchiveSink, ArchiveSource } from '../platform/tar/index.ts';
import { BackupPlaceRefused } from './backup-place-refused.ts';

// S3 allows 10,000 parts, so an archive has up to 670 GB. Two parts are in memory.
const partBytes = 64 * 1024 ** 2;
// No backup takes longer. Nothing shows whether the process that began the upload still runs.
const unfinishedKeptMs = dayMs;

/** Uploads an archive as it is written. It appears in the bucket when it is complete. */
export async function openArchiveObject(bucket: Bucket, name: string, now: number): Promise<ArchiveSink> {
  await discardUnfinished(bucket, now);
  const upload = await bucket.openUpload(name, { partBytes });
  return {
    location: bucket.location + name,
    write: (chunk) => upload.write(chunk),
    finish: async () => void (await upload.finish()),
    abort: () => upload.abort(),
  };
}

/** Discards what killed backups have left. */
async function discardUnfinished(bucket: Bucket, now: number): Promise<void> {
  for await (const upload of bucket.listUnfinished()) {
    const isBackup = upload.name.endsWith('.tar') && !upload.name.includes('/');
    if (isBackup && upload.startedAt < now - unfinishedKeptMs) await bucket.discardUnfinished(upload);
  }
}

export const archiveInBucket = (bucket: Bucket, name: string): ArchiveSource => {
  const location = bucket.location + name;
  return {
    location,
    async *open() {
      const content = await bucket.open(name);
      if (!content) throw new BackupPlaceRefused(`There is no backup at ${location}.`);
      yield* content;
    },
  };
};
