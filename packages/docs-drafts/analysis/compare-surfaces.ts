import { goModulePath, raisesMinimumVersion } from '../surface/dependencies.ts';
import { isDestructive, isTightening } from '../surface/sql-migrations.ts';
import type { SurfaceArea, SurfaceItem } from '../surface/surface.ts';
import { gravest, type Verdict } from './grade.ts';
import { verdictOf } from './rules/declaration-rules.ts';
import { compareCodeUnits, type Source, type SurfaceChange } from './surface-change.ts';

/** The surface of one file before and after the change. */
export interface FileSurfaces {
  path: string;
  previousPath?: string;
  before: SurfaceItem[];
  after: SurfaceItem[];
  source: Source;
  /** True if the change adds the file. */
  isNew?: true;
}

/** Areas in which the same name in another file is a different item. A route or a variable is the same in every file. */
const perFile: ReadonlySet<SurfaceArea> = new Set(['dependency', 'operation']);

interface LocatedItem {
  item: SurfaceItem;
  path: string;
  source: Source;
  isInNewFile?: boolean;
}

/**
 * Compares routes, operations, migrations, variables, options and dependencies. In a library, routes, variables and
 * options are rarely meant for users, so their removal only "may break" something.
 */
export function compareSurfaces(files: FileSurfaces[], isLibrary: boolean): SurfaceChange[] {
  const before = new Map<string, LocatedItem>();
  const after = new Map<string, LocatedItem>();
  for (const { path, before: old, after: now, source, isNew = false } of files) {
    for (const item of old) before.set(keyOf(item, path), { item, path, source });
    for (const item of now) after.set(keyOf(item, path), { item, path, source, isInNewFile: isNew });
  }
  const changes: SurfaceChange[] = [];
  for (const [key, was] of before) {
    const is = after.get(key);
    if (is) changes.push(...compareItems(was, is, isLibrary));
    else if (was.item.area !== 'schema') changes.push(describe('removed', was, undefined, isLibrary));
  }
  for (const [key, is] of after)
    if (!before.has(key)) changes.push(describe('added', undefined, is, isLibrary));
  return withoutDocumentedRoutes(changes);
}

const keyOf = ({ area, name }: SurfaceItem, path: string) =>
  `${area}\0${perFile.has(area) ? placeOf(path) : ''}\0${area === 'route' ? withoutParameterNames(name) : name}`;

/** Settings of setup.py may move to pyproject.toml. */
const placeOf = (path: string) => path.replace(/(?:setup\.(?:py|cfg)|pyproject\.toml)$/, '');

/** `/users/:id` and `/users/{userId}` are the same route. */
const withoutParameterNames = (name: string) => name.replace(/:\w+|\{[^}]*\}|<[^>]*>|\[[^\]]*\]/g, ':');

function compareItems(was: LocatedItem, is: LocatedItem, isLibrary: boolean): SurfaceChange[] {
  const changes: SurfaceChange[] = [];
  const isSame =
    was.item.signature === is.item.signature && sameMembers(was.item.members ?? {}, is.item.members ?? {});
  if (!isSame) changes.push(describe('changed', was, is, isLibrary));
  if (!was.item.isDeprecated && is.item.isDeprecated)
    changes.push(describe('deprecated', undefined, is, isLibrary));
  return changes;
}

const sameMembers = (was: Record<string, string>, is: Record<string, string>) => {
  const names = Object.keys(was);
  return names.length === Object.keys(is).length && names.every((name) => was[name] === memberOf(is, name));
};

/** Checks own properties only: a member may be named `constructor`. */
const memberOf = (members: Record<string, string>, name: string) =>
  Object.hasOwn(members, name) ? members[name] : undefined;

function describe(
  change: SurfaceChange['change'],
  was: LocatedItem | undefined,
  is: LocatedItem | undefined,
  isLibrary: boolean,
): SurfaceChange {
  const { item, path, source } = (is ?? was) as LocatedItem;
  const differing = change === 'changed' && was && is ? differingParts(was.item, is.item) : undefined;
  // Nobody depends on a new package yet, whatever it requires.
  const isOfNewPackage =
    change === 'added' &&
    is?.isInNewFile === true &&
    item.area === 'dependency' &&
    item.name !== goModulePath;
  const { grade, reason } = isOfNewPackage
    ? harmless
    : gradeItem(change, was?.item, is?.item, path, isLibrary);
  return {
    area: item.area,
    change,
    name: item.name,
    path,
    ...(was && { before: differing?.before ?? was.item.signature }),
    ...(is && { after: differing?.after ?? is.item.signature }),
    grade,
    reason,
    isBreaking: grade === 'breaks',
    isInternal: item.isInternal === true,
    sources: [source],
  };
}

/** The members that differ, below the signature. */
function differingParts(was: SurfaceItem, is: SurfaceItem): { before: string; after: string } | undefined {
  if (!was.members || !is.members) return undefined;
  const parts = (own: Record<string, string>, other: Record<string, string>) =>
    Object.entries(own).flatMap(([name, text]) => (memberOf(other, name) === text ? [] : [`  ${text}`]));
  return {
    before: [was.signature, ...parts(was.members, is.members)].join('\n'),
    after: [is.signature, ...parts(is.members, was.members)].join('\n'),
  };
}

