import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { ArchiveSource } from './archive/archive-reader.ts';
import type { ArchiveSink } from './archive/archive-writer.ts';
import { archiveInFile, openArchiveFile } from './archive-file.ts';
import { backupName, isBackupName } from './backup-names.ts';

/** The backup cannot be written or read there; the message says what to do. */
export class BackupPlaceRefused extends Error {}

/** Opens a new archive: the file of that name, or a file named by the time if it is a folder. */
export async function openSink(place: string, createdAt: number): Promise<ArchiveSink> {
  const file = isFolder(place) ? path.join(place, backupName(createdAt)) : path.resolve(place);
  if (existsSync(file))
    throw new BackupPlaceRefused(`${file} exists already. Name another file, or a folder.`);
  return openArchiveFile(file);
}

/** The archive of that name, or the newest one in a folder. */
export async function findArchive(place: string): Promise<ArchiveSource> {
  if (!existsSync(place)) throw new BackupPlaceRefused(`There is no backup at ${place}.`);
  if (!isFolder(place)) return archiveInFile(place);
  const newest = readdirSync(place).filter(isBackupName).sort().at(-1);
  if (!newest) throw new BackupPlaceRefused(`There is no backup in the folder ${place}.`);
  return archiveInFile(path.join(place, newest));
}

const isFolder = (place: string) =>
  /[/\\]$/.test(place) || statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;
