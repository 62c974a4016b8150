import type { FileChange } from '../code-host.ts';
import { tooLarge } from '../host-failure.ts';

export interface TreeEntry {
  path: string;
  /** The id of a blob, or of the commit of a submodule. */
  id: string;
  isSubmodule: boolean;
}

export type Tree = Map<string, TreeEntry>;

/** Path → blob id of the files that pass the filter, without submodules. */
export const filterFiles = (tree: Tree, filter: (path: string) => boolean): Map<string, string> =>
  new Map(
    [...tree.values()]
      .filter(({ path, isSubmodule }) => !isSubmodule && filter(path))
      .map(({ path, id }) => [path, id]),
  );

/** Lists the changes between two trees. A removed and an added file with the same content count as a rename. */
export function diffTrees(
  before: Tree,
  after: Tree,
  renames: ReadonlyMap<string, string>,
  filesMax: number,
): FileChange[] {
  const changes: FileChange[] = [];
  const removed = new Map<string, TreeEntry>();
  for (const [path, entry] of before) if (!after.has(path)) removed.set(path, entry);
  const removedById = new Map([...removed.values()].map((entry) => [entry.id, entry]));

  for (const [path, entry] of after) {
    const old = before.get(path);
    if (old?.id === entry.id) continue;
    const known = renames.get(path);
    const from = old
      ? undefined
      : ((known !== undefined ? removed.get(known) : undefined) ?? removedById.get(entry.id));
    if (from && removed.delete(from.path)) changes.push(change('renamed', entry, from));
    else changes.push(change(old ? 'modified' : 'added', entry, old));
    if (changes.length > filesMax) throw tooLarge('files', filesMax);
  }
  for (const entry of removed.values()) changes.push(change('removed', entry, entry));
  if (changes.length > filesMax) throw tooLarge('files', filesMax);
  return changes;
}

function change(kind: FileChange['kind'], entry: TreeEntry, old: TreeEntry | undefined): FileChange {
  const isSubmodule = entry.isSubmodule || old?.isSubmodule === true;
  return {
    kind,
    path: entry.path,
    ...(kind === 'renamed' && old && { previousPath: old.path }),
    ...(old && !isSubmodule && { before: old.id }),
    ...(kind !== 'removed' && !isSubmodule && { after: entry.id }),
    isSubmodule,
  };
}
