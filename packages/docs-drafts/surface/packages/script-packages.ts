import { isTooDeep } from '../nesting.ts';
import { isNonProductFile, isScript } from '../product-files.ts';
import { readListedFiles, readPackedFiles } from './packed-files.ts';
import { sourceCandidates } from './source-candidates.ts';

/** An npm package that others can install. */
export interface ScriptPackage {
  name: string;
  /** Its folder with a slash at the end; empty for the root. */
  folder: string;
  manifestPath: string;
  /** The source files behind each import path (`.`, `./sub`); empty if none was found. */
  entries: Map<string, ScriptEntry>;
  /** Import paths with a `*`. */
  patterns: string[];
  hasExportsField: boolean;
  manifest: Manifest;
  /** Whether npm packs a file of the package, by its path in the repository; undefined if unknown. */
  isPacked: ((path: string) => boolean) | undefined;
}

export interface ScriptEntry {
  /** The file with the types, if it differs from the code. */
  types: string | undefined;
  code: string | undefined;
  /** True if only a pattern like `./*` exports it, which makes every file of a package importable. */
  isDeep?: true;
  /** The modules next to an entry file that the repository lacks, for example because a build writes it. */
  beside?: string[];
}

export interface Manifest {
  name?: unknown;
  private?: unknown;
  type?: unknown;
  main?: unknown;
  module?: unknown;
  types?: unknown;
  typings?: unknown;
  exports?: unknown;
  bin?: unknown;
  engines?: unknown;
  workspaces?: unknown;
  dependencies?: unknown;
  peerDependencies?: unknown;
  peerDependenciesMeta?: unknown;
  publishConfig?: unknown;
  files?: unknown;
  imports?: unknown;
}

const patternEntriesMax = 200;
/** Import paths whose name says that nobody may rely on them, and files that are not code. */
const unsupported =
  /(?:^|\/)(?:unsafe|internals?|private|unstable|experimental|_\w*)(?:\/|$)|\.(?:json|css|wasm|md)$/;

export const isPackageManifest = (path: string) =>
  /(?:^|\/)package\.json$/.test(path) && !isNonProductFile(path);

/** Returns undefined if it is not an object, or nests too deep. */
export function parseManifest(text: string): Manifest | undefined {
  try {
    const manifest: unknown = JSON.parse(text);
    return isObject(manifest) && !isTooDeep(manifest) ? manifest : undefined;
  } catch {
    return undefined;
  }
}

const isPrivatePackage = (manifest: Manifest) =>
  manifest.private === true || typeof manifest.name !== 'string';

/**
 * True if others can install the package of a manifest. A private package at the root counts if the README explains its
 * installation: its build writes a folder with another manifest, and that folder is published.
 */
export const canInstall = (manifest: Manifest, path: string, readme = ''): boolean =>
  !isPrivatePackage(manifest) ||
  (path === 'package.json' &&
    typeof manifest.name === 'string' &&
    manifest.workspaces === undefined &&
    [...readme.matchAll(installation)].some(([, names = '']) =>
      names.split(/\s+/).some((name) => name.replace(/(?<=.)@.*$/, '') === manifest.name),
    ));

/** The names are limited, so that a long line of commands is not scanned once for each. */
const installation = /\b(?:npm|pnpm|yarn|bun) (?:i|install|add)\b([\w@/. \t-]{0,200})/g;

