import type { PullRequest } from '../code-host.ts';

/** Prefers an open pull request, then the newest. */
export const pickPullRequest = (pulls: PullRequest[]): PullRequest | undefined =>
  pulls.find(({ state }) => state === 'open') ?? [...pulls].sort((a, b) => b.number - a.number)[0];
