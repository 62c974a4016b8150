import type { ChangeAnalysis } from '../analysis/analyze-change.ts';
import type { SurfaceChange } from '../analysis/surface-change.ts';
import { compareCodeUnits } from '../analysis/surface-change.ts';
import type { FileChange, SourceRepository } from '../source-repository.ts';
import { goModulePath, isRuntime } from '../surface/dependencies.ts';
import type { ChangedTexts, GoneDefinition } from './false-sentence.ts';
import { wholeWord } from './patch.ts';
import type { QuoteKind } from './quote-kinds.ts';
import { findRenames } from './renames.ts';
import { mayDeclareSettings, readSettings } from './setting-keys.ts';

const kinds: Partial<Record<SurfaceChange['area'], QuoteKind>> = {
  flag: 'flag',
  route: 'route',
  operation: 'route',
  config: 'variable',
  export: 'export',
};

/** A minimum version of a runtime, or the import path of a Go module, that the manifest of the head has changed. */
export interface ChangedVersion {
  name: string;
  path: string;
  /** The line in the manifest of the base, counted from 1. */
  line: number | undefined;
  before: string;
  after: string;
}

const isVersion = ({ area, change, name, isInternal, before, after }: SurfaceChange) =>
  area === 'dependency' &&
  change === 'changed' &&
  !isInternal &&
  (name === goModulePath || isRuntime(name)) &&
  before !== undefined &&
  after !== undefined;

export const changedVersions = (
  { surface }: Pick<ChangeAnalysis, 'surface'>,
  texts: ChangedTexts,
): ChangedVersion[] =>
  surface.filter(isVersion).map(({ name, path, before = '', after = '' }) => {
    const lines = (texts.before.get(path) ?? '').split('\n');
    const word = new RegExp(name.replace(/\.js$| .*$/, ''), 'i');
    const named = lines.findIndex((text) => text.includes(before) && word.test(text));
    const at = named < 0 ? lines.findIndex((text) => text.includes(before)) : named;
    return { name, path, before, after, line: at < 0 ? undefined : at + 1 };
  });

/**
 * What the changed files of the base define and those of the head do not. A name of two kinds is left out, and so are the
 * names of a file that was removed: it may live on in another repository, as an installer or a plugin that was split off.
 */
export function listGoneDefinitions(
  change: Pick<ChangeAnalysis, 'files' | 'surface' | 'notes' | 'commits'>,
  texts: ChangedTexts,
): GoneDefinition[] {
  const removed = new Set(change.files.filter(({ kind }) => kind === 'removed').map(({ path }) => path));
  const gone = [...goneFromSurface(change.surface), ...goneSettings(change.files, texts)].filter(
    ({ path }) => !removed.has(path),
  );
  const renames = findRenames(gone, change, texts);
  const located = gone.map((one): GoneDefinition => {
    const line = findLine(texts.before.get(one.path) ?? '', one);
    const now = renames.get(one);
    return { ...one, ...(line !== undefined && { line }), ...(now !== undefined && { now }) };
  });
  return withoutAmbiguous(located);
}

/** Reads the changed files that define what is gone, or may declare settings. */
export async function readChangedFiles(
  repository: Pick<SourceRepository, 'readBlobs'>,
  { files, surface }: Pick<ChangeAnalysis, 'files' | 'surface'>,
  fileBytesMax: number,
): Promise<ChangedTexts> {
  const named = new Set(surface.filter((one) => isGone(one) || isVersion(one)).map(({ path }) => path));
  const [before, after] = [new Map<string, string[]>(), new Map<string, string[]>()];
  const nextPath = new Map<string, string>();
  const add = (to: Map<string, string[]>, id: string | undefined, path: string) => {
    if (id !== undefined) to.set(id, [...(to.get(id) ?? []), path]);
  };
  for (const { path, previousPath = path, before: was, after: is, isSubmodule } of files) {
    if (isSubmodule || !(named.has(previousPath) || named.has(path) || mayDeclareSettings(path))) continue;
    add(before, was, previousPath);
    add(after, is, path);
    if (was !== undefined && is !== undefined) nextPath.set(previousPath, path);
  }
  const texts: ChangedTexts = { before: new Map(), after: new Map(), nextPath };
  const ids = [...new Set([...before.keys(), ...after.keys()])];
  await repository.readBlobs(ids, fileBytesMax, (id, bytes) => {
    if (bytes.subarray(0, 8_000).includes(0)) return;
    const text = bytes.toString();
    for (const path of before.get(id) ?? []) texts.before.set(path, text);
    for (const path of after.get(id) ?? []) texts.after.set(path, text);
  });
  return texts;
}

