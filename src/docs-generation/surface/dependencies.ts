import type { SurfaceItem } from './surface.ts';

export const isManifest = (path: string) =>
  /(?:^|\/)(?:package\.json|go\.mod|requirements[\w.-]*\.txt|pyproject\.toml|Cargo\.toml)$/.test(path);

/** The dependencies of a manifest, with their versions. */
export function readDependencies(path: string, source: string): SurfaceItem[] {
  const list = path.endsWith('package.json')
    ? readPackageJson(source)
    : path.endsWith('go.mod')
      ? pairs(source, /^[ \t]*(?:require )?((?=[\w-]*\.)[\w./-]+) (v\S+)/gm)
      : path.endsWith('.txt')
        ? pairs(source, /^([A-Za-z][\w.-]*)(?:\[[^\]\n]*\])?[ \t]*((?:[=<>~!]=?[^#;\n]+)?)/gm)
        : readToml(source);
  return list.map(([name, version, isInternal]) => ({
    area: 'dependency',
    // Python package names ignore case and treat `.`, `_` and `-` alike.
    name:
      /\.(?:txt|toml)$/.test(path) && !path.endsWith('Cargo.toml') && name !== 'Python'
        ? pythonName(name)
        : name,
    signature: version,
    ...(isInternal && { isInternal }),
  }));
}

/** Display names of the runtimes in the `engines` field of package.json. */
const runtimes: Record<string, string> = {
  node: 'Node.js',
  bun: 'Bun',
  deno: 'Deno',
  vscode: 'Visual Studio Code',
};
const runtimeNames = new Set([...Object.values(runtimes), 'Python']);

/** Whether the minimum version of a runtime was raised. */
export const raisesMinimumVersion = (name: string, was: string, is: string): boolean => {
  if (!runtimeNames.has(name)) return false;
  const lowest = (range: string) => (/\d+(?:\.\d+)*/.exec(range)?.[0] ?? '0').split('.').map(Number);
  const [old, now] = [lowest(was), lowest(is)];
  const at = now.findIndex((part, index) => part !== (old[index] ?? 0));
  return at >= 0 && (now[at] as number) > (old[at] ?? 0);
};

const pythonName = (name: string) => name.toLowerCase().replace(/[._-]+/g, '-');

type Dependency = [name: string, version: string, isInternal?: boolean];

function readPackageJson(source: string): Dependency[] {
  try {
    const manifest = JSON.parse(source) as Record<string, Record<string, unknown> | undefined>;
    const list = (field: string, isInternal: boolean): Dependency[] =>
      Object.entries(manifest[field] ?? {}).map(([name, version]) => [name, String(version), isInternal]);
    return [
      ...list('dependencies', false),
      ...list('peerDependencies', false),
      ...list('optionalDependencies', false),
      ...list('devDependencies', true),
      ...Object.entries(manifest.engines ?? {}).flatMap(([name, version]): Dependency[] =>
        Object.hasOwn(runtimes, name) ? [[runtimes[name] as string, String(version)]] : [],
      ),
    ];
  } catch {
    return [];
  }
}

const pairs = (source: string, shape: RegExp): Dependency[] =>
  [...source.matchAll(shape)].map(([, name = '', version = '']) => [name, version.trim() || 'any version']);

function readToml(source: string): Dependency[] {
  const found: Dependency[] = [];
  let section = '';
  let isInList = false;
  for (const line of source.split('\n')) {
    const heading = /^\[{1,2}([^[\]]+)\]/.exec(line)?.[1];
    if (heading !== undefined) section = heading;
    const python = section === 'project' && /^requires-python\s*=\s*"([^"]+)"/.exec(line)?.[1];
    if (python) found.push(['Python', python]);
    if (section === 'project' && /^dependencies\s*=\s*\[/.test(line)) isInList = true;
    if (isInList) {
      for (const [, name = '', version = ''] of line.matchAll(
        /"([A-Za-z][\w.-]*)(?:\[[^\]]*\])?\s*([^"]*)"/g,
      ))
        found.push([name, version.trim() || 'any version']);
      if (/\]\s*$/.test(line)) isInList = false;
    } else if (/(?:^|\.)(?:dev-)?dependencies$/.test(section)) {
      const [, name, plain, inTable] =
        /^([\w-]+)\s*=\s*(?:"([^"]*)"|\{.*?version\s*=\s*"([^"]*)")/.exec(line) ?? [];
      if (name && name !== 'python') found.push([name, plain ?? inTable ?? '', section.includes('dev')]);
    }
  }
  return found;
}
