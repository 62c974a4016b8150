import { existsSync, readdirSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import {
  type Bucket,
  formatS3Address,
  isS3Address,
  openBucket,
  parseS3Address,
  type S3Settings,
  type StoragePlace,
} from '../platform/storage/index.ts';
import type { ArchiveSink, ArchiveSource } from '../platform/tar/index.ts';
import { archiveInFile, openArchiveFile } from './archive-file.ts';
import { archiveInBucket, openArchiveObject } from './archive-object.ts';
import { BackupPlaceRefused } from './backup-place-refused.ts';

/** Opens a new archive: the file or object of that name, or one named by the time in a folder or below a prefix. */
export async function openSink(place: string, createdAt: number, s3: S3Settings): Promise<ArchiveSink> {
  if (isS3Address(place)) {
    const { bucket, name = backupName(createdAt) } = parseBucketPlace(place, s3);
    if ((await bucket.findBytes(name)) !== undefined) throw exists(bucket.location + name);
    return openArchiveObject(bucket, name, createdAt);
  }
  const file = path.resolve(place, isFolder(place) ? backupName(createdAt) : '');
  if (existsSync(file)) throw exists(file);
  return openArchiveFile(file);
}

/** The archive of that name, or the newest one in a folder or below a prefix. */
export async function findArchive(place: string, s3: S3Settings): Promise<ArchiveSource> {
  if (isS3Address(place)) return findArchiveInBucket(parseBucketPlace(place, s3));
  if (!existsSync(place)) throw new BackupPlaceRefused(`There is no backup at ${place}.`);
  if (!isFolder(place)) return archiveInFile(place);
  const newest = readdirSync(place).filter(isBackupName).sort().at(-1);
  if (!newest) throw new BackupPlaceRefused(`There is no backup in the folder ${place}.`);
  return archiveInFile(path.join(place, newest));
}

/** Keeps the newest ones of a place. Files that Docket did not name stay. */
export async function removeOldBackups(place: StoragePlace, kept: number, s3: S3Settings): Promise<string[]> {
  const bucket = 's3' in place ? openBucket(place.s3, s3) : undefined;
  const folder = 'folder' in place ? place.folder : '';
  const names = bucket ? await listBackups(bucket) : readdirSync(folder).filter(isBackupName);
  const old = names.sort().slice(0, -kept);
  for (const name of old) {
    await (bucket ? bucket.delete(name) : rm(path.join(folder, name), { force: true }));
  }
  return old;
}

/** The text with which `openSink` writes a file named by the time. */
export const textOfPlace = (place: StoragePlace) =>
  's3' in place ? formatS3Address(place.s3) : `${place.folder}/`;

async function findArchiveInBucket({ bucket, name }: BucketPlace): Promise<ArchiveSource> {
  const found = name ?? (await listBackups(bucket)).sort().at(-1);
  if (found === undefined) throw new BackupPlaceRefused(`There is no backup below ${bucket.location}.`);
  if (name !== undefined && (await bucket.findBytes(name)) === undefined)
    throw new BackupPlaceRefused(`There is no backup at ${bucket.location}${name}.`);
  return archiveInBucket(bucket, found);
}

interface BucketPlace {
  bucket: Bucket;
  /** Undefined: the place is a prefix. */
  name: string | undefined;
}

function parseBucketPlace(place: string, s3: S3Settings): BucketPlace {
  const [, parent = place, name] = /^(.*\/)([^/]+\.tar)$/.exec(place) ?? [];
  const address = parseS3Address(parent);
  if (!address)
    throw new BackupPlaceRefused(
      `${place} is not an address such as s3://bucket/prefix/ or s3://bucket/prefix/docket.tar.`,
    );
  return { bucket: openBucket(address, s3), name };
}

const listBackups = async (bucket: Bucket) =>
  (await Array.fromAsync(bucket.list())).map(({ name }) => name).filter(isBackupName);

const exists = (location: string) =>
  new BackupPlaceRefused(`${location} exists already. Name another file, or a folder.`);

const isFolder = (place: string) =>
  /[/\\]$/.test(place) || statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;

/** `docket-20261116T034118Z.tar`: names sort by time. */
const backupName = (createdAt: number) =>
  `docket-${new Date(createdAt).toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')}.tar`;

const isBackupName = (name: string) => /^docket-\d{8}T\d{6}Z\.tar$/.test(name);
