import { matchesPath } from '../path-pattern.ts';
import { isScript } from '../product-files.ts';

const patternsMax = 200;
/** What npm always packs. */
const always = /^(?:package\.json|(?:readme|licen[cs]e|notice|changelog|changes|history)(?:\.\w+)?)$/i;

/** Folders that a build writes. Some repositories contain them, for users who install from there. */
const buildFolder = /^(?:dist|build|out)$/;

/**
 * Finds which files of a package npm puts into its archive, by `files` of the manifest or by `.npmignore`. Paths are
 * relative to the package. Returns undefined if this is unknown: without both, or if a build writes the packed files,
 * because then the archive has other files than the repository.
 */
export function readPackedFiles(
  files: unknown,
  npmignore: string | undefined,
  paths: readonly string[],
): ((path: string) => boolean) | undefined {
  if (Array.isArray(files)) return packedByFiles(files, paths);
  if (npmignore === undefined) return undefined;
  const isPacked = packedByIgnore(npmignore);
  const sources = paths.filter((path) => path.startsWith('src/') && isScript(path));
  // If the archive lacks some of the source, it has the output of a build.
  return sources.length > 0 && !sources.some(isPacked) ? undefined : isPacked;
}

/** Finds which files `files` of a manifest lists. A build may write others in addition. */
export function readListedFiles(files: unknown): (path: string) => boolean {
  if (!Array.isArray(files)) return () => true;
  const rules = rulesOf(files);
  return (path) =>
    always.test(path) || rules.findLast(({ segments }) => covers(segments, path))?.isNegated === false;
}

const rulesOf = (files: unknown[]) =>
  files
    .filter((pattern) => typeof pattern === 'string')
    .slice(0, patternsMax)
    .map((pattern) => ({
      isNegated: pattern.startsWith('!'),
      segments: segmentsOf(pattern.replace(/^!/, '')),
    }));

function packedByFiles(files: unknown[], paths: readonly string[]) {
  const rules = rulesOf(files);
  const included = rules.filter(({ isNegated }) => !isNegated);
  const isBuilt = included.some(
    ({ segments }) =>
      buildFolder.test(segments[0] ?? '') ||
      (!always.test(segments.join('/')) && !paths.some((path) => covers(segments, path))),
  );
  if (included.length === 0 || isBuilt) return undefined;
  const isPacked = readListedFiles(files);
  return areCompiled(paths, isPacked) ? undefined : isPacked;
}

/** True if most files of `src` are left out and are in the archive under another path: `lib/a.js` for `src/lib/a.ts`. */
function areCompiled(paths: readonly string[], isPacked: (path: string) => boolean): boolean {
  const nameOf = (path: string) => path.replace(/^.*\//, '').replace(/\.\w+$/, '');
  const sources = paths.filter((path) => /^src\/.*\.[cm]?[jt]sx?$/.test(path) && !isPacked(path));
  const packed = new Set(paths.filter((path) => isPacked(path) && isScript(path)).map(nameOf));
  return sources.filter((path) => packed.has(nameOf(path))).length * 2 > sources.length;
}

function packedByIgnore(text: string) {
  const rules = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .slice(0, patternsMax)
    .map((line) => {
      const pattern = line.replace(/^!/, '');
      // A pattern without a slash before its end matches names in every folder.
      const isAnchored = /\/(?=.)/.test(pattern);
      const segments = segmentsOf(pattern);
      return { isIgnored: !line.startsWith('!'), segments: isAnchored ? segments : ['**', ...segments] };
    });
  return (path: string) =>
    always.test(path) || rules.findLast(({ segments }) => covers(segments, path))?.isIgnored !== true;
}

const segmentsOf = (pattern: string) =>
  pattern
    .replace(/^\.?\//, '')
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.');

/** A pattern stands for a file, or for everything in a folder. */
const covers = (segments: readonly string[], path: string) =>
  matchesPath([...segments, '**'], path.split('/'));
