import type { SourceRepository } from '../source-repository.ts';
import { isRuntime } from '../surface/dependencies.ts';
import { isGo, isNonProductFile } from '../surface/product-files.ts';
import type { SourceTree } from './source-tree.ts';
import type { SurfaceChange } from './surface-change.ts';

/** Modules with more files are not searched. */
const filesMax = 600;

/** Marks modules that only tests import as development dependencies, because go.mod does not distinguish them. */
export async function markTestDependencies(
  repository: Pick<SourceRepository, 'readBlobs'>,
  { after }: Pick<SourceTree, 'after'>,
  surface: readonly SurfaceChange[],
  fileBytesMax: number,
): Promise<SurfaceChange[]> {
  const isModule = ({ area, path, name, isInternal }: SurfaceChange) =>
    area === 'dependency' && path.endsWith('go.mod') && !isInternal && !isRuntime(name);
  const modules = new Set(surface.filter(isModule).map(({ name }) => name));
  const sources = [...after].filter(([path]) => isGo(path) && !/(?:^|\/)vendor\//.test(path));
  if (modules.size === 0 || sources.length > filesMax) return [...surface];
  const isTest = new Map<string, boolean>();
  for (const [path, id] of sources) isTest.set(id, isNonProductFile(path) && isTest.get(id) !== false);
  const [tested, shipped] = [new Set<string>(), new Set<string>()];
  await repository.readBlobs([...isTest.keys()], fileBytesMax, (id, bytes) => {
    const text = bytes.toString();
    for (const name of modules)
      if (text.includes(`"${name}"`) || text.includes(`"${name}/`))
        (isTest.get(id) ? tested : shipped).add(name);
  });
  return surface.map((change) =>
    isModule(change) && tested.has(change.name) && !shipped.has(change.name)
      ? { ...change, isInternal: true }
      : change,
  );
}
