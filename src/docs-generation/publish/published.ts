import type { PullRequest } from '../../code-hosts/index.ts';

export interface Published {
  pull: PullRequest;
  branch: string;
  /** The commit at the tip of the branch. */
  sha: string;
  action: 'opened' | 'updated' | 'none';
  /** The pages as the branch has them now; undefined if it had these drafts before. */
  pages?: { path: string; content: string }[];
}
