import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeCliPackage } from '../release/cli-package.ts';
import { packFolder, readPackageFile } from '../release/npm-package.ts';
import { writeSdkPackage } from '../release/sdk-package.ts';
import type { OutputFile } from './check-output.ts';

const packages = { 'docket-cli': writeCliPackage, 'docket-sdk': writeSdkPackage };

/**
 * The command line and the client as npm installs them from the address of the instance: no registry has them. Each has a name
 * without a version, which documents use, and one with it, which caches may keep.
 */
export async function packDownloads(root: string): Promise<OutputFile[]> {
  // The small apps that tests build have no command line.
  if (!existsSync(path.join(root, 'src/cli/client/main.ts'))) return [];
  const files: OutputFile[] = [];
  for (const [name, write] of Object.entries(packages)) {
    const folder = await mkdtemp(path.join(tmpdir(), 'docket-download-'));
    try {
      await write(root, folder);
      files.push({ name, content: await packFolder(folder) });
    } catch (error) {
      // An installation without development dependencies has no compiler. The web app does not need this file.
      console.warn(`${name} cannot be downloaded from this instance: ${(error as Error).message}`);
    } finally {
      await rm(folder, { recursive: true });
    }
  }
  const checksums = files.map(({ name, content }) => `${hash('sha256', content)}  ${name}.tgz\n`).join('');
  const { version } = readPackageFile(root);
  return [
    ...files.flatMap(({ name, content }) =>
      [name, `${name}-${version}`].map((full) => ({ name: `downloads/${full}.tgz`, content })),
    ),
    { name: 'downloads/checksums.txt', content: Buffer.from(checksums) },
  ];
}
