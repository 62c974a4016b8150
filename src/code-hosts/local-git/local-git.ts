import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CodeHost, Commit, CompareLimits, Comparison, RepositoryName, Revision } from '../code-host.ts';
import { refNotFound, repositoryNotFound, tooLarge } from '../host-failure.ts';
import { isRefName } from '../repository-name.ts';
import { newBatchReader } from './blob-reader.ts';
import { findGitDir } from './find-git-dir.ts';
import { type GitCall, GitFailure, gitText, runGit } from './git-command.ts';
import { parseCommit, type RawCommit } from './parse-commit.ts';
import { printablePath } from './printable-path.ts';
import { newFileChangeReader } from './raw-diff.ts';
import { newRecordSplitter } from './split-records.ts';
import { findWebUrl } from './web-url.ts';

// Renames among more candidates than this are looked for by identical content alone.
const renameCandidatesMax = 1_000;
const pathsPerCommit = 50;

export interface LocalAddress {
  kind: 'local';
  /** The folder with `<owner>/<name>.git` in it. */
  root: string;
  /** Where git is searched, as in PATH. */
  searchPath: string;
}

/** A repository on this machine, and with which git it is read. */
export type Repository = Pick<GitCall, 'gitDir' | 'searchPath'>;

/** Bare repositories in a folder of this machine, read with the git command. */
export function newLocalGit({ root, searchPath }: LocalAddress): CodeHost {
  const at = async (repo: RepositoryName): Promise<Repository> => {
    const gitDir = await findGitDir(root, repo);
    if (gitDir === undefined) throw repositoryNotFound(repo);
    return { gitDir, searchPath };
  };

  return {
    kind: 'local',
    hasRepository: async (repo) => (await findGitDir(root, repo)) !== undefined,
    findRepository: async (repo, signal) => {
      const repository = await at(repo);
      const head = await readFile(path.join(repository.gitDir, 'HEAD'), 'utf8');
      return {
        defaultBranch: /^ref: refs\/heads\/(\S+)/.exec(head)?.[1] ?? 'HEAD',
        webUrl: await findWebUrl(repository, signal),
      };
    },
    resolve: async (repo, ref, signal) => resolve(repo, await at(repo), ref, signal),
    compare: async (repo, base, head, limits, signal) => compare(await at(repo), base, head, limits, signal),
    readBlobs: async (repo, ids, bytesMax, signal, take) =>
      readBlobs(await at(repo), ids, bytesMax, signal, take),
    listFiles: async (repo, revision, wanted, signal) => listFiles(await at(repo), revision, wanted, signal),
    links: {
      issue: (_, { webUrl }, number) => webUrl && `${webUrl}/issues/${number}`,
      pull: (_, { webUrl }, number) => webUrl && `${webUrl}/pull/${number}`,
      commit: (_, { webUrl }, sha) => webUrl && `${webUrl}/commit/${sha}`,
    },
  };
}

