import { readFile } from 'node:fs/promises';
import path from 'node:path';

export const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** The suffixes of the compressed files, which are next to the file itself. */
export const encodingSuffixes: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

/** A file of the web app below web/dist. */
export interface BuiltFile {
  /** Its path in the URL and below web/dist. */
  address: string;
  hash: string;
  /** How many bytes each form has; a form that would not be smaller is left out. */
  bytes: { identity: number } & { [E in Encoding]?: number };
}

/** What a browser should load together with the page. */
export interface ScreenPreloads {
  /** Regular expression of the paths that show the screen. */
  path: string;
  /** The value of the `Link` header. */
  link: string;
}

export interface BuiltDownloads {
  stamp: string;
  /** The files of Docket that the bundle of the command line contains. */
  sources: string[];
}

/** Written last, by renaming: web/dist always has all files of the manifest that lies in it. */
export interface BuildManifest {
  format: 2;
  /** Names the build; the page contains it, so that an open tab can tell that it is outdated. */
  id: string;
  /** Hash of what the build was made from. */
  stamp: string;
  /** What the packages to download were made from, if all of them could be made. */
  downloads?: BuiltDownloads | undefined;
  /** index.html. */
  page: string;
  files: BuiltFile[];
  preloads: ScreenPreloads[];
  /** Files of the build before, which open tabs may still load. */
  earlierFiles: BuiltFile[];
}

export const distFolder = (root: string) => path.join(root, 'web/dist');
export const manifestFile = (root: string) => path.join(distFolder(root), 'build.json');

/** Undefined without a build, and for a file that this version cannot read. */
export async function readManifest(root: string): Promise<BuildManifest | undefined> {
  try {
    const manifest = JSON.parse(await readFile(manifestFile(root), 'utf8')) as BuildManifest;
    return manifest.format === 2 ? manifest : undefined;
  } catch {
    return undefined;
  }
}
