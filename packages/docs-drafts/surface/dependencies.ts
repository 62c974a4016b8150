import type { SurfaceItem } from './surface.ts';

export const isManifest = (path: string) =>
  /(?:^|\/)(?:package\.json|go\.mod|requirements[\w.-]*\.txt|pyproject\.toml|setup\.(?:py|cfg)|Cargo\.toml)$/.test(
    path,
  );

/** The dependencies of a manifest, with their versions. */
export function readDependencies(path: string, source: string): SurfaceItem[] {
  const list = path.endsWith('package.json')
    ? readPackageJson(source)
    : path.endsWith('go.mod')
      ? readGoModule(source)
      : path.endsWith('.txt')
        ? pairs(source, /^([A-Za-z][\w.-]*)(?:\[[^\]\n]*\])?[ \t]*((?:[=<>~!]=?[^#;\n]+)?)/gm)
        : /setup\.(?:py|cfg)$/.test(path)
          ? readSetup(source)
          : readToml(source);
  return list.map(([name, version, isInternal]) => ({
    area: 'dependency',
    // Python package names ignore case and treat `.`, `_` and `-` alike.
    name:
      /\.(?:txt|toml|py|cfg)$/.test(path) && !path.endsWith('Cargo.toml') && name !== 'Python'
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
/** Languages whose releases are named by two numbers, such as Python 3.12. */
const languages = new Set(['Python', 'Go', 'Rust']);
const runtimeNames = new Set([...Object.values(runtimes), ...languages]);

/** True if the name stands for a runtime or compiler, not for a package. */
export const isRuntime = (name: string) => runtimeNames.has(name);

/** Whether the minimum version of a runtime was raised. */
export const raisesMinimumVersion = (name: string, was: string, is: string): boolean => {
  if (!runtimeNames.has(name)) return false;
  // For others only the first number matters.
  const parts = languages.has(name) ? 2 : 1;
  const lowest = (range: string) =>
    (/\d+(?:\.\d+)*/.exec(range)?.[0] ?? '0').split('.').map(Number).slice(0, parts);
  const [old, now] = [lowest(was), lowest(is)];
  const at = now.findIndex((part, index) => part !== (old[index] ?? 0));
  if (at < 0 && excluded(is).difference(excluded(was)).size > 0) return true;
  return at >= 0 && (now[at] as number) > (old[at] ?? 0);
};

/** The releases that a range excludes above its minimum: `3.4` in `>=2.7, !=3.4.*`. */
const excluded = (range: string) =>
  new Set([...range.matchAll(/!=\s*(\d+\.\d+)\.\*/g)].map(([, release]) => release));

const pythonName = (name: string) => name.toLowerCase().replace(/[._-]+/g, '-');

type Dependency = [name: string, version: string, isInternal?: boolean];

function readPackageJson(source: string): Dependency[] {
  try {
    const manifest = JSON.parse(source) as Record<string, Record<string, unknown> | undefined>;
    const list = (field: string, isInternal: boolean): Dependency[] =>
      Object.entries(manifest[field] ?? {}).map(([name, version]) => [name, String(version), isInternal]);
    const shipped = [
      ...list('dependencies', false),
      ...readPeers(manifest),
      ...list('optionalDependencies', false),
    ];
    // Peers are also installed for development, which does not concern users of the package.
    const names = new Set(shipped.map(([name]) => name));
    return [
      ...shipped,
      ...list('devDependencies', true).filter(([name]) => !names.has(name)),
      ...Object.entries(manifest.engines ?? {}).flatMap(([name, version]): Dependency[] =>
        Object.hasOwn(runtimes, name) ? [[runtimes[name] as string, String(version)]] : [],
      ),
    ];
  } catch {
    return [];
  }
}

/** Peers that users have to install in addition to the package. A private package usually has no users. */
function readPeers(manifest: Record<string, Record<string, unknown> | undefined>): Dependency[] {
  const isPrivate = (manifest.private as unknown) === true;
  const meta = manifest.peerDependenciesMeta ?? {};
  return Object.entries(manifest.peerDependencies ?? {}).flatMap(([name, version]): Dependency[] =>
    (meta[name] as { optional?: unknown } | undefined)?.optional === true
      ? []
      : [[name, `peer of ${version}`, isPrivate]],
  );
}

/** True if users of the package have to install the dependency too. */
export const isPeer = ({ signature }: Pick<SurfaceItem, 'signature'>) => signature.startsWith('peer of ');

/** The name of the item for the import path of a Go module: `example.org/name/v2`. */
export const goModulePath = 'Go module path';

/** The `go` directive is the minimum version that builds the module. */
function readGoModule(source: string): Dependency[] {
  const version = /^go (\d+\.\d+(?:\.\d+)?)/m.exec(source)?.[1];
  const path = /^module[ \t]+"?([^\s"]+)/m.exec(source)?.[1];
  return [
    ...(path === undefined ? [] : [[goModulePath, path] as Dependency]),
    ...(version === undefined ? [] : [['Go', version] as Dependency]),
    ...pairs(source, /^[ \t]*(?:require )?((?=[\w-]*\.)[\w./-]+) (v\S+)(?!.*\/\/ indirect)/gm),
  ];
}

/** `python_requires` and `install_requires` in setup.py or setup.cfg. */
function readSetup(source: string): Dependency[] {
  const written = /^\s*python_requires\s*=\s*["']?([^"'\n,]+(?:,[^"'\n]+)?)/m.exec(source)?.[1];
  // `python_requires=REQUIRES_PYTHON`
  const version = /^\w+$/.test(written ?? '')
    ? new RegExp(`^${written}\\s*=\\s*["']([^"'\n]+)`, 'm').exec(source)?.[1]
    : written;
  const list = /^\s*install_requires\s*=\s*\[([^\]]*)\]/m.exec(source)?.[1] ?? '';
  return [
    ...(version === undefined ? [] : [['Python', version.trim()] as Dependency]),
    ...pairs(list, /["']([A-Za-z][\w.-]*)(?:\[[^\]\n]*\])?\s*([^"';]*)[^"']*["']/g),
  ];
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
    const python =
      section === 'project'
        ? /^requires-python\s*=\s*["']([^"']+)["']/.exec(line)?.[1]
        : /^tool\.poetry\.(?:group\.main\.)?dependencies$/.test(section)
          ? /^python\s*=\s*["']([^"']+)["']/.exec(line)?.[1]
          : undefined;
    if (python) found.push(['Python', python]);
    const rust = /^(?:workspace\.)?package$/.test(section)
      ? /^rust-version\s*=\s*["']([^"']+)["']/.exec(line)?.[1]
      : undefined;
    if (rust) found.push(['Rust', rust]);
    if (section === 'project' && /^dependencies\s*=\s*\[/.test(line)) isInList = true;
    if (isInList) {
      for (const [, double, first, single, second] of line.matchAll(
        /"([A-Za-z][\w.-]*)(?:\[[^\]]*\])?\s*([^"]*)"|(?<=[[,]\s*|^\s*)'([A-Za-z][\w.-]*)(?:\[[^\]]*\])?\s*([^']*)'/g,
      ))
        found.push([double ?? single ?? '', (first ?? second ?? '').trim() || 'any version']);
      if (/\]\s*$/.test(line)) isInList = false;
    } else if (/(?:^|\.)(?:dev-)?dependencies$/.test(section)) {
      const [, name, plain, inTable] =
        /^([\w-]+)\s*=\s*(?:"([^"]*)"|\{.*?version\s*=\s*"([^"]*)")/.exec(line) ?? [];
      if (name && name !== 'python') found.push([name, plain ?? inTable ?? '', section.includes('dev')]);
    }
  }
  return found;
}
