import { raisesMinimumVersion } from '../surface/dependencies.ts';
import { isDestructive } from '../surface/sql-migrations.ts';
import type { SurfaceArea, SurfaceItem } from '../surface/surface.ts';
import { type ClassesByName, headingOf, isCompatible, languageOf, memberOf } from './compatibility.ts';
import { elideSharedParameters } from './elide-parameters.ts';

/** The file that a statement of a draft comes from. */
export interface Source {
  path: string;
  /** The id of the blob. */
  id: string;
}

export interface SurfaceChange {
  area: SurfaceArea;
  change: 'added' | 'removed' | 'changed' | 'moved' | 'deprecated';
  name: string;
  /** The file that has it, or had it if it was removed. */
  path: string;
  previousPath?: string;
  before?: string;
  after?: string;
  isBreaking: boolean;
  isInternal: boolean;
  sources: Source[];
}

/** The surface of one file before and after the change. */
export interface FileSurfaces {
  path: string;
  previousPath?: string;
  before: SurfaceItem[];
  after: SurfaceItem[];
  source: Source;
}

/** Areas where the same name in another file is another item; a route or a variable is the same in every file. */
const perFile: ReadonlySet<SurfaceArea> = new Set(['export', 'dependency', 'operation', 'schema']);

interface LocatedItem {
  item: SurfaceItem;
  path: string;
  source: Source;
}

export function compareSurfaces(files: FileSurfaces[]): SurfaceChange[] {
  const before = new Map<string, LocatedItem>();
  const after = new Map<string, LocatedItem>();
  for (const { path, before: old, after: now, source } of files) {
    for (const item of old) before.set(keyOf(item, path), { item, path, source });
    for (const item of now) after.set(keyOf(item, path), { item, path, source });
  }
  const classes = classesOf(after.values());
  const changes: SurfaceChange[] = [];
  for (const [key, was] of before) {
    const is = after.get(key);
    if (is) changes.push(...compareItems(was, is, classes));
    else if (was.item.area !== 'schema') changes.push(describe('removed', was, undefined));
  }
  for (const [key, is] of after) if (!before.has(key)) changes.push(describe('added', undefined, is));
  return withoutDocumentedRoutes(joinMoves(changes)).sort(byAreaAndPath);
}

const keyOf = ({ area, name }: SurfaceItem, path: string) =>
  `${area}\0${perFile.has(area) ? importPathOf(area, path) : ''}\0${name}`;

/** Go imports folders, so a move between files of one package is no change. */
const importPathOf = (area: SurfaceArea, path: string) =>
  area === 'export' && path.endsWith('.go') ? path.slice(0, path.lastIndexOf('/') + 1) : path;

const classesOf = (items: Iterable<LocatedItem>): ClassesByName =>
  new Map(
    [...items].flatMap(({ item }) =>
      item.area === 'export' && item.members ? [[item.name, item] as const] : [],
    ),
  );

function compareItems(was: LocatedItem, is: LocatedItem, classes: ClassesByName): SurfaceChange[] {
  const changes: SurfaceChange[] = [];
  if (!isSame(was.item, is.item)) changes.push(describe('changed', was, is, classes));
  if (!was.item.isDeprecated && is.item.isDeprecated) changes.push(describe('deprecated', undefined, is));
  return changes;
}

/** Members count only if both sides have them, and their order does not count. */
function isSame(was: SurfaceItem, is: SurfaceItem): boolean {
  if (!was.members || !is.members) return headingOf(was) === headingOf(is);
  const [old, now] = [was.members, is.members];
  const names = Object.keys(old);
  return (
    headingOf(was) === headingOf(is) &&
    names.length === Object.keys(now).length &&
    names.every((name) => old[name] === memberOf(now, name))
  );
}

