import { createHash } from 'node:crypto';
import { analyzeChange } from './analysis/analyze-change.ts';
import type { FileChange, SourceRepository } from './source-repository.ts';

export type Files = Record<string, string>;

const idOf = (text: string) => createHash('sha1').update(text).digest('hex');

/** Two versions of one repository in memory. */
export function repositoryOf(before: Files, after: Files): SourceRepository {
  const blobs = new Map(
    [...Object.values(before), ...Object.values(after)].map((text) => [idOf(text), text]),
  );
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const files = paths.flatMap((path): FileChange[] => {
    const [was, is] = [before[path], after[path]];
    if (was === is) return [];
    const kind = was === undefined ? 'added' : is === undefined ? 'removed' : 'modified';
    return [
      {
        ...{ kind, path, isSubmodule: false },
        ...(was !== undefined && { before: idOf(was) }),
        ...(is !== undefined && { after: idOf(is) }),
      } as FileChange,
    ];
  });
  return {
    name: 'acme/lib',
    resolve: async () => revision,
    findReleaseText: async () => undefined,
    isRefusal: () => false,
    links: { issue: undefined, pull: undefined, commit: undefined },
    compare: async () => ({ mergeBase: '1', commits: [], files }),
    listFiles: async (_revision, filter) =>
      new Map(
        Object.entries(after).flatMap(([path, text]) => (filter(path) ? [[path, idOf(text)] as const] : [])),
      ),
    readBlobs: async (ids, bytesMax, onBlob) => {
      for (const id of ids) {
        const bytes = Buffer.from(blobs.get(id) ?? '');
        if (bytes.length <= bytesMax) onBlob(id, bytes);
      }
    },
  };
}

export const revision = { sha: '1', committedAt: '2026-11-01T00:00:00Z' };
const limits = { commitsMax: 10, filesMax: 1_000, fileBytesMax: 1_000_000 };

/** Compares two versions of a repository. */
export async function analyze(before: Files, after: Files) {
  const range = { base: revision, head: revision };
  return analyzeChange(repositoryOf(before, after), range, limits, () => {});
}

/** `breaks removed f` for each change that is not internal; additions are left out. */
export async function verdicts(before: Files, after: Files): Promise<string[]> {
  const { surface } = await analyze(before, after);
  return surface.flatMap(({ grade, change, name, isInternal }) =>
    isInternal || (change === 'added' && grade === 'changed') ? [] : [`${grade} ${change} ${name}`],
  );
}

export const manifest = (more: object = {}) =>
  JSON.stringify({ name: 'lib', types: './index.d.ts', main: './src/index.ts', ...more });
/** Two versions of the entry file of a TypeScript package. */
export const ts = (before: string, after: string): [Files, Files] => [
  { 'package.json': manifest({ types: undefined }), 'src/index.ts': before },
  { 'package.json': manifest({ types: undefined }), 'src/index.ts': after },
];
export const py = (before: string, after: string): [Files, Files] => [
  { 'pyproject.toml': '[project]\nname = "lib"\n', 'lib/__init__.py': '', 'lib/core.py': before },
  { 'pyproject.toml': '[project]\nname = "lib"\n', 'lib/__init__.py': '', 'lib/core.py': after },
];
export const go = (before: string, after: string): [Files, Files] => [
  { 'go.mod': 'module lib\n\ngo 1.22\n', 'lib.go': `package lib\n${before}` },
  { 'go.mod': 'module lib\n\ngo 1.22\n', 'lib.go': `package lib\n${after}` },
];
export const files = (before: Files, after: Files): [Files, Files] => [before, after];

/** Twenty levels of three types that each inherit from all of the level before: three thousand million ways up from `A19`. */
export const crosswise = (declare: (name: string, bases: string[]) => string) =>
  Array.from({ length: 20 }, (_, level) =>
    ['A', 'B', 'C'].map((name) =>
      declare(`${name}${level}`, level > 0 ? ['A', 'B', 'C'].map((base) => `${base}${level - 1}`) : []),
    ),
  )
    .flat()
    .join('\n');
