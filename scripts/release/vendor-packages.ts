import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

interface LockedPackage {
  version?: string;
  resolved?: string;
  integrity?: string;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
}

/** What a build without network needs: the packages that every system runs with. ops/docker/install-packages.js reads the same list. */
const listVendored = (packages: Record<string, LockedPackage>): [place: string, entry: LockedPackage][] =>
  Object.entries(packages).filter(
    ([place, { dev, optional, devOptional }]) => place !== '' && !dev && !optional && !devOptional,
  );

/** Named by its content: several places may hold the same package. */
const vendoredName = (integrity: string) => `${toHex(integrity).slice(0, 32)}.tgz`;

const toHex = (integrity: string) => Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');

/** Writes the tarballs that the lock file names into a folder, from the cache of npm or, if they are not there, from where the file says. */
export async function vendorPackages(
  packages: Record<string, LockedPackage>,
  { cache, folder }: { cache: string; folder: string },
): Promise<void> {
  for (const [place, { resolved = '', integrity = '' }] of listVendored(packages)) {
    const bytes = (await readCached(cache, integrity)) ?? (await download(resolved));
    if (`sha512-${createHash('sha512').update(bytes).digest('base64')}` !== integrity)
      throw new Error(`${place}: ${resolved} is not what the lock file says.`);
    await writeFile(path.join(folder, vendoredName(integrity)), bytes);
  }
}

function readCached(cache: string, integrity: string): Promise<Buffer | undefined> {
  const hex = toHex(integrity);
  const place = path.join(
    cache,
    '_cacache/content-v2/sha512',
    hex.slice(0, 2),
    hex.slice(2, 4),
    hex.slice(4),
  );
  return readFile(place).catch(() => undefined);
}

async function download(url: string): Promise<Buffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  return Buffer.from(await response.arrayBuffer());
}
