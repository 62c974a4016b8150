import type { Commit, CompareLimits, Comparison, Revision } from '../code-host.ts';
import { tooLarge } from '../host-failure.ts';
import { gitText, lines, orIfGitFails, type Repository, runGit } from './git-command.ts';
import type { RawCommit } from './parse-commit.ts';
import { printablePath } from './printable-path.ts';
import { newFileChangeReader } from './raw-diff.ts';
import { readCommits } from './read-commits.ts';
import { newRecordSplitter } from './split-records.ts';

// Among more candidates than this, only files with identical content are matched as renames.
export const renameCandidatesMax = 1_000;
const pathsPerCommit = 50;
/** Beyond `pathsPerCommit`, one path of each further folder shows which parts a large commit changed. */
const pathsPerLargeCommit = 200;
const listBytesMax = 64 * 1024 * 1024;

/** The commits that head has and base lacks, and the two commits whose files are compared. */
export interface Range {
  mergeBase: string | undefined;
  /** Newest first. */
  shas: string[];
  from: string;
  to: string;
}

export async function compare(
  repository: Repository,
  base: Revision,
  head: Revision,
  limits: CompareLimits,
  signal: AbortSignal,
): Promise<Comparison> {
  const range = await findRange(repository, base, head, limits.commitsMax, signal);
  return describeRange(repository, range, limits.filesMax, signal, 'similar');
}

export async function findRange(
  repository: Repository,
  base: Revision,
  head: Revision,
  commitsMax: number,
  signal: AbortSignal,
): Promise<Range> {
  const git = (...args: string[]) => gitText({ ...repository, args, signal }, listBytesMax);
  const mergeBase =
    (await git('merge-base', '--end-of-options', base.sha, head.sha).catch(orIfGitFails(''))).trim() ||
    undefined;
  const limit = `--max-count=${commitsMax + 1}`;
  const listed = await git('rev-list', limit, '--topo-order', '--end-of-options', head.sha, `^${base.sha}`);
  const shas = listed.split('\n').filter(Boolean);
  if (shas.length > commitsMax) throw tooLarge('commits', commitsMax);
  return { mergeBase, shas, from: mergeBase ?? base.sha, to: head.sha };
}

/** `similar` matches renames by content, which must be present in the repository; `same` only by blob id. */
export async function describeRange(
  repository: Repository,
  { mergeBase, shas, from, to }: Range,
  filesMax: number,
  signal: AbortSignal,
  renames: 'similar' | 'same',
): Promise<Comparison> {
  const renameOptions = [renames === 'similar' ? '-M50%' : '-M100%', `-l${renameCandidatesMax}`];
  const files = await listChanges(repository, { from, to }, filesMax, signal, renameOptions);
  const commits = await readCommits(repository, shas, signal);
  await addPaths(repository, commits, signal);
  return {
    mergeBase,
    commits: commits.map(({ sha, isMerge, parents, author, message, paths }): Commit => {
      return { sha, isMerge, parents, author, message, paths };
    }),
    files,
  };
}

export async function listChanges(
  repository: Repository,
  { from, to }: Pick<Range, 'from' | 'to'>,
  filesMax: number,
  signal: AbortSignal,
  renames: string[],
) {
  const files = newFileChangeReader(filesMax);
  const splitter = newRecordSplitter(files.onRecord);
  const options = ['-r', '-z', '--raw', '--no-abbrev', '--no-ext-diff', '--no-textconv', ...renames];
  await runGit(
    { ...repository, signal, args: ['diff-tree', ...options, '--end-of-options', from, to] },
    splitter.push,
  );
  return files.list();
}

/** A merge commit gets no paths: the changes belong to the commits that it merges. */
export async function addPaths(
  repository: Repository,
  commits: RawCommit[],
  signal: AbortSignal,
): Promise<void> {
  if (commits.length === 0) return;
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]));
  let current: RawCommit | undefined;
  let folders = new Set<string>();
  const splitter = newRecordSplitter((record) => {
    const commit =
      record.length >= 40 && record.length <= 64 ? bySha.get(record.toString('latin1')) : undefined;
    if (commit) [current, folders] = [commit, new Set()];
    else if (current && current.paths.length < pathsPerLargeCommit) {
      const path = printablePath(record);
      const folder = path.slice(0, path.lastIndexOf('/') + 1);
      if (current.paths.length < pathsPerCommit || !folders.has(folder)) current.paths.push(path);
      folders.add(folder);
    }
  });
  const args = ['diff-tree', '--stdin', '-r', '-z', '--root', '--name-only', '--no-renames', '--no-ext-diff'];
  await runGit({ ...repository, signal, args, input: lines(commits.map(({ sha }) => sha)) }, splitter.push);
}
