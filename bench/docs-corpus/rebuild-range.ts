import path from 'node:path';
import type { TestCommit } from '../../test/support/git-history.ts';
import type { CorpusRange } from './read-range.ts';

/** The history of a range: one commit with every file as it was, then the commits of the range. */
export function rebuildHistory(range: CorpusRange): TestCommit[] {
  const commits = range.commits.map((commit) => ({ ...commit, paths: [...commit.paths] }));
  const touched = new Map<string, number>();
  for (const { paths } of commits) for (const file of paths) touched.set(file, (touched.get(file) ?? 0) + 1);
  const last = commits.findLast(({ isMerge }) => !isMerge);
  for (const [file, { before, after }] of range.files) {
    if (before === after || touched.has(file)) continue;
    last?.paths.push(file);
    touched.set(file, 1);
  }
  const seen = new Map<string, number>();
  const contentOf = (file: string): string | null => {
    const time = (seen.get(file) ?? 0) + 1;
    seen.set(file, time);
    const known = range.files.get(file);
    if (!known) return placeholder(range.repo, file, time);
    if (known.before !== known.after && time === touched.get(file)) return known.after ?? null;
    return (known.before ?? known.after ?? '') + marker(file).repeat(time);
  };
  const start: Record<string, string> = {};
  for (const file of touched.keys())
    if (!range.files.has(file)) start[file] = placeholder(range.repo, file, 0);
  for (const [file, { before }] of range.files) if (before !== undefined) start[file] = before;
  const contents = commits.map(({ paths }) => paths.map((file) => [file, contentOf(file)] as const));
  return [
    { message: 'The release before', files: start },
    ...commits.map(({ message, isMerge, mergedCommits }, index): TestCommit => {
      // A merge begins with the files of its first parent, so it has to write those of the branch again.
      const written = contents.slice(isMerge ? index - mergedCommits : index, index + 1).flat();
      const parents = isMerge ? { parents: parentsOfMerge(index + 1, mergedCommits) } : {};
      return { message, ...parents, files: Object.fromEntries(written) };
    }),
  ];
}

/** A merge without commits of its own merges the release before, which changes nothing. */
const parentsOfMerge = (previous: number, mergedCommits: number) =>
  mergedCommits === 0 ? [previous, 1] : [previous - mergedCommits, previous];

/** Every commit has to change its files, so code that declares nothing public is added to those that look the same. */
function marker(file: string): string {
  if (file.endsWith('.go')) return 'var _ = 0\n';
  if (/\.pyi?$/.test(file)) return 'pass\n';
  return /\.[cm]?[jt]sx?$/.test(file) ? ';\n' : '\n';
}

/** The content of a file that a commit changed and the fixture does not describe. */
function placeholder(repo: string, file: string, time: number): string {
  if (file.endsWith('.json')) return `{"time":${time}}\n`;
  if (file.endsWith('.go')) {
    const folder = path.dirname(file);
    return `package ${path.basename(folder === '.' ? repo : folder).replace(/\W/g, '')}\nvar time = ${time}\n`;
  }
  if (/\.pyi?$/.test(file)) return `_time = ${time}\n`;
  return /\.[cm]?[jt]sx?$/.test(file) ? `const time = ${time};\n` : `# ${time}\n`;
}
