import type { SourceRepository } from '../source-repository.ts';
import { parseManifest } from '../surface/packages/script-packages.ts';

const manifestsMax = 1_000;
const manifestBytesMax = 200_000;

export const isOwnManifest = (path: string) =>
  /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.(?:cfg|py)|go\.mod|__init__\.py)$|(?:^|\/)cmd\/[^/]+\/[^/]+\.go$/.test(
    path,
  ) && !/(?:^|\/)(?:node_modules|vendor|tests?|fixtures?|__fixtures__|examples?|templates?)\//.test(path);

/** The names of packages and commands that the repository makes, in lower case. */
export async function readOwnNames(
  repository: Pick<SourceRepository, 'name' | 'readBlobs'>,
  manifests: ReadonlyMap<string, string>,
): Promise<ReadonlySet<string>> {
  const names = new Set([repository.name.split('/').at(-1) as string]);
  const byId = new Map<string, string>();
  for (const [path, id] of manifests) {
    const folder = path.split('/').at(-2);
    // A Python package is imported by the name of its folder, a Go command is called by it.
    if (/\.py$/.test(path) && !path.endsWith('setup.py') && path.split('/').length <= 3)
      names.add(folder ?? '');
    else if (/\/cmd\//.test(`/${path}`) && path.endsWith('.go')) names.add(folder ?? '');
    else if (byId.size < manifestsMax) byId.set(id, path);
  }
  await repository.readBlobs([...byId.keys()], manifestBytesMax, (id, bytes) => {
    for (const name of namesIn(byId.get(id) as string, bytes.toString())) names.add(name);
  });
  names.delete('');
  return new Set([...names].map((name) => name.toLowerCase()));
}

function namesIn(path: string, text: string): string[] {
  if (path.endsWith('.json')) {
    const { name, bin } = parseManifest(text) ?? {};
    const commands = bin !== null && typeof bin === 'object' ? Object.keys(bin) : [];
    return [...(typeof name === 'string' ? [name, name.replace(/^@[^/]+\//, '')] : []), ...commands];
  }
  if (path.endsWith('go.mod'))
    return [...text.matchAll(/^module\s+"?(?:[^\s"]+\/)?([\w.-]+?)(?:\/v\d+)?"?\s*$/gm)].map(
      ([, name = '']) => name,
    );
  return [...text.matchAll(/^\s*name\s*=\s*["']?([\w.-]+)/gm)].map(([, name = '']) => name);
}