const isGone = ({ area, change, isPackage }: SurfaceChange) =>
  change === 'removed' && kinds[area] !== undefined && !isPackage;

const goneFromSurface = (surface: readonly SurfaceChange[]): GoneDefinition[] =>
  surface.filter(isGone).map(({ area, name, path }) => ({ kind: kinds[area] as QuoteKind, name, path }));

/**
 * The settings of all changed files before, without those of all changed files after. What declared a setting has to be at
 * the head, because the options of a dependency leave with their type and stay true.
 */
function goneSettings(
  files: readonly FileChange[],
  { before, after, nextPath }: ChangedTexts,
): GoneDefinition[] {
  const remaining = new Set<string>();
  const holdersByPath = new Map<string, ReadonlySet<string>>();
  for (const [path, text] of after) {
    if (!mayDeclareSettings(path)) continue;
    const { keys, holders } = readSettings(path, text);
    for (const key of keys.keys()) remaining.add(key);
    holdersByPath.set(path, holders);
  }
  const previousPaths = files.map(({ path, previousPath = path }) => previousPath).sort(compareCodeUnits);
  const found = new Map<string, GoneDefinition>();
  for (const path of previousPaths) {
    const text = before.get(path);
    if (text === undefined || !mayDeclareSettings(path)) continue;
    const holders = holdersByPath.get(nextPath.get(path) ?? path);
    for (const [name, holder] of readSettings(path, text).keys)
      if (isDistinctKey(name) && !remaining.has(name) && !found.has(name) && holders?.has(holder))
        found.set(name, { kind: 'setting', name, path });
  }
  return [...found.values()];
}

/** A key of one common word may mean anything: `name`, `enabled`. */
export const isDistinctKey = (name: string) =>
  name.length >= 6 && /[a-z0-9][A-Z]|[A-Za-z0-9][._-][A-Za-z]/.test(name);

const definitionWord =
  /\b(?:export|function|class|interface|type|const|let|var|def|func|enum|module|struct|async|static|public)\b/;

/** The line that defines it: the first that has its name together with a word of a definition, or else its name. */
function findLine(text: string, { kind, name }: GoneDefinition): number | undefined {
  const lines = text.split('\n');
  const last =
    kind === 'route'
      ? name.replace(/^[A-Z]+ /, '')
      : kind === 'export'
        ? (name.split('.').at(-1) as string)
        : name;
  const plain = kind === 'flag' ? last.replace(/^--(?:no-)?/, '') : last;
  for (const token of new Set([last, plain])) {
    const shape = wholeWord(token);
    const hits = lines.flatMap((line, index) => (shape.test(line) ? [index] : []));
    const best =
      kind === 'export' ? hits.find((index) => definitionWord.test(lines[index] as string)) : undefined;
    const at = best ?? hits[0];
    if (at !== undefined) return at + 1;
  }
  return undefined;
}

function withoutAmbiguous(gone: GoneDefinition[]): GoneDefinition[] {
  const kindsByName = Map.groupBy(gone, ({ name }) => name);
  return gone.filter(({ name, kind }) => kindsByName.get(name)?.every((other) => other.kind === kind));
}
