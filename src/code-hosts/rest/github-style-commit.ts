import type { Commit } from '../code-host.ts';

export interface GithubStyleCommit {
  sha: string;
  parents?: { sha: string }[];
  commit: { message: string; author?: { name?: string } | null };
}

/** Converts a commit of the GitHub or Gitea API. */
export const toCommit = ({ sha, parents = [], commit }: GithubStyleCommit): Commit => ({
  sha,
  isMerge: parents.length > 1,
  parents: parents.map((parent) => parent.sha),
  author: commit.author?.name ?? '',
  message: commit.message,
  paths: [],
});

/** ISO 8601, UTC, whole seconds. An invalid date becomes the epoch. */
export const toIsoSeconds = (date: string) => {
  const at = new Date(date);
  return (Number.isNaN(at.getTime()) ? new Date(0) : at).toISOString().replace(/\.\d+Z$/, 'Z');
};
