import type { CodeHost } from '../code-host.ts';
import type { RemoteConnection } from '../remote-address.ts';
import { formatRepositoryName } from '../repository-name.ts';
import { ApiLimitExceeded } from '../rest/api-limits.ts';
import { compareInClone, openPartialClone, type PartialClone, readBlobsInClone } from './partial-clone.ts';

/** Wraps a host: a comparison beyond the limits of its API is made with git in a partial clone. */
export function withPartialClones(host: CodeHost, connection: RemoteConnection): CodeHost {
  const clones = new Map<string, Promise<PartialClone>>();
  return {
    ...host,
    compare: async (repo, base, head, limits, signal) => {
      try {
        return await host.compare(repo, base, head, limits, signal);
      } catch (error) {
        if (!(error instanceof ApiLimitExceeded)) throw error;
      }
      const name = formatRepositoryName(repo);
      const opening = clones.get(name) ?? openPartialClone(connection, repo, head.sha.length, signal);
      clones.set(name, opening);
      return compareInClone(await opening, base, head, limits, signal);
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