const harmless: Verdict = { grade: 'changed', reason: '' };

function gradeItem(
  change: SurfaceChange['change'],
  was: SurfaceItem | undefined,
  is: SurfaceItem | undefined,
  path: string,
  isLibrary: boolean,
): Verdict {
  const { area, name, isInternal } = (is ?? was) as SurfaceItem;
  if (isInternal) return harmless;
  switch (area) {
    case 'dependency':
      if (name === goModulePath) return isLibrary ? gradeModulePath(was, is, path) : harmless;
      return gradeDependency(change, name, was?.signature ?? '', is?.signature ?? '');
    case 'schema':
      if (change !== 'added') return harmless;
      if (isDestructive(name)) return verdictOf('breaks', 'migrationRemoves');
      return isTightening(name) ? verdictOf('may break', 'migrationRefuses') : harmless;
    case 'operation':
      if (change === 'removed') return verdictOf('breaks', 'operationGone');
      return change === 'changed' && was && is ? gradeOperation(was, is) : harmless;
    case 'route':
      if (change !== 'removed') return harmless;
      return verdictOf(isLibrary ? 'may break' : 'breaks', 'routeGone');
    case 'flag':
      if (change !== 'removed') return harmless;
      return verdictOf(isLibrary ? 'may break' : 'breaks', 'flagGone');
    case 'config': {
      if (change !== 'removed') return harmless;
      const isDocumented = /(?:^|\/)\.env\b/.test(path);
      return verdictOf(isDocumented && !isLibrary ? 'breaks' : 'may break', 'variableGone');
    }
    default:
      return harmless;
  }
}

/** Without go.mod, packages are imported by the path of the repository, which has no version. */
function gradeModulePath(was: SurfaceItem | undefined, is: SurfaceItem | undefined, path: string): Verdict {
  if (was && is) return verdictOf('breaks', 'goPath', is.signature, was.signature);
  return is && path === 'go.mod' && /\/v\d+$/.test(is.signature)
    ? verdictOf('breaks', 'newGoPath', is.signature)
    : harmless;
}

function gradeDependency(change: SurfaceChange['change'], name: string, was: string, is: string): Verdict {
  const isPeer = /^peer of /.test(was || is);
  if (isPeer) {
    const [old, now] = [was.replace(/^peer of /, ''), is.replace(/^peer of /, '')];
    if (change === 'added') return verdictOf('breaks', 'peer', name);
    if (change !== 'changed') return harmless;
    if (raisesMajor(old, now)) return verdictOf('breaks', 'newerPeer', name, now);
    return raisesMinor(old, now) ? verdictOf('may break', 'newerPeer', name, now) : harmless;
  }
  return change === 'changed' && raisesMinimumVersion(name, was, is)
    ? verdictOf('breaks', 'newerMinimum', name, is, was)
    : harmless;
}

const lowestMajor = (range: string) =>
  Math.min(...range.split('||').map((part) => Number(/\d+/.exec(part)?.[0] ?? Number.NaN)));
const raisesMajor = (was: string, is: string) => lowestMajor(is) > lowestMajor(was);
/** For ranges with one part; others rarely concern minor versions. */
const raisesMinor = (was: string, is: string) => {
  const minorOf = (range: string) => /^[\^~>=\s]*(\d+)\.(\d+)/.exec(range);
  const [old, now] = [minorOf(was), minorOf(is)];
  return old?.[1] !== undefined && old[1] === now?.[1] && Number(now[2]) > Number(old[2]);
};

function gradeOperation(was: SurfaceItem, is: SurfaceItem): Verdict {
  const [old, now] = [was.members ?? {}, is.members ?? {}];
  const verdicts = Object.entries(now).flatMap(([name, text]): Verdict[] => {
    const before = memberOf(old, name);
    if (!text.endsWith(', required') || before === text) return [];
    return [verdictOf('breaks', 'nameRequired', name)];
  });
  for (const name of Object.keys(old))
    if (memberOf(now, name) === undefined) verdicts.push(verdictOf('breaks', 'memberGone', name));
  return gravest(verdicts) ?? harmless;
}

/** Leaves out routes that an OpenAPI document in the change also lists, so that each is reported once. */
function withoutDocumentedRoutes(changes: SurfaceChange[]): SurfaceChange[] {
  const documented = new Set(
    changes.flatMap(({ area, change, name }) =>
      area === 'operation' ? [`${change} ${withoutParameterNames(name)}`] : [],
    ),
  );
  return changes.filter(
    ({ area, change, name }) =>
      area !== 'route' || !documented.has(`${change} ${withoutParameterNames(name)}`),
  );
}

export const byAreaAndPath = (a: SurfaceChange, b: SurfaceChange) =>
  compareCodeUnits(a.area, b.area) ||
  compareCodeUnits(a.path, b.path) ||
  compareCodeUnits(a.name, b.name) ||
  compareCodeUnits(a.change, b.change);
