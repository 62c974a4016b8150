import { previousFinalTag } from '../../../packages/docs-drafts/index.ts';
import type { CodeHost, RepositoryName } from '../../code-hosts/index.ts';

// The message travels to the process that looks for keys in it: a longer history than this is cut at its old end.
const commitsMax = 20_000;
const messageLengthMax = 10_000;
const messagesLengthMax = 8 * 1024 * 1024;

/** What a tag contains and the release before it does not. */
export interface ReadRelease {
  sha: string;
  /** Newest first. */
  commits: { sha: string; message: string }[];
}

/** Returns null if the repository has no such tag. */
export async function readRelease(
  host: CodeHost,
  repo: RepositoryName,
  tag: string,
  signal: AbortSignal,
): Promise<ReadRelease | null> {
  const tags = new Map(((await host.listTags?.(repo, signal)) ?? []).map(({ name, sha }) => [name, sha]));
  const head = tags.get(tag);
  if (head === undefined) return null;
  const base = tags.get(previousFinalTag([...tags.keys()], tag) ?? '');
  const listed = (await host.listCommits?.(repo, { base, head, commitsMax }, signal)) ?? [];
  const commits = [];
  let length = 0;
  for (const { sha, message } of listed) {
    const kept = message.slice(0, messageLengthMax);
    length += kept.length;
    if (length > messagesLengthMax) break;
    commits.push({ sha, message: kept });
  }
  return { sha: head, commits };
}
