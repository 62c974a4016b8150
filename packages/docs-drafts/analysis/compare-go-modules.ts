import type { Claim } from './claims.ts';
import { verdictOf } from './rules/declaration-rules.ts';
import type { SourceTree } from './source-tree.ts';

/**
 * Reports packages that became separate modules, in one claim: users must require the new modules, because the
 * enclosing module no longer contains them.
 */
export function compareGoModules(tree: SourceTree, isPublicGoFile: (path: string) => boolean): Claim[] {
  if (!tree.before.has('go.mod')) return [];
  const published = [...tree.before.keys()].filter(isPublicGoFile);
  const split = [...tree.after.keys()]
    .filter((path) => path.endsWith('/go.mod') && !tree.before.has(path))
    .map((path) => path.slice(0, -'go.mod'.length))
    .filter((folder) => published.some((path) => path.startsWith(folder)) && !isSplit(tree, folder))
    .sort();
  const [first, ...others] = split.map((folder) => folder.slice(0, -1));
  if (first === undefined) return [];
  const more = others.length > namesShown ? ` and ${others.length - namesShown} more` : '';
  const same = others.length > 0 ? `; the same for ${others.slice(0, namesShown).join(', ')}${more}` : '';
  return [
    {
      area: 'export',
      change: 'changed',
      name: first,
      path: `${first}/go.mod`,
      before: `package ${first}`,
      after: `${others.length === 0 ? 'separate module' : 'separate modules'} ${[first, ...others].join(', ')}`,
      isPackage: true,
      verdict: verdictOf('breaks', 'split', same),
    },
  ];
}

const namesShown = 12;

/** True if the folder already belonged to another module than the one at the root. */
const isSplit = (tree: SourceTree, folder: string) =>
  [...tree.before.keys()].some((path) => {
    const module = path.endsWith('/go.mod') ? path.slice(0, -'go.mod'.length) : undefined;
    return module !== undefined && folder.startsWith(module);
  });
