import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dayMs, systemClock } from '../../platform/clock.ts';
import { forbiddenBecause, type Refusal } from '../../platform/errors.ts';
import type { CompareLimits, Comparison, RepositoryName, Revision } from '../code-host.ts';
import { describeRange, findRange, listChanges, renameCandidatesMax } from '../local-git/compare.ts';
import { GitFailure, gitText, lines, type Repository, runGit } from '../local-git/git-command.ts';
import { readBlobs } from '../local-git/local-git.ts';
import { hostTitles, type RemoteConnection } from '../remote-address.ts';
import { refusalOf } from '../rest/refusal-of.ts';
import { gitAddressOf, gitHeadersOf } from './git-address.ts';
import { startRelay } from './relay.ts';

const folderStart = 'docket-copy-';

/** A repository of a host on this machine, with no more of it than was asked for, and only for a while. */
export interface Copy {
  repository: Repository;
  /** Fetches these objects, each once, with all that belongs to them and passes the filter. */
  bring(ids: readonly string[], ...how: string[]): Promise<void>;
  /** `stale` where the host has something else in the place than was expected there. */
  push(refspec: string, lease: string): Promise<'done' | 'stale'>;
  /** Removes it. */
  close(): Promise<void>;
}

export async function openCopy(
  connection: RemoteConnection,
  repo: RepositoryName,
  objectIdLength: number,
  signal: AbortSignal,
): Promise<Copy> {
  const title = hostTitles[connection.kind];
  const root = await newFolder();
  const relay = await startRelay({
    title,
    address: gitAddressOf(connection, repo),
    headers: gitHeadersOf(connection),
    outbound: connection.outbound,
    bytesMax: connection.copies.bytesMax,
    signal,
  });
  const repository = {
    gitDir: path.join(root, 'copy.git'),
    searchPath: connection.copies.searchPath,
    remote: { url: relay.url, header: relay.header },
  };
  const fetched = new Set<string>();
  const whoFailed = (error: unknown): never => {
    throw error instanceof GitFailure ? (relay.failure() ?? gitSaid(title, error)) : error;
  };
  const copy: Copy = {
    repository,
    bring: async (ids, ...more) => {
      const missing = [...new Set(ids)].filter((id) => !fetched.has(id));
      if (missing.length === 0) return;
      for (const id of missing) fetched.add(id);
      const how = ['--quiet', '--no-tags', '--no-write-fetch-head', '--no-auto-maintenance', ...more];
      const args = ['fetch', ...how, '--stdin', 'host'];
      await runGit({ ...repository, signal, args, input: lines(missing) }, () => {}).catch(whoFailed);
    },
    push: async (refspec, lease) => {
      let said = '';
      const args = ['push', '--porcelain', '--no-verify', '--no-signed', lease, 'host', refspec];
      const take = (chunk: Buffer) => {
        said += chunk;
      };
      const pushed = runGit({ ...repository, signal, args }, take).then(() => 'done' as const);
      return pushed.catch((error: unknown) =>
        isElsewhere.test(said) ? 'stale' : whoFailed(refusalIn(title, said) ?? error),
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
    return copy;
  } catch (error) {
    await copy.close();
    throw error;
  }
}

const gitSaid = (title: string, { message }: GitFailure) =>
  refusalOf(title, {
    status: 502,
    headers: {},
    body: { message: message.replace(/^warning:.*\n?/gm, '').trim() },
  });

/** The branch is not where it was, be it that git saw that or the host. */
const isElsewhere =
  /^!.*\[(?:remote )?rejected\] \((?:stale info|failed to update ref|incorrect old value provided|fetch first|non-fast-forward)/m;

/** A rule of the host, such as one that protects the branch. */
function refusalIn(title: string, said: string): Refusal | undefined {
  const reason = /^!.*\[(?:remote )?rejected\] \((.+)\)/m.exec(said)?.[1];
  return reason === undefined ? undefined : forbiddenBecause(`${title} refused the push: ${reason}`);
}

/**
 * First the commits of both, which tell where they parted; then the folders of what lies between; then the files that
 * could have been renamed. Whoever wants to read more asks for it.
 */
export async function compareInCopy(
  { repository, bring }: Copy,
  base: Revision,
  head: Revision,
  { commitsMax, filesMax }: CompareLimits,
  signal: AbortSignal,
): Promise<Comparison> {
  await bring([base.sha, head.sha], '--filter=tree:0');
  const range = await findRange(repository, base, head, commitsMax, signal);
  await bring(await treesOf(repository, [range.from, range.to, ...range.shas], signal), objectsAlone);
  const changes = await listChanges(repository, range, filesMax, signal, ['--no-renames']);
  const candidates = changes.filter(({ kind }) => kind === 'added' || kind === 'removed');
  const isFew = candidates.length <= renameCandidatesMax;
  const contents = candidates.flatMap(({ before, after }) => before ?? after ?? []);
  if (isFew) await bring(contents, objectsAlone);
  return describeRange(repository, range, filesMax, signal, isFew ? 'similar' : 'same');
}

export async function readBlobsInCopy(
  copy: Copy,
  ids: readonly string[],
  bytesMax: number,
  signal: AbortSignal,
  take: (id: string, bytes: Buffer) => void,
): Promise<void> {
  await copy.bring(ids, objectsAlone);
  await readBlobs(copy.repository, ids, bytesMax, signal, take);
}

/** Exactly what is named, and of folders what is in them. */
const objectsAlone = '--filter=blob:none';

/** Of the commits and of what they are compared with. */
async function treesOf(repository: Repository, shas: string[], signal: AbortSignal): Promise<string[]> {
  const args = ['rev-list', '--no-walk=unsorted', '--no-commit-header', '--format=%T %P', '--stdin'];
  const list = async (of: string[]) =>
    (await gitText({ ...repository, signal, args, input: lines(of) }, 64 * 1024 * 1024))
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split(' ') as [string, ...string[]]);
  const own = await list([...new Set(shas)]);
  const parents = await list([...new Set(own.flatMap(([, ...parentShas]) => parentShas))]);
  return [...new Set([...own, ...parents].map(([tree]) => tree))];
}

async function newFolder(): Promise<string> {
  const parent = tmpdir();
  // What a process that was killed left behind.
  const now = systemClock.now();
  for (const name of await readdir(parent)) {
    if (!name.startsWith(folderStart)) continue;
    const left = path.join(parent, name);
    const { mtimeMs = now } = (await stat(left).catch(() => undefined)) ?? {};
    if (now - mtimeMs > dayMs) await rm(left, { recursive: true, force: true });
  }
  return mkdtemp(path.join(parent, folderStart));
}
