import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { findHelpFiles } from './help-files.ts';

const folders = ['web', 'sdk', 'src/cli/client', 'scripts/build-web', 'scripts/release'];
const singleFiles = ['scripts/build-web.ts', 'package-lock.json'];
const notBuilt = /^web\/dist\/|\.test\.ts$|\.md$/;

/** Hash of everything that the build of the web app, with the packages to download, is made from. */
export async function computeStamp(root: string): Promise<string> {
  const files = [
    ...singleFiles,
    ...(await Promise.all(folders.map((folder) => listFiles(root, folder)))).flat(),
  ];
  const { pages, pictures } = await findHelpFiles(root);
  const built = [...files.filter((file) => !notBuilt.test(file)), ...pages, ...pictures].sort();
  const contents = await Promise.all(built.map((file) => readFile(path.join(root, file))));
  const hash = createHash('sha256');
  for (const [index, file] of built.entries()) {
    const content = contents[index] as Buffer;
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

async function listFiles(root: string, folder: string): Promise<string[]> {
  const options = { recursive: true, withFileTypes: true } as const;
  const entries = await readdir(path.join(root, folder), options).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
}