function describe(
  change: SurfaceChange['change'],
  was: LocatedItem | undefined,
  is: LocatedItem | undefined,
  classes?: ClassesByName,
): SurfaceChange {
  const { item, path, source } = (is ?? was) as LocatedItem;
  const differing = change === 'changed' && was && is ? differingParts(was.item, is.item) : undefined;
  return {
    area: item.area,
    change,
    name: item.name,
    path,
    ...(was && { before: differing?.before ?? was.item.signature }),
    ...(is && { after: differing?.after ?? is.item.signature }),
    isBreaking: isBreaking(change, was?.item, is?.item, path, classes),
    isInternal: item.isInternal === true,
    sources: [source],
  };
}

/** The differing part of two signatures: the members of a class or interface, the parameters of a long signature. */
function differingParts(was: SurfaceItem, is: SurfaceItem): { before: string; after: string } {
  if (!was.members || !is.members) {
    const [before, after] = elideSharedParameters(was.signature, is.signature);
    return { before, after };
  }
  const [old, now] = [was.members, is.members];
  const parts = (own: Record<string, string>, other: Record<string, string>) =>
    Object.entries(own).flatMap(([name, text]) => {
      const counterpart = memberOf(other, name);
      return counterpart === text ? [] : [`  ${elideSharedParameters(text, counterpart ?? '')[0]}`];
    });
  return {
    before: [headingOf(was), ...parts(old, now)].join('\n'),
    after: [headingOf(is), ...parts(now, old)].join('\n'),
  };
}

function isBreaking(
  change: SurfaceChange['change'],
  was: SurfaceItem | undefined,
  is: SurfaceItem | undefined,
  path: string,
  classes: ClassesByName | undefined,
): boolean {
  const { area, name, isInternal } = (is ?? was) as SurfaceItem;
  if (isInternal) return false;
  if (area === 'dependency')
    return change === 'changed' && raisesMinimumVersion(name, was?.signature ?? '', is?.signature ?? '');
  if (area === 'schema') return change === 'added' && isDestructive((is as SurfaceItem).name);
  if (change === 'removed') return true;
  return (
    change === 'changed' &&
    was !== undefined &&
    is !== undefined &&
    !isCompatible(was, is, languageOf(path), classes)
  );
}

/** Joins a removal and an addition of an export with the same name and signature into one move. */
function joinMoves(changes: SurfaceChange[]): SurfaceChange[] {
  const removed = new Map<string, SurfaceChange>();
  const identity = ({ area, name }: SurfaceChange, signature: string | undefined) =>
    `${area}\0${name}\0${signature}`;
  for (const change of changes) {
    if (change.area === 'export' && change.change === 'removed' && change.name !== 'default')
      removed.set(identity(change, change.before), change);
  }
  const moved = new Set<SurfaceChange>();
  const joined = changes.flatMap((change): SurfaceChange[] => {
    const from = change.change === 'added' ? removed.get(identity(change, change.after)) : undefined;
    if (!from || moved.has(from)) return [change];
    moved.add(from);
    return [
      { ...change, change: 'moved', previousPath: from.path, sources: [...from.sources, ...change.sources] },
    ];
  });
  return joined.filter((change) => !moved.has(change));
}

/** Leaves out routes that an OpenAPI document in the change also lists, so that each is reported once. */
function withoutDocumentedRoutes(changes: SurfaceChange[]): SurfaceChange[] {
  const documented = new Set(
    changes.flatMap(({ area, change, name }) => (area === 'operation' ? [`${change} ${name}`] : [])),
  );
  const asOpenApiPath = (name: string) =>
    name.replace(/:(\w+)/g, '{$1}').replace(/<(?:\w+:)?(\w+)>/g, '{$1}');
  return changes.filter(
    ({ area, change, name }) => area !== 'route' || !documented.has(`${change} ${asOpenApiPath(name)}`),
  );
}

const byAreaAndPath = (a: SurfaceChange, b: SurfaceChange) =>
  compareCodeUnits(a.area, b.area) ||
  compareCodeUnits(a.path, b.path) ||
  compareCodeUnits(a.name, b.name) ||
  compareCodeUnits(a.change, b.change);

/** Compares by code units, so that the order does not depend on the locale of the machine. */
export const compareCodeUnits = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