async function resolve(
  repo: RepositoryName,
  repository: Repository,
  ref: string,
  signal: AbortSignal,
): Promise<Revision> {
  if (!isRefName(ref)) throw refNotFound(repo, ref);
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`];
  const sha = (await gitText({ ...repository, args, signal }).catch(whenGitFails(''))).trim();
  if (!/^[0-9a-f]{40,64}$/.test(sha)) throw refNotFound(repo, ref);
  const [commit] = await readCommits(repository, [sha], signal);
  if (!commit) throw refNotFound(repo, ref);
  return { sha, committedAt: commit.committedAt };
}

async function compare(
  repository: Repository,
  base: Revision,
  head: Revision,
  { commitsMax, filesMax }: CompareLimits,
  signal: AbortSignal,
): Promise<Comparison> {
  const git = (...args: string[]) => gitText({ ...repository, args, signal }, 64 * 1024 * 1024);
  const mergeBase =
    (await git('merge-base', '--end-of-options', base.sha, head.sha).catch(whenGitFails(''))).trim() ||
    undefined;
  const range = [
    `--max-count=${commitsMax + 1}`,
    '--topo-order',
    '--end-of-options',
    head.sha,
    `^${base.sha}`,
  ];
  const shas = (await git('rev-list', ...range)).split('\n').filter(Boolean);
  if (shas.length > commitsMax) throw tooLarge('commits', commitsMax);

  const files = newFileChangeReader(filesMax);
  const splitter = newRecordSplitter(files.take);
  const diff = ['-r', '-z', '--raw', '--no-abbrev', '--no-ext-diff', '--no-textconv', '-M50%'];
  await runGit(
    {
      ...repository,
      signal,
      args: [
        'diff-tree',
        ...diff,
        `-l${renameCandidatesMax}`,
        '--end-of-options',
        mergeBase ?? base.sha,
        head.sha,
      ],
    },
    splitter.push,
  );
  const commits = await readCommits(repository, shas, signal);
  await addPaths(repository, commits, signal);
  return {
    mergeBase,
    commits: commits.map(({ sha, isMerge, author, message, paths }): Commit => {
      return { sha, isMerge, author, message, paths };
    }),
    files: files.list(),
  };
}

async function readCommits(
  repository: Repository,
  shas: string[],
  signal: AbortSignal,
): Promise<RawCommit[]> {
  const commits = new Map<string, RawCommit>();
  const read = newBatchReader((id, type, bytes) => {
    if (type === 'commit') commits.set(id, parseCommit(id, bytes));
  });
  await runGit({ ...repository, signal, args: ['cat-file', '--batch'], input: lines(shas) }, read);
  return shas.flatMap((sha) => commits.get(sha) ?? []);
}

/** A merge touches nothing of its own: what it brings in stands in the commits it brings. */
async function addPaths(repository: Repository, commits: RawCommit[], signal: AbortSignal): Promise<void> {
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]));
  let current: RawCommit | undefined;
  const splitter = newRecordSplitter((record) => {
    const named =
      record.length >= 40 && record.length <= 64 ? bySha.get(record.toString('latin1')) : undefined;
    if (named) current = named;
    else if (current && current.paths.length < pathsPerCommit) current.paths.push(printablePath(record));
  });
  const args = ['diff-tree', '--stdin', '-r', '-z', '--root', '--name-only', '--no-renames', '--no-ext-diff'];
  await runGit({ ...repository, signal, args, input: lines(commits.map(({ sha }) => sha)) }, splitter.push);
}

async function readBlobs(
  repository: Repository,
  ids: readonly string[],
  bytesMax: number,
  signal: AbortSignal,
  take: (id: string, bytes: Buffer) => void,
): Promise<void> {
  if (ids.length === 0) return;
  const small: string[] = [];
  const sizes = newLineReader((line) => {
    const [id = '', type, size] = line.split(' ');
    if (type === 'blob' && Number(size) <= bytesMax) small.push(id);
  });
  await runGit({ ...repository, signal, args: ['cat-file', '--batch-check'], input: lines(ids) }, sizes);
  if (small.length === 0) return;
  const read = newBatchReader((id, type, bytes) => {
    if (type === 'blob') take(id, bytes);
  });
  await runGit({ ...repository, signal, args: ['cat-file', '--batch'], input: lines(small) }, read);
}

async function listFiles(
  repository: Repository,
  { sha }: Revision,
  wanted: (path: string) => boolean,
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const splitter = newRecordSplitter((record) => {
    const tab = record.indexOf(9);
    const [, type, id = ''] = record.toString('latin1', 0, tab).split(' ');
    const path = printablePath(record.subarray(tab + 1));
    if (type === 'blob' && wanted(path)) files.set(path, id);
  });
  await runGit(
    { ...repository, signal, args: ['ls-tree', '-r', '-z', '--end-of-options', sha] },
    splitter.push,
  );
  return files;
}

const lines = (ids: readonly string[]) => ids.map((id) => `${id}\n`).join('');

function newLineReader(take: (line: string) => void): (chunk: Buffer) => void {
  let rest = '';
  return (chunk) => {
    const parts = (rest + chunk.toString('latin1')).split('\n');
    rest = parts.pop() as string;
    for (const line of parts) take(line);
  };
}

const whenGitFails =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (error instanceof GitFailure) return instead;
    throw error;
  };