/** The package that a manifest describes; undefined if nobody can install it. */
export function readScriptPackage(
  manifestPath: string,
  manifest: Manifest,
  all: ReadonlyMap<string, string>,
  { npmignore, readme }: { npmignore?: string | undefined; readme?: string | undefined } = {},
): ScriptPackage | undefined {
  if (!canInstall(manifest, manifestPath, readme)) return undefined;
  const folder = manifestPath.slice(0, -'package.json'.length);
  const inside = [...all.keys()].filter((path) => path.startsWith(folder));
  const packs = readPackedFiles(
    manifest.files,
    npmignore,
    inside.map((path) => path.slice(folder.length)),
  );
  const isPacked = packs && ((path: string) => packs(path.slice(folder.length)));
  const files = isPacked ? new Map([...all].filter(([path]) => isPacked(path))) : all;
  const targets = new Map<string, Target[]>();
  const add = (subpath: string, path: unknown, isTypes: boolean) => {
    if (typeof path === 'string') targets.set(subpath, [...(targets.get(subpath) ?? []), { path, isTypes }]);
  };
  const hasExportsField = manifest.exports !== undefined && manifest.exports !== null;
  if (hasExportsField) readExportsField(manifest.exports, add);
  if (!targets.has('.')) {
    add('.', manifest.types ?? manifest.typings, true);
    if (isObject(manifest.publishConfig)) readLegacyFields(manifest.publishConfig, add);
    readLegacyFields(manifest, add);
    if (!hasExportsField && manifest.main === undefined) add('.', './index.js', false);
  } else {
    // Older tools read these fields in addition to `exports`.
    add('.', manifest.types ?? manifest.typings, true);
  }

  const entries = new Map<string, ScriptEntry>();
  const isListed = readListedFiles(manifest.files);
  const patterns: string[] = [];
  for (const [subpath, list] of targets) {
    if (unsupported.test(subpath)) continue;
    if (subpath.includes('*')) {
      patterns.push(subpath);
      const isDeep = everyFile.test(subpath) && targets.has('.');
      expandPattern(subpath, { list, isDeep, isListed }, folder, files, entries);
    } else entries.set(subpath, findEntry(list, folder, files, subpath, manifest));
  }
  return {
    name: String(manifest.name),
    folder,
    manifestPath,
    entries,
    patterns,
    hasExportsField,
    manifest,
    isPacked,
  };
}

/** `./*`, `./lib/*`, `./dist/*.js` */
const everyFile = /^\.\/(?:(?:src|source|lib|dist|build|es|esm|cjs)\/)?\*(?:\.[cm]?js)?$/;

interface Target {
  path: string;
  isTypes: boolean;
}

type AddTarget = (subpath: string, path: unknown, isTypes: boolean) => void;

function readLegacyFields(manifest: Manifest, add: AddTarget): void {
  add('.', manifest.module, false);
  add('.', manifest.main, false);
}

function readExportsField(field: unknown, add: AddTarget): void {
  const isSubpaths = isObject(field) && Object.keys(field).some((key) => key.startsWith('.'));
  const subpaths: [string, unknown][] = isSubpaths ? Object.entries(field as object) : [['.', field]];
  for (const [subpath, value] of subpaths) readConditions(subpath, value, false, add);
}

function readConditions(subpath: string, value: unknown, isTypes: boolean, add: AddTarget): void {
  if (typeof value === 'string') add(subpath, value, isTypes || /\.d\.[cm]?ts$/.test(value));
  else if (Array.isArray(value)) for (const one of value) readConditions(subpath, one, isTypes, add);
  else if (isObject(value))
    for (const [condition, inner] of Object.entries(value))
      readConditions(subpath, inner, isTypes || condition === 'types', add);
}

