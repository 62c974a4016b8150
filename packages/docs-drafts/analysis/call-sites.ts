import type { FileChange, SourceRepository } from '../source-repository.ts';
import { isGo, isPython, isScript } from '../surface/product-files.ts';
import { findReplacements } from './find-replacements.ts';
import type { SurfaceChange } from './surface-change.ts';

const changesMax = 40;
const filesMax = 400;
const nameLengthMin = 3;
const elsewhere = /(?:^|\/)(?:node_modules|vendor|third_party|dist|deno_dist|build|generated)\//;
/** Lines that name something without calling it. */
const notACall =
  /^\s*(?:\/\/|\/?\*|#|import\b|from\b|export\s*(?:\*|\{)|(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function|class|interface|type|enum|def|func)\b)/;

/**
 * Counts the lines by which the repository itself, often in its tests and examples, was adapted to breaking changes:
 * lines that lost the old name in a file that gained lines with the new one.
 */
export async function addCallSites(
  repository: Pick<SourceRepository, 'readBlobs'>,
  surface: readonly SurfaceChange[],
  files: readonly FileChange[],
  fileBytesMax: number,
): Promise<SurfaceChange[]> {
  const replacements = findReplacements(surface);
  const wanted = new Map(
    surface
      .filter(
        ({ area, path, isBreaking, isInternal, change, name }) =>
          area === 'export' &&
          // The kind of a package is not a call.
          !path.endsWith('package.json') &&
          isBreaking &&
          !isInternal &&
          (change === 'changed' || (change === 'removed' && replacements.has(name))),
      )
      .slice(0, changesMax)
      .map((change) => [
        change,
        { old: usesOf(change.name), now: usesOf(replacements.get(change.name) ?? change.name) },
      ]),
  );
  if (wanted.size === 0) return [...surface];
  const edits = await readEdits(repository, files, fileBytesMax);
  return surface.map((change) => {
    const uses = wanted.get(change);
    if (!uses) return change;
    const sites = edits
      .filter(({ path }) => path !== change.path)
      .map(({ path, removed, added }) => ({
        path,
        count: Math.min(removed.filter(uses.old).length, added.filter(uses.now).length),
      }))
      .filter(({ count }) => count > 0);
    const count = sites.reduce((sum, site) => sum + site.count, 0);
    const most = sites.toSorted((a, b) => b.count - a.count)[0];
    return most ? { ...change, callSites: { count, path: most.path } } : change;
  });
}

/** True if a line uses the name: a member after a dot, anything else as a whole word. */
function usesOf(name: string): (line: string) => boolean {
  const last = name.split(/[.#]/).at(-1) as string;
  const isMember = /[.#]/.test(name);
  if (last.length < nameLengthMin || !/^[\w$]+$/.test(last)) return () => false;
  const shape = new RegExp(`${isMember ? '\\.' : '(?<![\\w$])'}${last.replaceAll('$', '\\$')}(?![\\w$])`);
  return (line) => shape.test(line) && !notACall.test(line);
}

interface Edit {
  path: string;
  removed: string[];
  added: string[];
}

async function readEdits(
  repository: Pick<SourceRepository, 'readBlobs'>,
  files: readonly FileChange[],
  fileBytesMax: number,
): Promise<Edit[]> {
  const edited = files
    .filter(
      ({ path, before, after, isSubmodule }) =>
        before !== undefined &&
        after !== undefined &&
        !isSubmodule &&
        (isScript(path) || isPython(path) || isGo(path)) &&
        !elsewhere.test(path),
    )
    .slice(0, filesMax);
  const edits: Edit[] = [];
  const texts = new Map<string, string>();
  const ids = [...new Set(edited.flatMap(({ before, after }) => [before as string, after as string]))];
  await repository.readBlobs(ids, fileBytesMax, (id, bytes) => texts.set(id, bytes.toString()));
  for (const { path, before, after } of edited) {
    const [was, is] = [texts.get(before as string), texts.get(after as string)];
    if (was !== undefined && is !== undefined)
      edits.push({ path, removed: linesOnlyIn(was, is), added: linesOnlyIn(is, was) });
  }
  return edits;
}

function linesOnlyIn(text: string, other: string): string[] {
  const left = new Map<string, number>();
  for (const line of other.split(/\r?\n/)) left.set(line, (left.get(line) ?? 0) + 1);
  return text.split(/\r?\n/).filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}
