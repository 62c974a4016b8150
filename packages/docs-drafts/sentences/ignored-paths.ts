import path from 'node:path/posix';
import type { SourceRepository } from '../source-repository.ts';

const fileBytesMax = 64 * 1024;
const patternLengthMax = 200;

/**
 * Finds the paths that a `.gitignore` of the head may exclude: a build makes them, so that they exist for readers though no
 * commit has them. Wildcards also match slashes and exceptions (`!`) are left out, so that more may be excluded than git does.
 */
export async function findIgnored(
  repository: Pick<SourceRepository, 'readBlobs'>,
  files: ReadonlyMap<string, string>,
  paths: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const folders = new Set([...paths].flatMap(foldersAbove));
  const idByFolder = new Map<string, string>();
  for (const folder of folders) {
    const id = files.get(path.join(folder, '.gitignore'));
    if (id !== undefined) idByFolder.set(folder, id);
  }
  const patterns = new Map<string, string[]>();
  await repository.readBlobs([...new Set(idByFolder.values())], fileBytesMax, (id, bytes) => {
    patterns.set(id, readPatterns(bytes.toString()));
  });
  const isIgnored = (one: string) =>
    foldersAbove(one).some((folder) => {
      const below = folder === '.' ? one : one.slice(folder.length + 1);
      return patterns.get(idByFolder.get(folder) ?? '')?.some((pattern) => excludes(pattern, below));
    });
  return new Set([...paths].filter(isIgnored));
}

function foldersAbove(one: string): string[] {
  const found: string[] = [];
  for (let folder = path.dirname(one); ; folder = path.dirname(folder)) {
    found.push(folder);
    if (folder === '.' || folder === '/') return found;
  }
}

const readPatterns = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^[#!]/.test(line) && line.length <= patternLengthMax);

/** A pattern with a slash is one of whole paths, any other one of names. */
function excludes(pattern: string, below: string): boolean {
  const plain = pattern.replace(/\/$/, '');
  const parts = below.split('/');
  if (!plain.includes('/')) return parts.some((part) => matches(plain, part));
  const anchored = plain.replace(/^\//, '').replace(/^\*\*\//, '*');
  return parts.some((_, at) => matches(anchored, parts.slice(0, at + 1).join('/')));
}

/** Compares with `*`, `?` and classes, which match any character, in time that grows with the product of both lengths. */
function matches(pattern: string, text: string): boolean {
  const signs = pattern.replace(/\[[^\]]*\]/g, '?').replace(/\*+/g, '*');
  let [at, place] = [0, 0];
  let [star, resume] = [-1, 0];
  while (place < text.length) {
    if (signs[at] === '*') {
      star = at++;
      resume = place;
    } else if (at < signs.length && (signs[at] === '?' || signs[at] === text[place])) {
      at++;
      place++;
    } else if (star >= 0) {
      at = star + 1;
      place = ++resume;
    } else return false;
  }
  return /^\**$/.test(signs.slice(at));
}
