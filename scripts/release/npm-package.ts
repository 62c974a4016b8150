import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

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

/** Makes the archive that `npm install` takes, and returns its file name. */
export function packFolder(folder: string, to: string): { filename: string; size: number } {
  const args = [
    'pack',
    '--json',
    '--offline',
    '--no-update-notifier',
    '--ignore-scripts',
    '--pack-destination',
    to,
  ];
  const output = execFileSync('npm', args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [packed] = JSON.parse(output) as [{ filename: string; size: number }];
  return packed;
}
