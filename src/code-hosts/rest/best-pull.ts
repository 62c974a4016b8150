import type { PullRequest } from '../code-host.ts';

/** An open one goes before others, the newest before older ones. */
export const bestPull = (pulls: PullRequest[]): PullRequest | undefined =>
  pulls.find(({ state }) => state === 'open') ?? [...pulls].sort((a, b) => b.number - a.number)[0];
