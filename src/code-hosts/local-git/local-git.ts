import type { CodeHost, RepositoryName, Revision } from '../code-host.ts';
import { refNotFound, repositoryNotFound } from '../host-failure.ts';
import { isRefName } from '../repository-name.ts';
import { newBatchReader } from './blob-reader.ts';
import { compare } from './compare.ts';
import { findGitDir } from './find-git-dir.ts';
import { orIfGitFails, type Repository, runGit } from './git-command.ts';
import { listCommits, listTags } from './list-commits.ts';
import { listRefs, listTagsWithin } from './list-refs.ts';
import { printablePath } from './printable-path.ts';
import { findCommit } from './read-commits.ts';
import { readDefaultBranch } from './read-default-branch.ts';
import { readHistory } from './read-history.ts';
import { readTagMessage } from './read-tag-message.ts';
import { newRecordSplitter } from './split-records.ts';
import { tryMerges } from './try-merges.ts';
import { findWebUrl } from './web-url.ts';

export interface LocalAddress {
  kind: 'local';
  /** The folder that contains `<owner>/<name>.git`. */
  root: string;
  /** Folders to search for the git command, as in PATH. */
  searchPath: string;
}

/** Bare repositories in a local folder, read with the git command. */
export function newLocalGit({ root, searchPath }: LocalAddress): CodeHost {
  const getRepository = async (repo: RepositoryName): Promise<Repository> => {
    const gitDir = await findGitDir(root, repo);
    if (gitDir === undefined) throw repositoryNotFound(repo);
    return { gitDir, searchPath };
  };
  return newGitReader(getRepository, async (repo) => (await findGitDir(root, repo)) !== undefined);
}

/** The one repository of a folder, under whatever name it is asked for. */
export const newCheckout = (repository: Repository): CodeHost =>
  newGitReader(
    async () => repository,
    async () => true,
  );

function newGitReader(
  getRepository: (repo: RepositoryName) => Promise<Repository>,
  hasRepository: (repo: RepositoryName) => Promise<boolean>,
): CodeHost {
  return {
    kind: 'local',
    hasRepository,
    findRepository: async (repo, signal) => {
      const repository = await getRepository(repo);
      return {
        defaultBranch: await readDefaultBranch(repository),
        webUrl: await findWebUrl(repository, signal),
      };
    },
    resolve: async (repo, ref, signal) => resolve(repo, await getRepository(repo), ref, signal),
    listRefs: async (repo, search, signal) => listRefs(await getRepository(repo), search, signal),
    listTagsWithin: async (repo, revision, signal) =>
      listTagsWithin(await getRepository(repo), revision, signal),
    listTags: async (repo, signal) => listTags(await getRepository(repo), signal),
    listCommits: async (repo, range, signal) => listCommits(await getRepository(repo), range, signal),
    compare: async (repo, base, head, limits, signal) =>
      compare(await getRepository(repo), base, head, limits, signal),
    readBlobs: async (repo, ids, bytesMax, signal, onBlob) =>
      readBlobs(await getRepository(repo), ids, bytesMax, signal, onBlob),
    listFiles: async (repo, revision, filter, signal) =>
      listFiles(await getRepository(repo), revision, filter, signal),
    listRootFiles: async (repo, revision, signal) =>
      listFiles(await getRepository(repo), revision, () => true, signal, []),
    findReleaseText: async (repo, tag, signal) => readTagMessage(await getRepository(repo), tag, signal),
    readHistory: async (repo, revision, commitsMax, signal) =>
      readHistory(await getRepository(repo), revision, commitsMax, signal),
    tryMerges: async (repo, request, signal) => tryMerges(await getRepository(repo), request, signal),
    links: {
      issue: (_, { webUrl }, number) => webUrl && `${webUrl}/issues/${number}`,
      pull: (_, { webUrl }, number) => webUrl && `${webUrl}/pull/${number}`,
      commit: (_, { webUrl }, sha) => webUrl && `${webUrl}/commit/${sha}`,
      // The path depends on the code host, which a mirror does not know.
      file: () => undefined,
    },
    close: async () => {},
  };
}

async function resolve(
  repo: RepositoryName,
  repository: Repository,
  ref: string,
  signal: AbortSignal,
): Promise<Revision> {
  if (!isRefName(ref)) throw refNotFound(repo, ref);
  const commit = await findCommit(repository, ref, signal).catch(orIfGitFails(undefined));
  if (!commit) throw refNotFound(repo, ref);
  return { sha: commit.sha, committedAt: commit.committedAt };
}

export async function readBlobs(
  repository: Repository,
  ids: readonly string[],
  bytesMax: number,
  signal: AbortSignal,
  onBlob: (id: string, bytes: Buffer) => void,
): Promise<void> {
  if (ids.length === 0) return;
  const withinLimit: string[] = [];
  const isSized = Promise.withResolvers<void>();
  let unsized = ids.length;
  const readSizes = newLineReader((line) => {
    const [id = '', type, size] = line.split(' ');
    if (type === 'blob' && Number(size) <= bytesMax) withinLimit.push(id);
    if (--unsized === 0) isSized.resolve();
  });
  const readContents = newBatchReader((id, type, bytes) => {
    if (type === 'blob') onBlob(id, bytes);
  });
  async function* commands() {
    yield `${ids.map((id) => `info ${id}\n`).join('')}flush\n`;
    await isSized.promise;
    yield withinLimit.map((id) => `contents ${id}\n`).join('');
  }
  const args = ['cat-file', '--batch-command', '--buffer'];
  await runGit({ ...repository, signal, args, input: commands() }, (chunk) =>
    unsized > 0 ? readSizes(chunk) : readContents(chunk),
  );
}

async function listFiles(
  repository: Repository,
  { sha }: Revision,
  filter: (path: string) => boolean,
  signal: AbortSignal,
  depth: string[] = ['-r'],
): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const splitter = newRecordSplitter((record) => {
    const tab = record.indexOf(9);
    const [, type, id = ''] = record.toString('latin1', 0, tab).split(' ');
    const path = printablePath(record.subarray(tab + 1));
    if (type === 'blob' && filter(path)) files.set(path, id);
  });
  await runGit(
    { ...repository, signal, args: ['ls-tree', ...depth, '-z', '--end-of-options', sha] },
    splitter.push,
  );
  return files;
}

function newLineReader(onLine: (line: string) => void): (chunk: Buffer) => void {
  let rest = '';
  return (chunk) => {
    const parts = (rest + chunk.toString('latin1')).split('\n');
    rest = parts.pop() as string;
    for (const line of parts) onLine(line);
  };
}
