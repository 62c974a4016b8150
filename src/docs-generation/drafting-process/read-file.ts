import type { CodeHost, RepositoryName } from '../../code-hosts/index.ts';

/** A file at the root of the default branch. */
export interface RootFile {
  commit: string;
  /** Base64; null if there is no such file, absent if the commit is the known one. */
  content?: string | null;
  isTooLarge?: boolean;
}

/** Reads a file at the root of the default branch, unless its newest commit is known. */
export async function readRootFile(
  host: CodeHost,
  repo: RepositoryName,
  { path, bytesMax, known }: { path: string; bytesMax: number; known: string | null },
  signal: AbortSignal,
): Promise<RootFile> {
  const { defaultBranch } = await host.findRepository(repo, signal);
  const tip = await host.resolve(repo, defaultBranch, signal);
  if (tip.sha === known) return { commit: tip.sha };
  const id = (await host.listRootFiles(repo, tip, signal)).get(path);
  if (id === undefined) return { commit: tip.sha, content: null };
  let content: string | undefined;
  await host.readBlobs(repo, [id], bytesMax, signal, (_, bytes) => {
    content = bytes.toString('base64');
  });
  // A larger blob is skipped.
  return content === undefined
    ? { commit: tip.sha, content: null, isTooLarge: true }
    : { commit: tip.sha, content };
}
