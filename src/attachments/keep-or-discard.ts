import { UniqueViolation } from '../platform/db/index.ts';
import { Refusal } from '../platform/errors.ts';
import type { Storage } from '../platform/storage/index.ts';
import { discardFiles, type ReceivedFile } from './receive-files.ts';

/**
 * Runs `write`, which inserts the rows of the received files, and deletes the files if it is refused. After any other
 * failure the commit may still have happened and its rows need their files; `sweepFiles` removes files without a row
 * after a day.
 */
export async function keepOrDiscard<T>(
  storage: Storage,
  files: ReceivedFile[],
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof Refusal || error instanceof UniqueViolation) await discardFiles(storage, files);
    throw error;
  }
}
