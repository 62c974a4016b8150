import type { CodeAuthor } from '../users/index.ts';

export const providers = ['github', 'gitlab', 'gitea', 'forgejo', 'bitbucket'] as const;
export type Provider = (typeof providers)[number];

/** Somebody as the code host names them. */
export interface Author extends CodeAuthor {
  name?: string | undefined;
}

export interface Issue {
  /** The code host's own id, which no other issue ever has. */
  id: string;
  number: number;
  title: string;
  body: string;
  url: string | undefined;
  author: Author;
  /** Not for everybody who may see the repository. */
  isConfidential: boolean;
}

export interface PullRequest {
  id: string;
  number: number;
  title: string;
  body: string;
  url: string | undefined;
  /** The branch with the changes, and the one they are for. */
  branch: string;
  base: string;
  sha: string | undefined;
  state: 'open' | 'draft' | 'merged' | 'closed';
  /** The branch is in somebody's copy of the repository: anybody may open such a pull request. */
  isFromFork: boolean;
  author: Author;
  /** When the code host says it was like this. */
  asOf: number | undefined;
}

export interface Commit {
  sha: string;
  message: string;
  url: string | undefined;
  author: Author;
  /** False where the commit came to the repository with an earlier push. */
  isNew: boolean;
}

/** What happened in a repository, in the same words for every code host. */
export type CodeEvent =
  | { kind: 'issue_opened'; issue: Issue }
  | {
      kind: 'pull_request';
      action: 'opened' | 'reopened' | 'ready' | 'changed' | 'merged' | 'closed';
      pullRequest: PullRequest;
    }
  | {
      kind: 'push';
      ref: string;
      /** Undefined for a tag. */
      branch: string | undefined;
      before: string;
      after: string;
      url: string | undefined;
      commits: Commit[];
    }
  | { kind: 'branch_created' | 'branch_deleted'; branch: string }
  | {
      kind: 'review';
      id: string;
      verdict: 'approved' | 'changes_requested' | 'commented';
      body: string;
      url: string | undefined;
      author: Author;
      pullRequest: PullRequest;
    }
  | {
      kind: 'checks_failed';
      name: string;
      sha: string | undefined;
      branch: string | undefined;
      url: string | undefined;
      /** The numbers of the pull requests that were checked, where the code host names them. */
      pullRequests: number[];
    };

/** A delivery, read. */
export interface CodeReading {
  /** `owner/name` */
  repository: string | undefined;
  action: string | undefined;
  sender: Author;
  events: CodeEvent[];
}

/** The pull request is of one repository and its branch of another; where either is not told, it is taken to be the same. */
export const isFork = (head: string | undefined, base: string | undefined) =>
  head !== undefined && base !== undefined && head !== base;

/** The branch of `refs/heads/…`; a tag has none. */
export const branchOf = (ref: string) =>
  ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined;

export const isNoCommit = (sha: string) => /^0*$/.test(sha);
