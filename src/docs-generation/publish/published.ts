import type { PullRequest } from '../../code-hosts/index.ts';

export interface Published {
  pull: PullRequest;
  branch: string;
  /** The commit at the tip of the branch. */
  sha: string;
  action: 'opened' | 'updated' | 'none';
}
