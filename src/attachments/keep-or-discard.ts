import { UniqueViolation } from '../platform/db/index.ts';
import { Refusal } from '../platform/errors.ts';
import type { Storage } from '../platform/storage/index.ts';
import { discardFiles, type ReceivedFile } from './receive-files.ts';

/**
 * Writes down what was received; what is refused is thrown away at once. After any other failure the commit may have
 * happened all the same, and its rows need their files: those without a row are swept a day later.
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
