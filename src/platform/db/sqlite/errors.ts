import { statfsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseUnavailable } from '../database.ts';

const busy = 5;
const ioError = 10;
const corrupt = 11;
const full = 13;
const notADatabase = 26;
// The size at which SQLite creates its shared-memory file.
const roomBytes = 32 * 1024;

/** SQLite's result code without the extended part; 0 for other errors. */
export const primaryCode = (error: unknown) => ((error as { errcode?: number }).errcode ?? 0) & 0xff;

export const isSqliteBusy = (error: unknown) => primaryCode(error) === busy;

/** True for an error of SQLite about a damaged file, and for its translation. */
export const isOfDamagedFile = (error: unknown) =>
  isSqliteDamage(error) || (error instanceof DatabaseUnavailable && error.reason === 'damaged');

/** True if SQLite found that the file is damaged. */
export const isSqliteDamage = (error: unknown) => [corrupt, notADatabase].includes(primaryCode(error));

/**
 * Returns the error for a start on a full disk; undefined if the start failed for another reason. In WAL mode SQLite
 * cannot even read then, because its shared memory is a file in the same folder, and reports an I/O error as if the
 * disk were damaged.
 */
export function findFullDisk(file: string, error: unknown): DatabaseUnavailable | undefined {
  const code = primaryCode(error);
  const isFull =
    code === full ||
    (error as NodeJS.ErrnoException).code === 'ENOSPC' ||
    (code === ioError && freeBytes(path.dirname(file)) < roomBytes);
  if (!isFull) return undefined;
  return new DatabaseUnavailable(`the disk of ${file} is full`, { cause: error, reason: 'full' });
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
