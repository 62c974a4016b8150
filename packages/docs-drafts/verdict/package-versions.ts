import { sideBefore } from '../analysis/source-tree.ts';
import { compareCodeUnits } from '../analysis/surface-change.ts';
import type { FileChange, Revision, SourceRepository } from '../source-repository.ts';
import { parseManifest } from '../surface/packages/script-packages.ts';
import { isInNonProductFolder } from '../surface/product-files.ts';
import { type Bump, bumpBetween, greatest } from './version.ts';

/** A package of the repository with its version on both sides. */
export interface PackageVersion {
  /** With a slash at the end; empty for the root. */
  folder: string;
  before: string | undefined;
  after: string | undefined;
  /** True if nobody installs it, so that its version tells little. */
  isPrivate: boolean;
  /** True if only the major number is known, from the import path of a Go module. */
  isMajorOnly?: true;
}

interface StatedVersion {
  version: string | undefined;
  isPrivate?: boolean;
  isMajorOnly?: true;
}

const filesMax = 300;
const fileBytesMax = 256 * 1024;

/** The files that state versions. Of several in a folder, the first with a version counts. */
const readers: [shape: RegExp, read: (text: string) => StatedVersion][] = [
  [/^package\.json$/, (text) => ({ ...readJson(text), isPrivate: parseManifest(text)?.private === true })],
  [/^(?:deno|jsr)\.json$/, (text) => readJson(text)],
  [/^pyproject\.toml$/, (text) => readSection(text, /^(?:project|tool\.poetry)$/)],
  [/^Cargo\.toml$/, (text) => readSection(text, /^(?:workspace\.)?package$/)],
  [/^setup\.cfg$/, (text) => readSection(text, /^metadata$/)],
  [/^setup\.py$/, (text) => ({ version: /\bversion\s*=\s*["']([^"'\n]+)["']/.exec(text)?.[1] })],
  [/^VERSION$/, (text) => ({ version: /^v?\d\S*/.exec(text.trim())?.[0] })],
  [
    /^(?:__init__|__about__|__version__|_version|version)\.py$/,
    (text) => ({
      version: /^(?:__version__|VERSION|version)\s*(?::[^=\n]+)?=\s*["']([^"'\n]+)["']/m.exec(text)?.[1],
    }),
  ],
  [
    /^go\.mod$/,
    (text) => {
      const [, path, major = '1'] = /^module[ \t]+"?([^\s"]+?)(?:[/.]v(\d+))?"?\s*$/m.exec(text) ?? [];
      return { version: path === undefined ? undefined : major, isMajorOnly: true };
    },
  ],
];

const fileName = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const isPythonModule = (path: string) => path.endsWith('.py') && !path.endsWith('setup.py');
const positionOf = (path: string) => readers.findIndex(([shape]) => shape.test(fileName(path)));

const statesVersion = (path: string) =>
  positionOf(path) >= 0 &&
  !isInNonProductFolder(path) &&
  !(isPythonModule(path) && path.split('/').length > 3);

/** The folder of the package: a Python module that states the version lies in `name/` or `src/name/`. */
const folderOf = (path: string) => {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return isPythonModule(path) ? folder.replace(/(?:^|(?<=\/))(?:src\/)?[^/]+\/$/, '') : folder;
};

/** The packages whose version a file states, the root first. */
export async function readPackageVersions(
  repository: SourceRepository,
  head: Revision,
  files: readonly FileChange[],
): Promise<PackageVersion[]> {
  const after = await repository.listFiles(head, statesVersion);
  const before = sideBefore(after, files);
  const texts = await readTexts(repository, [before, after]);
  const folders = new Map<string, PackageVersion>();
  const paths = [...new Set([...before.keys(), ...after.keys()])]
    .filter(statesVersion)
    .sort((a, b) => positionOf(a) - positionOf(b) || compareCodeUnits(a, b));
  for (const path of paths) {
    const read = readers[positionOf(path)]?.[1];
    const stated = [before, after].map((side) => {
      const text = texts.get(side.get(path) ?? '');
      return text === undefined || !read ? undefined : read(text);
    });
    const [was, is] = stated;
    if (was?.version === undefined && is?.version === undefined) continue;
    const folder = folderOf(path);
    const isPrivate = (is ?? was)?.isPrivate === true;
    const known = folders.get(folder);
    if (known && !(known.isPrivate && !isPrivate)) continue;
    folders.set(folder, {
      folder,
      before: was?.version,
      after: is?.version,
      isPrivate,
      ...(is?.isMajorOnly && { isMajorOnly: true as const }),
    });
  }
  return [...folders.values()].sort((a, b) => compareCodeUnits(a.folder, b.folder));
}

async function readTexts(
  repository: SourceRepository,
  sides: ReadonlyMap<string, string>[],
): Promise<Map<string, string>> {
  const ids = new Set(
    sides
      .flatMap((side) => [...side].filter(([path]) => statesVersion(path)))
      .sort(([a], [b]) => a.split('/').length - b.split('/').length || compareCodeUnits(a, b))
      .map(([, id]) => id),
  );
  const texts = new Map<string, string>();
  await repository.readBlobs([...ids].slice(0, filesMax), fileBytesMax, (id, bytes) => {
    texts.set(id, bytes.toString());
  });
  return texts;
}

/** The package that a file belongs to. */
export const packageOf = (packages: readonly PackageVersion[], path: string | undefined) =>
  packages.findLast(({ folder }) => path?.startsWith(folder));

/** By the package at the root; by all others if it is private and they are not. */
export function announcedBump(packages: readonly PackageVersion[]): Bump {
  const shared = packages.filter(({ isPrivate }) => !isPrivate);
  const root = packages.find(({ folder }) => folder === '');
  const speaking = root && (!root.isPrivate || shared.length === 0) ? [root] : shared;
  return greatest(speaking.map(({ before, after }) => bumpBetween(before, after)));
}

function readJson(text: string): StatedVersion {
  const version = (parseManifest(text) as { version?: unknown } | undefined)?.version;
  return { version: typeof version === 'string' ? version : undefined };
}

/** `version = …` in a section of a TOML or INI file. */
function readSection(text: string, wanted: RegExp): StatedVersion {
  let section = '';
  for (const line of text.split('\n')) {
    section = /^\s*\[([^[\]]+)\]/.exec(line)?.[1]?.trim() ?? section;
    const version = wanted.test(section)
      ? /^\s*version\s*=\s*["']?(v?\d[^"'\s]*)/.exec(line)?.[1]
      : undefined;
    if (version !== undefined) return { version };
  }
  return { version: undefined };
}
