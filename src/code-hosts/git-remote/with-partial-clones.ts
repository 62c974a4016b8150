import type { CodeHost, RepositoryName } from '../code-host.ts';
import type { RemoteConnection } from '../remote-address.ts';
import { formatRepositoryName } from '../repository-name.ts';
import { ApiLimitExceeded } from '../rest/api-limits.ts';
import {
  compareInClone,
  listCommitsInClone,
  openPartialClone,
  type PartialClone,
  readBlobsInClone,
} from './partial-clone.ts';

/**
 * Wraps a host: a comparison beyond the limits of its API is made with git in a partial clone, and so are lists of tags and
 * commits, which the APIs page and shorten in different ways.
 */
export function withPartialClones(host: CodeHost, connection: RemoteConnection): CodeHost {
  const clones = new Map<string, Promise<PartialClone>>();
  const openClone = (repo: RepositoryName, objectIdLength: number, signal: AbortSignal) => {
    const name = formatRepositoryName(repo);
    const opening = clones.get(name) ?? openPartialClone(connection, repo, objectIdLength, signal);
    clones.set(name, opening);
    return opening;
  };
  return {
    ...host,
    listTags: async (repo, signal) => (await openClone(repo, 40, signal)).listTags(),
    listCommits: async (repo, range, signal) =>
      listCommitsInClone(await openClone(repo, range.head.length, signal), range, signal),
    compare: async (repo, base, head, limits, signal) => {
      try {
        return await host.compare(repo, base, head, limits, signal);
      } catch (error) {
        if (!(error instanceof ApiLimitExceeded)) throw error;
      }
      return compareInClone(await openClone(repo, head.sha.length, signal), base, head, limits, signal);
    },
    readBlobs: async (repo, ids, bytesMax, signal, onBlob) => {
      const clone = await clones.get(formatRepositoryName(repo));
      await (clone
        ? readBlobsInClone(clone, ids, bytesMax, signal, onBlob)
        : host.readBlobs(repo, ids, bytesMax, signal, onBlob));
    },
    close: async () => {
      const opened = await Promise.allSettled(clones.values());
      clones.clear();
      for (const outcome of opened) if (outcome.status === 'fulfilled') await outcome.value.close();
    },
  };
}
