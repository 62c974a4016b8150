import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { ArchiveWriter } from '../../src/platform/tar/index.ts';

const gzip = promisify(zlib.gzip);

/** The fields of package.json that packages have in common. */
export interface PackageFile {
  name: string;
  version: string;
  description: string;
  license: string;
  type: string;
  engines: Record<string, string>;
  bin?: Record<string, string>;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

export const readPackageFile = (root: string) =>
  JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as PackageFile;

export const writePackageFile = (to: string, manifest: object) =>
  writeFileSync(path.join(to, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);

/** The archive that `npm install` takes. The same files give the same bytes. */
export async function packFolder(folder: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const nothing = async () => {};
  const write = async (chunk: Uint8Array) => void chunks.push(chunk);
  const archive = new ArchiveWriter({ location: folder, write, finish: nothing, abort: nothing }, 0);
  const entries = globSync('**', { cwd: folder, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  for (const file of files.sort())
    await archive.add(`package/${path.relative(folder, file).replaceAll(path.sep, '/')}`, readFileSync(file));
  await archive.finish();
  // Level 9 makes the command line 1.4 % smaller (1.49 instead of 1.51 MB), but takes 1.24 instead of 0.24 s of the processor.
  return gzip(Buffer.concat(chunks), { level: 6 });
}
