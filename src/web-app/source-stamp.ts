import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BuildManifest } from './build-manifest.ts';
import { findHelpFiles } from './help-files.ts';

const folders = ['web', 'sdk', 'packages/text-edits', 'scripts/build-web'];
const singleFiles = ['scripts/build-web.ts', 'package-lock.json'];
const foldersOfDownloads = ['sdk', 'scripts/release'];
const singleFilesOfDownloads = ['docs/command-line.md', 'LICENSE', 'package.json', 'package-lock.json'];
const notBuilt = /^web\/dist\/|\.test\.ts$|\.md$/;

/** Whether nothing that the build was made from has changed since. */
export const isFresh = async (root: string, { stamp, downloads }: BuildManifest): Promise<boolean> =>
  stamp === (await computeStamp(root)) &&
  (!downloads || downloads.stamp === (await computeDownloadsStamp(root, downloads.sources)));

/** Hash of everything that the web app is built from. */
export async function computeStamp(root: string): Promise<string> {
  const files = [...singleFiles, ...(await listSources(root, folders))];
  const { pages, pictures } = await findHelpFiles(root);
  return hashFiles(root, [...files, ...pages, ...pictures]);
}

/**
 * Hash of everything that the packages to download are made from: most builds change none of it. Undefined if a source is
 * gone.
 */
export async function computeDownloadsStamp(root: string, sources: string[]): Promise<string | undefined> {
  const others = await listSources(root, foldersOfDownloads);
  return hashFiles(root, [...singleFilesOfDownloads, ...others, ...sources]).catch(() => undefined);
}

async function hashFiles(root: string, files: string[]): Promise<string> {
  const sorted = files.toSorted();
  const contents = await Promise.all(sorted.map((file) => readFile(path.join(root, file))));
  const hash = createHash('sha256');
  for (const [index, file] of sorted.entries()) {
    const content = contents[index] as Buffer;
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

const listSources = async (root: string, within: string[]): Promise<string[]> =>
  (await Promise.all(within.map((folder) => listFiles(root, folder))))
    .flat()
    .filter((file) => !notBuilt.test(file));

async function listFiles(root: string, folder: string): Promise<string[]> {
  const options = { recursive: true, withFileTypes: true } as const;
  const entries = await readdir(path.join(root, folder), options).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
}
