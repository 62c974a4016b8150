import { parseManifest } from './script-packages.ts';
import { sourceCandidates } from './source-candidates.ts';

/** Maps import paths that are neither relative nor packages: `@/parts/list` to `src/parts/list`. */
export interface ImportAlias {
  /** The folder whose files may use it, with a slash at the end; empty for the root. */
  folder: string;
  /** The text before and after the star; without a star the whole name and undefined. */
  start: string;
  end: string | undefined;
  /** Paths from the root of the repository, with a star where the import path has one. */
  targets: string[];
}

const aliasesMax = 500;
const extendsMax = 5;

export const isTypeScriptConfig = (path: string) => /(?:^|\/)[jt]sconfig[\w.-]*\.json$/.test(path);

/** The `paths` of tsconfig.json, also those of a file that it extends. */
export function readTypeScriptAliases(
  path: string,
  textOf: (path: string) => string | undefined,
): ImportAlias[] {
  const folder = folderOf(path);
  let current: string | undefined = path;
  for (let depth = 0; current !== undefined && depth < extendsMax; depth++) {
    const config = parseWithComments(textOf(current) ?? '');
    if (!config) return [];
    const options = objectOf(config.compilerOptions);
    if (options?.paths !== undefined) {
      const base = joinPaths(folderOf(current), typeof options.baseUrl === 'string' ? options.baseUrl : '.');
      return aliasesOf(options.paths, folder, (target) => [joinPaths(base, target)]);
    }
    const parent: unknown = Array.isArray(config.extends) ? config.extends.at(-1) : config.extends;
    current =
      typeof parent === 'string' && parent.startsWith('.')
        ? joinPaths(folderOf(current), /\.json$/.test(parent) ? parent : `${parent}.json`)
        : undefined;
  }
  return [];
}

/** `imports` of package.json: `#parts/*` to the sources of `./dist/parts/*.js`. */
export function readPackageImports(manifestPath: string, text: string): ImportAlias[] {
  const folder = folderOf(manifestPath);
  const imports = objectOf(objectOf(parseManifest(text))?.imports);
  const targets = Object.fromEntries(
    Object.entries(imports ?? {}).map(([name, value]) => [name, stringsIn(value)]),
  );
  return aliasesOf(targets, folder, (target) =>
    sourceCandidates(target).map((candidate) => folder + candidate),
  );
}

/** The paths that an import of `importer` may mean; the nearest configuration comes first. */
export function aliasTargets(aliases: readonly ImportAlias[], importer: string, specifier: string): string[] {
  return aliases
    .filter(({ folder, start, end }) => {
      if (!importer.startsWith(folder)) return false;
      return end === undefined
        ? specifier === start
        : specifier.length > start.length + end.length &&
            specifier.startsWith(start) &&
            specifier.endsWith(end);
    })
    .sort((a, b) => b.folder.length - a.folder.length || b.start.length - a.start.length)
    .flatMap(({ start, end = '', targets }) => {
      const star = specifier.slice(start.length, specifier.length - end.length);
      return targets.map((target) => target.replace('*', () => star));
    });
}

function aliasesOf(paths: unknown, folder: string, locate: (target: string) => string[]): ImportAlias[] {
  return Object.entries(objectOf(paths) ?? {})
    .slice(0, aliasesMax)
    .flatMap(([name, list]): ImportAlias[] => {
      // A lone star would catch the packages too.
      if (name === '*') return [];
      const [start = '', end] = name.split('*');
      return [{ folder, start, end, targets: stringsIn(list).flatMap(locate) }];
    });
}

const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return Object.values(objectOf(value) ?? {}).flatMap(stringsIn);
};

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);

function joinPaths(folder: string, path: string): string {
  const parts: string[] = [];
  for (const part of `${folder}/${path}`.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

const objectOf = (value: unknown): Record<string, unknown> | undefined =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;

/** JSON as TypeScript reads it: with comments, and with commas before a closing bracket. */
function parseWithComments(text: string): Record<string, unknown> | undefined {
  const plain = text.replace(/"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (part) =>
    part.startsWith('"') ? part : ' ',
  );
  return objectOf(
    parseManifest(plain.replace(/"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])/g, (part) => (part === ',' ? '' : part))),
  );
}
