import { setTimeout as wait } from 'node:timers/promises';
import { listNewestFiles } from '../attachments/index.ts';
import type { Context } from '../composition/context.ts';
import { secondMs } from '../platform/clock.ts';
import { isMisconfigured, StorageUnavailable } from '../platform/storage/index.ts';

// A storage that does not answer must not hold up the start: all but files works without it.
const waitMs = 5 * secondMs;
const filesLookedFor = 3;

/** Throws if the storage is misconfigured. Warns if it does not answer, or if the files of this database are elsewhere. */
export async function checkStorage(context: Context): Promise<void> {
  const reached = context.storage.assertReachable().then(
    () => warnIfElsewhere(context),
    (error: unknown) => {
      if (!(error instanceof StorageUnavailable) || isMisconfigured(error)) throw error;
    },
  );
  // It may fail after the wait; the storage has logged that.
  reached.catch(() => {});
  await Promise.race([reached, wait(waitMs, undefined, { ref: false })]);
}

async function warnIfElsewhere({ db, storage, logger }: Context): Promise<void> {
  const files = await listNewestFiles(db.reads, { limit: filesLookedFor });
  if (files.length === 0) return;
  for (const { key } of files) if ((await storage.findBytes(key)) !== undefined) return;
  logger.warn(
    { location: storage.location },
    'The newest attached files are not in the storage. If STORAGE_URL was changed, set it back or run: docket storage move',
  );
}