function findEntry(
  targets: Target[],
  folder: string,
  files: ReadonlyMap<string, string>,
  subpath: string,
  { name }: Manifest,
): ScriptEntry {
  const find = (list: Target[]) => {
    for (const { path, isTypes } of list)
      for (const candidate of sourceCandidates(path, isTypes))
        if (isEntryFile(folder + candidate, files)) return folder + candidate;
    return undefined;
  };
  // If there are types for `import` and for `require`, the first ones are at least as complete.
  const typings = targets.filter(({ isTypes }) => isTypes);
  const types = find([...typings.filter(({ path }) => !/\.d\.cts$/.test(path)), ...typings]);
  let code = find(targets.filter(({ isTypes }) => !isTypes));
  if (!code && subpath === '.') {
    const short = String(name).replace(/^@[^/]+\//, '');
    code = ['src/index', 'source/index', 'index', 'lib/index', `src/${short}`, 'src/main', 'src/mod', 'main']
      .flatMap((stem) => ['.ts', '.tsx', '.mts', '.js', '.mjs'].map((extension) => folder + stem + extension))
      .find((path) => isEntryFile(path, files));
  }
  const beside = types || code || subpath === '.' ? [] : modulesBeside(targets, folder, files);
  return { types: types === code ? undefined : types, code, ...(beside.length > 0 && { beside }) };
}

/** `dist/middleware/jwt/index.js` without a source file stands for the modules in `src/middleware/jwt`. */
function modulesBeside(targets: Target[], folder: string, files: ReadonlyMap<string, string>): string[] {
  const folders = new Set(
    targets
      .filter(({ path }) => /\/index\.[\w.]+$/.test(path))
      .flatMap(({ path }) => sourceCandidates(path))
      .flatMap((path) =>
        /^(?:src|source|lib)\/.+\/index\.ts$/.test(path) ? [folder + path.replace(/index\.ts$/, '')] : [],
      ),
  );
  return [...files.keys()].filter(
    (path) =>
      /\.[cm]?[jt]sx?$/.test(path) &&
      folders.has(path.slice(0, path.lastIndexOf('/') + 1)) &&
      !isNonProductFile(path.slice(folder.length)),
  );
}

const isEntryFile = (path: string, files: ReadonlyMap<string, string>) =>
  files.has(path) && !isGenerated(path);

const isGenerated = (path: string) => /(?:^|\/)(?:dist|deno_dist|build|out|umd)\/|\.min\.[cm]?js$/.test(path);

/** `./locales/*` with `./dist/locales/*.js` exports every file that the star can stand for. */
function expandPattern(
  subpath: string,
  { list, isDeep, isListed }: { list: Target[]; isDeep: boolean; isListed: (path: string) => boolean },
  folder: string,
  files: ReadonlyMap<string, string>,
  entries: Map<string, ScriptEntry>,
): void {
  const shapesOf = (targets: readonly string[]): Shape[] =>
    targets.flatMap((target) => {
      const [before, after, ...others] = target.replace(/^\.?\//, '').split('*');
      return before !== undefined && after !== undefined && others.length === 0
        ? [{ before: folder + before, after }]
        : [];
    });
  const sources = [...files.keys()].filter(
    (path) =>
      path.startsWith(folder) &&
      isScript(path) &&
      !isGenerated(path) &&
      !isNonProductFile(path.slice(folder.length)),
  );
  const asWritten = shapesOf(list.map(({ path }) => path));
  const named = sources.filter(
    (path) => isListed(path.slice(folder.length)) && asWritten.some((shape) => fits(shape, path)),
  );
  // The sources stand for the files only if a build writes the files that the pattern names.
  const ofBuild = shapesOf(list.flatMap(({ path }) => sourceCandidates(path))).filter(
    ({ before, after }) => before !== folder && after !== '',
  );
  const [exported, shapes] = named.length > 0 ? [named, asWritten] : [sources, ofBuild];
  for (const path of exported) {
    if (entries.size > patternEntriesMax) return;
    const shape = shapes.find((one) => fits(one, path));
    if (!shape) continue;
    const star = path.slice(shape.before.length, path.length - shape.after.length);
    const known = subpath.replace('*', () => star);
    if (star !== '' && !entries.has(known))
      entries.set(known, { types: undefined, code: path, ...(isDeep && { isDeep }) });
  }
}

/** What stands before and after the star of a pattern. */
interface Shape {
  before: string;
  after: string;
}

const isDeclaration = (path: string) => /\.d\.[cm]?ts$/.test(path);

const fits = ({ before, after }: Shape, path: string) =>
  path.startsWith(before) &&
  path.endsWith(after) &&
  path.length > before.length + after.length &&
  isDeclaration(path) === isDeclaration(after);

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
