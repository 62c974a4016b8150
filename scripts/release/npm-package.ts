import { execFileSync } from 'node:child_process';

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
