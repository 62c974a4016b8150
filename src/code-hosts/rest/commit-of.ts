import type { Commit } from '../code-host.ts';

interface HubCommit {
  sha: string;
  parents?: { sha: string }[];
  commit: { message: string; author?: { name?: string } | null };
}

/** GitHub and Gitea write a commit down the same way. */
export const commitOf = ({ sha, parents = [], commit }: HubCommit): Commit => ({
  sha,
  isMerge: parents.length > 1,
  author: commit.author?.name ?? '',
  message: commit.message,
  paths: [],
});

/** As dates are written here: UTC, whole seconds. */
export const secondsOf = (date: string) => {
  const at = new Date(date);
  return (Number.isNaN(at.getTime()) ? new Date(0) : at).toISOString().replace(/\.\d+Z$/, 'Z');
};
