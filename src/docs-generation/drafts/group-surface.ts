import type { SurfaceChange } from '../analysis/compare-surfaces.ts';

/** What became of several names in the same way; at least one. */
export type SurfaceGroup = [SurfaceChange, ...SurfaceChange[]];

/** Names of one file that fared alike are one statement, and so are variables and options wherever they stand. */
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

/** What a migration makes, before what it puts on top of that. */
const tablesFirst = (group: SurfaceGroup): SurfaceGroup =>
  group[0].area === 'schema'
    ? (group.toSorted((a, b) => Number(isTable(b)) - Number(isTable(a))) as SurfaceGroup)
    : group;

const isTable = ({ name }: SurfaceChange) => /^create table /.test(name);

function keyOf({ area, change, path, previousPath, name }: SurfaceChange): string {
  const isPerFile = area === 'export' || area === 'schema';
  const isAnywhere = area === 'config' || area === 'flag';
  return JSON.stringify([
    area,
    change,
    ...(isPerFile ? [path, previousPath] : isAnywhere ? [] : [path, name]),
  ]);
}

export const sourcesOf = (group: SurfaceGroup) => group.flatMap(({ sources }) => sources);
