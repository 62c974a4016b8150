import type { CodeHost, RepositoryName } from '../../code-hosts/index.ts';
import { Refusal } from '../../platform/errors.ts';

// The messages and paths travel to the process that looks for tickets in them.
const commitsMax = 1_000;
const filesMax = 10_000;
const messageLengthMax = 2_000;

/** What became of the default branch since a commit. */
export interface DefaultPush {
  branch: string;
  head: string;
  /** Of the newest commit. */
  author: string;
  /** Those that the branch did not have, newest first; none if they are too many. */
  commits: { sha: string; message: string }[];
  /** Null: not known, because the history was replaced or the change is too large. */
  files: string[] | null;
}

/** Returns the newest commit alone if nothing is known before it, or if it is the known one. */
export async function readDefaultPush(
  host: CodeHost,
  repo: RepositoryName,
  known: string | null,
  signal: AbortSignal,
): Promise<DefaultPush> {
  const { defaultBranch: branch } = await host.findRepository(repo, signal);
  const head = await host.resolve(repo, branch, signal);
  const unread = { branch, head: head.sha, author: '', commits: [] };
  if (known === null || known === head.sha) return { ...unread, files: [] };
  try {
    const base = await host.resolve(repo, known, signal);
    const limits = { commitsMax, filesMax };
    const { mergeBase, commits, files } = await host.compare(repo, base, head, limits, signal);
    return {
      ...unread,
      author: commits[0]?.author ?? '',
      commits: commits.map(({ sha, message }) => ({ sha, message: message.slice(0, messageLengthMax) })),
      // After a force push, files of the commits that are gone changed too.
      files:
        mergeBase === base.sha
          ? files.flatMap(({ path, previousPath }) => (previousPath ? [path, previousPath] : [path]))
          : null,
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...unread, files: null };
  }
}
