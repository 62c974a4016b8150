import type { CodeHost } from '../code-host.ts';
import type { RemoteConnection } from '../remote-address.ts';
import { sayRepository } from '../repository-name.ts';
import { BeyondTheApi } from '../rest/beyond-api.ts';
import { type Copy, compareInCopy, openCopy, readBlobsInCopy } from './copy.ts';

/** A host whose comparisons, where they go beyond what its API tells, are read with git from a copy. */
export function withCopies(host: CodeHost, connection: RemoteConnection): CodeHost {
  const copies = new Map<string, Promise<Copy>>();
  return {
    ...host,
    compare: async (repo, base, head, limits, signal) => {
      try {
        return await host.compare(repo, base, head, limits, signal);
      } catch (error) {
        if (!(error instanceof BeyondTheApi)) throw error;
      }
      const name = sayRepository(repo);
      const opening = copies.get(name) ?? openCopy(connection, repo, head.sha.length, signal);
      copies.set(name, opening);
      return compareInCopy(await opening, base, head, limits, signal);
    },
    readBlobs: async (repo, ids, bytesMax, signal, take) => {
      const copy = await copies.get(sayRepository(repo));
      await (copy
        ? readBlobsInCopy(copy, ids, bytesMax, signal, take)
        : host.readBlobs(repo, ids, bytesMax, signal, take));
    },
    close: async () => {
      const opened = await Promise.allSettled(copies.values());
      copies.clear();
      for (const outcome of opened) if (outcome.status === 'fulfilled') await outcome.value.close();
    },
  };
}
