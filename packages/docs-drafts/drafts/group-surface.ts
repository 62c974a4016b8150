import { compareCodeUnits, type SurfaceChange } from '../analysis/surface-change.ts';

/** Changes that are described in one sentence; at least one. */
export type SurfaceGroup = [SurfaceChange, ...SurfaceChange[]];

/** Groups equal changes of exports and migrations by file, and those of packages, variables and options over all files. */
export function groupSurface(changes: SurfaceChange[]): SurfaceGroup[] {
  const groups = new Map<string, SurfaceGroup>();
  for (const change of changes) {
    const key = keyOf(change);
    const group = groups.get(key);
    if (group) group.push(change);
    else groups.set(key, [change]);
  }
  return [...groups.values()].map(tablesFirst);
}

/** Lists the tables that a migration creates before its other steps. */
const tablesFirst = (group: SurfaceGroup): SurfaceGroup =>
  group[0].area === 'schema'
    ? (group.toSorted((a, b) => Number(isTable(b)) - Number(isTable(a))) as SurfaceGroup)
    : group;

const isTable = ({ name }: SurfaceChange) => /^create table /.test(name);

function keyOf({ area, change, path, previousPath, name, grade, reason, isPackage }: SurfaceChange): string {
  const isAnywhere = area === 'config' || area === 'flag' || isPackage;
  const isPerFile = !isAnywhere && (area === 'export' || area === 'schema');
  return JSON.stringify([
    area,
    isPackage ?? false,
    change,
    grade,
    // A change of a signature has its own reason.
    ...(change === 'changed' ? [name, reason] : []),
    ...(isPerFile ? [path, previousPath] : isAnywhere ? [] : [path, name]),
  ]);
}

/** The names that a group stands for, whatever the sentence about them says. */
export const aboutSurface = (group: SurfaceGroup) =>
  JSON.stringify(
    group
      .map(({ area, change, name, path, after, isPackage }) => {
        const isPerFile = !isPackage && area !== 'config' && area !== 'flag' && area !== 'dependency';
        // Another signature or version is another change.
        const isAfter = change === 'changed' || area === 'dependency';
        return [area, change, name, isPerFile ? path : '', isAfter ? (after ?? '') : ''];
      })
      .sort(compareLists),
  );

const compareLists = (a: string[], b: string[]) => compareCodeUnits(a.join('\0'), b.join('\0'));

export const sourcesOf = (group: SurfaceChange[]) => group.flatMap(({ sources }) => sources);
