import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { forbiddenBecause, type Refusal } from '../../platform/errors.ts';
import type {
  Commit,
  CommitRange,
  CompareLimits,
  Comparison,
  RepositoryName,
  Revision,
  Tag,
} from '../code-host.ts';
import { describeRange, findRange, listChanges, renameCandidatesMax } from '../local-git/compare.ts';
import { GitFailure, gitText, lines, type Repository, runGit } from '../local-git/git-command.ts';
import { listCommits, listRemoteTags } from '../local-git/list-commits.ts';
import { readBlobs } from '../local-git/local-git.ts';
import { hostTitles, type RemoteConnection } from '../remote-address.ts';
import { refusalFromResponse } from '../rest/response-refusals.ts';
import { gitHeaders, gitUrl } from './git-url.ts';
import { startRelay } from './relay.ts';
import { newTemporaryFolder } from './temporary-folder.ts';

/** A temporary bare repository with only those objects of a remote repository that were fetched. */
export interface PartialClone {
  repository: Repository;
  /** Fetches objects by id with the given options of `git fetch`. An id is fetched only once. */
  fetchObjects(ids: readonly string[], ...options: string[]): Promise<void>;
  /** The tags of the remote repository. */
  listTags(): Promise<Tag[]>;
  /** Returns `stale` if the ref does not have the value that the lease expects. */
  push(refspec: string, lease: string): Promise<'done' | 'stale'>;
  /** Removes the clone from the disk. */
  close(): Promise<void>;
}

export async function openPartialClone(
  connection: RemoteConnection,
  repo: RepositoryName,
  objectIdLength: number,
  signal: AbortSignal,
): Promise<PartialClone> {
  const title = hostTitles[connection.kind];
  const root = await newTemporaryFolder('docket-copy-');
  const relay = await startRelay({
    title,
    address: gitUrl(connection, repo),
    headers: gitHeaders(connection),
    outbound: connection.outbound,
    followsRenames: connection.followsRenames,
    bytesMax: connection.clones.bytesMax,
    signal,
  });
  const repository = {
    gitDir: path.join(root, 'copy.git'),
    searchPath: connection.clones.searchPath,
    remote: { url: relay.url, header: relay.header },
  };
  const fetched = new Set<string>();
  /** A failure of the host, as the relay saw it, explains more than the failure of git that follows from it. */
  const throwCause = (error: unknown): never => {
    throw error instanceof GitFailure ? (relay.failure() ?? gitRefusal(title, error)) : error;
  };
  const clone: PartialClone = {
    repository,
    fetchObjects: async (ids, ...options) => {
      const missing = [...new Set(ids)].filter((id) => !fetched.has(id));
      if (missing.length === 0) return;
      for (const id of missing) fetched.add(id);
      const common = ['--quiet', '--no-tags', '--no-write-fetch-head', '--no-auto-maintenance'];
      const args = ['fetch', ...common, ...options, '--stdin', 'host'];
      await runGit({ ...repository, signal, args, input: lines(missing) }, () => {}).catch(throwCause);
    },
    listTags: () => listRemoteTags(repository, signal).catch(throwCause),
    push: async (refspec, lease) => {
      let output = '';
      const args = ['push', '--porcelain', '--no-verify', '--no-signed', lease, 'host', refspec];
      const onStdout = (chunk: Buffer) => {
        output += chunk;
      };
      const pushed = runGit({ ...repository, signal, args }, onStdout).then(() => 'done' as const);
      return pushed.catch((error: unknown) =>
        isStale.test(output) ? 'stale' : throwCause(findRejection(title, output) ?? error),
      );
    },
    close: async () => {
      await relay.close();
      await rm(root, { recursive: true, force: true, maxRetries: 3 });
    },
  };
  try {
    const format = objectIdLength === 64 ? ['--object-format=sha256'] : [];
    await mkdir(repository.gitDir);
    await runGit(
      { ...repository, signal, args: ['init', '--quiet', '--bare', '--template=', ...format] },
      () => {},
    );
    return clone;
  } catch (error) {
    await clone.close();
    throw error;
  }
}

const gitRefusal = (title: string, { message }: GitFailure) =>
  refusalFromResponse(title, {
    status: 502,
    headers: {},
    body: { message: message.replace(/^warning:.*\n?/gm, '').trim() },
  });

/** The lease failed: either git or the host saw that the branch has another value. */
const isStale =
  /^!.*\[(?:remote )?rejected\] \((?:stale info|failed to update ref|incorrect old value provided|fetch first|non-fast-forward)/m;

/** The host rejected the push, for example because the branch is protected. */
function findRejection(title: string, output: string): Refusal | undefined {
  const reason = /^!.*\[(?:remote )?rejected\] \((.+)\)/m.exec(output)?.[1];
  return reason === undefined ? undefined : forbiddenBecause(`${title} rejected the push: ${reason}`);
}

/**
 * Fetches in three steps: the commits, to find the merge base; the trees of the commits in the range; the contents of files
 * that may have been renamed. Other contents are fetched when they are read.
 */
export async function compareInClone(
  { repository, fetchObjects }: PartialClone,
  base: Revision,
  head: Revision,
  { commitsMax, filesMax }: CompareLimits,
  signal: AbortSignal,
): Promise<Comparison> {
  await fetchObjects([base.sha, head.sha], '--filter=tree:0');
  const range = await findRange(repository, base, head, commitsMax, signal);
  await fetchObjects(
    await listTrees(repository, [range.from, range.to, ...range.shas], signal),
    withoutBlobs,
  );
  const changes = await listChanges(repository, range, filesMax, signal, ['--no-renames']);
  const candidates = changes.filter(({ kind }) => kind === 'added' || kind === 'removed');
  const canCompareContents = candidates.length <= renameCandidatesMax;
  const contents = candidates.flatMap(({ before, after }) => before ?? after ?? []);
  if (canCompareContents) await fetchObjects(contents, withoutBlobs);
  return describeRange(repository, range, filesMax, signal, canCompareContents ? 'similar' : 'same');
}

/** Fetches commits alone, without trees and contents. */
export async function listCommitsInClone(
  { repository, fetchObjects }: PartialClone,
  range: CommitRange,
  signal: AbortSignal,
): Promise<Commit[]> {
  const ends = range.base === undefined ? [range.head] : [range.base, range.head];
  await fetchObjects(ends, '--filter=tree:0');
  return listCommits(repository, range, signal);
}

export async function readBlobsInClone(
  clone: PartialClone,
  ids: readonly string[],
  bytesMax: number,
  signal: AbortSignal,
  onBlob: (id: string, bytes: Buffer) => void,
): Promise<void> {
  await clone.fetchObjects(ids, withoutBlobs);
  await readBlobs(clone.repository, ids, bytesMax, signal, onBlob);
}

/** Fetches the given objects, and the entries of given trees without the contents of their files. */
const withoutBlobs = '--filter=blob:none';

/** The trees of the commits and of their parents. */
async function listTrees(repository: Repository, shas: string[], signal: AbortSignal): Promise<string[]> {
  const args = ['rev-list', '--no-walk=unsorted', '--no-commit-header', '--format=%T %P', '--stdin'];
  const list = async (commits: string[]) =>
    (await gitText({ ...repository, signal, args, input: lines(commits) }, 64 * 1024 * 1024))
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split(' ') as [string, ...string[]]);
  const listed = await list([...new Set(shas)]);
  const parents = await list([...new Set(listed.flatMap(([, ...parentShas]) => parentShas))]);
  return [...new Set([...listed, ...parents].map(([tree]) => tree))];
}
