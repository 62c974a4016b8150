import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { newId } from '../platform/ids.ts';
import { openBucket, type S3Settings, type StoragePlace } from '../platform/storage/index.ts';

/** Writes and deletes a small file where backups go, and returns the name of the place. Throws if that fails. */
export async function probeBackupPlace(place: StoragePlace, s3: S3Settings): Promise<string> {
  const name = `.docket-probe-${newId()}`;
  if ('s3' in place) {
    const bucket = openBucket(place.s3, s3);
    const upload = await bucket.openUpload(name);
    await upload.write(Buffer.from('docket doctor'));
    await upload.finish();
    await bucket.delete(name);
    return bucket.location;
  }
  const { folder } = place;
  // The first backup creates the folder.
  const existing = nearestFolder(folder);
  await writeFile(path.join(existing, name), 'docket doctor', { mode: 0o600 });
  await rm(path.join(existing, name));
  return existing;
}

const nearestFolder = (folder: string): string =>
  existsSync(folder) ? folder : nearestFolder(path.dirname(folder));
