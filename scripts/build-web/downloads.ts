import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type BuiltDownloads,
  type BuiltFile,
  distFolder,
  readManifest,
} from '../../src/web-app/build-manifest.ts';
import { computeDownloadsStamp } from '../../src/web-app/source-stamp.ts';
import { writeCliPackage } from '../release/cli-package.ts';
import { packFolder, readPackageFile } from '../release/npm-package.ts';
import { writeSdkPackage } from '../release/sdk-package.ts';
import type { OutputFile } from './check-output.ts';
import { hashContent } from './publish-build.ts';

const packages = Object.entries({ 'docket-cli': writeCliPackage, 'docket-sdk': writeSdkPackage });

/** A package whose files are written, but not yet packed. */
export interface WrittenPackage {
  name: string;
  folder: string;
  sources: string[];
}

interface Downloads {
  /** Undefined if a package could not be written: the next build tries again. */
  built: BuiltDownloads | undefined;
  pack: () => Promise<OutputFile[]>;
}

/** Packing them takes nearly half of a build, so those of the build before are kept while nothing in them has changed. */
export async function prepareDownloads(root: string): Promise<Downloads> {
  // The small apps that tests build have no command line.
  if (!existsSync(path.join(root, 'src/cli/client/main.ts')))
    return { built: undefined, pack: async () => [] };
  const before = await readManifest(root);
  const kept = before?.downloads && (await readKept(root, before.downloads, before.files));
  if (kept) return { built: before.downloads, pack: async () => kept };
  const written = await writeDownloads(root);
  const sources = written.flatMap((one) => one.sources).toSorted();
  const stamp = await computeDownloadsStamp(root, sources);
  return {
    built: stamp && written.length === packages.length ? { stamp, sources } : undefined,
    pack: () => packDownloads(root, written),
  };
}

async function readKept(
  root: string,
  { stamp, sources }: BuiltDownloads,
  files: BuiltFile[],
): Promise<OutputFile[] | undefined> {
  if (stamp !== (await computeDownloadsStamp(root, sources))) return undefined;
  const kept = files.filter(({ address }) => address.startsWith('downloads/'));
  const contents = await Promise.all(
    kept.map(({ address }) => readFile(path.join(distFolder(root), address)).catch(() => Buffer.alloc(0))),
  );
  if (kept.some(({ hash: expected }, index) => hashContent(contents[index] as Buffer) !== expected))
    return undefined;
  return kept.map(({ address }, index) => ({ name: address, content: contents[index] as Buffer }));
}

/**
 * Writes the command line and the client as npm installs them from the address of the instance: no registry has them.
 * `packDownloads` must follow, which removes the folders.
 */
export async function writeDownloads(root: string): Promise<WrittenPackage[]> {
  const written = await Promise.all(
    packages.map(async ([name, write]) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'docket-download-'));
      try {
        return { name, folder, sources: await write(root, folder) };
      } catch (error) {
        // An installation without development dependencies has no compiler. The web app does not need this file.
        console.warn(`${name} cannot be downloaded from this instance: ${(error as Error).message}`);
        await rm(folder, { recursive: true });
        return undefined;
      }
    }),
  );
  return written.filter((one) => one !== undefined);
}

/** Each has a name without a version, which documents use, and one with it, which caches may keep. */
export async function packDownloads(root: string, written: WrittenPackage[]): Promise<OutputFile[]> {
  if (written.length === 0) return [];
  const files = await Promise.all(
    written.map(async ({ name, folder }) => {
      try {
        return { name, content: await packFolder(folder) };
      } finally {
        await rm(folder, { recursive: true });
      }
    }),
  );
  const checksums = files.map(({ name, content }) => `${hash('sha256', content)}  ${name}.tgz\n`).join('');
  const { version } = readPackageFile(root);
  return [
    ...files.flatMap(({ name, content }) =>
      [name, `${name}-${version}`].map((full) => ({ name: `downloads/${full}.tgz`, content })),
    ),
    { name: 'downloads/checksums.txt', content: Buffer.from(checksums) },
  ];
}
