import type { FileChange } from '../source-repository.ts';
import type { Declaration } from '../surface/declaration.ts';
import { isNonProductFile } from '../surface/product-files.ts';
import type { ParsedFile, SourceTree } from './source-tree.ts';
import type { SurfaceChange } from './surface-change.ts';

/**
 * What the changed files export to other files of the repository. Its changes break nobody outside, but matter to
 * people who work on the repository.
 */
export function compareInternalExports(
  tree: SourceTree,
  files: readonly FileChange[],
  publicFiles: ReadonlySet<string>,
): SurfaceChange[] {
  return files.flatMap((file) => {
    const { path, previousPath = path, before, after } = file;
    if (publicFiles.has(path) || publicFiles.has(previousPath) || isNonProductFile(path)) return [];
    const [was, is] = [tree.file('before', previousPath), tree.file('after', path)];
    // A file with an unread side is left out: all its exports would look added or removed.
    if ((before !== undefined && !was) || (after !== undefined && !is)) return [];
    const [old, now] = [exportsOf(was), exportsOf(is)];
    const describe = (change: SurfaceChange['change'], name: string): SurfaceChange => ({
      area: 'export',
      change,
      name,
      path,
      ...(change !== 'added' && { before: old.get(name) as string }),
      ...(change !== 'removed' && { after: now.get(name) as string }),
      grade: 'changed',
      reason: '',
      isBreaking: false,
      isInternal: true,
      sources: [{ path, id: after ?? before ?? '' }],
    });
    return [
      ...[...old.keys()].filter((name) => !now.has(name)).map((name) => describe('removed', name)),
      ...[...now.keys()].filter((name) => !old.has(name)).map((name) => describe('added', name)),
      ...[...now]
        .filter(([name, text]) => old.has(name) && old.get(name) !== text)
        .map(([name]) => describe('changed', name)),
    ];
  });
}

function exportsOf(file: ParsedFile | undefined): Map<string, string> {
  const names = new Map<string, string>();
  const add = (name: string, { signature, isInternal }: Declaration) => {
    if (!isInternal) names.set(name, signature);
  };
  for (const [name, target] of file?.script?.exports ?? []) {
    const declaration =
      'local' in target
        ? file?.script?.declarations.get(target.local)
        : 'from' in target
          ? undefined
          : target;
    if (declaration) add(name, declaration);
  }
  for (const [name, declaration] of file?.python?.declarations ?? [])
    if (!name.startsWith('_')) add(name, declaration);
  if (file?.go?.isIgnored) return names;
  for (const [name, declaration] of file?.go?.declarations ?? []) add(name, declaration);
  for (const [owner, methods] of file?.go?.methods ?? [])
    for (const [name, method] of methods) add(`${owner}.${name}`, method);
  return names;
}
