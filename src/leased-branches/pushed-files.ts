import type { CodeHost, RepositoryName } from '../code-hosts/index.ts';
import { secondMs } from '../platform/clock.ts';

const compareTimeoutMs = 20 * secondMs;
const filesMax = 500;

/**
 * The files that a push has changed. It is applied already, so a host that cannot compare it does not undo it: its files
 * stay unknown.
 */
export async function listPushedFiles(
  host: CodeHost,
  repo: RepositoryName,
  { before, after }: { before: string | null; after: string },
): Promise<string[]> {
  const signal = AbortSignal.timeout(compareTimeoutMs);
  try {
    const from = before ?? (await host.findRepository(repo, signal)).defaultBranch;
    const base = await host.resolve(repo, from, signal);
    const head = await host.resolve(repo, after, signal);
    const { files } = await host.compare(repo, base, head, { commitsMax: 1_000, filesMax: 3_000 }, signal);
    const paths = files.flatMap(({ path, previousPath }) =>
      previousPath === undefined ? [path] : [previousPath, path],
    );
    return paths.slice(0, filesMax);
  } catch {
    return [];
  }
}
