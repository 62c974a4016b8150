import type { CodeAuthor } from '../users/index.ts';

export const providers = ['github', 'gitlab', 'gitea', 'forgejo', 'bitbucket'] as const;
export type Provider = (typeof providers)[number];

/** A person as the code host identifies them. */
export interface Author extends CodeAuthor {
  name?: string | undefined;
}

export interface Issue {
  /** The code host's id, which is never reused. */
  id: string;
  number: number;
  title: string;
  body: string;
  url: string | undefined;
  author: Author;
  /** True if only some of the people who may see the repository may read the issue. */
  isConfidential: boolean;
}

export interface PullRequest {
  id: string;
  number: number;
  title: string;
  body: string;
  url: string | undefined;
  /** The head branch. */
  branch: string;
  /** The target branch. */
  base: string;
  sha: string | undefined;
  /** The commit on the target branch that the merge made; undefined before, and if the code host does not name it. */
  mergeSha?: string | undefined;
  state: 'open' | 'draft' | 'merged' | 'closed';
  /** The head branch is in a fork: anybody may open such a pull request. */
  isFromFork: boolean;
  author: Author;
  /** When the code host last updated the pull request, in milliseconds since the epoch. */
  asOf: number | undefined;
}

export interface Commit {
  sha: string;
  message: string;
  url: string | undefined;
  author: Author;
  /** False if an earlier push already brought the commit to the repository. */
  isNew: boolean;
  /** Undefined if the code host does not name them. */
  files?: string[] | undefined;
}

/** An event of a repository in one format for every code host. */
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
      /** How many commits were pushed, if the code host says so: it may name fewer. */
      commitCount?: number | undefined;
    }
  | { kind: 'branch_created' | 'branch_deleted'; branch: string }
  /** A tag was pushed, moved or deleted, or a release of it published: the repository says which. */
  | { kind: 'tag'; tag: string }
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
      kind: 'check';
      name: string;
      passed: boolean;
      /** The code host's word for the result. */
      conclusion: string;
      /** Whether a failure is a task for the agent that opened the pull request: nobody cancelled the check. */
      needsFix: boolean;
      sha: string | undefined;
      branch: string | undefined;
      url: string | undefined;
      /** Numbers of the checked pull requests; empty if the code host does not name them. */
      pullRequests: number[];
      /** When the check ended, in milliseconds since the epoch. */
      at: number | undefined;
    };

/** A delivery parsed by the adapter of its host. */
export interface ParsedDelivery {
  /** `owner/name` */
  repository: string | undefined;
  action: string | undefined;
  /** Undefined if the payload does not name it. */
  defaultBranch: string | undefined;
  sender: Author;
  events: CodeEvent[];
}

/** Compares the repositories of head and base by name or id. An unknown repository counts as the same. */
export const isFork = (head: string | undefined, base: string | undefined) =>
  head !== undefined && base !== undefined && head !== base;

const filesMax = 3_000;

/** The files that a push touched; undefined if the code host does not name all commits, or not the files of each. */
export function listTouchedFiles({
  commits,
  commitCount = commits.length,
}: Pick<Extract<CodeEvent, { kind: 'push' }>, 'commits' | 'commitCount'>): string[] | undefined {
  if (commits.length === 0 || commitCount > commits.length) return undefined;
  const files = new Set<string>();
  for (const { files: touched } of commits) {
    if (touched === undefined || files.size + touched.length > filesMax) return undefined;
    for (const path of touched) files.add(path);
  }
  return [...files];
}

/** The branch of `refs/heads/…`; undefined for a tag. */
export const parseBranch = (ref: string) =>
  ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined;

/** The tag of `refs/tags/…`; undefined for a branch. */
export const parseTag = (ref: string) =>
  ref.startsWith('refs/tags/') ? ref.slice('refs/tags/'.length) : undefined;

/** The event of the tag that a ref names, if it names one. */
export function tagEvents(ref: string): CodeEvent[] {
  const tag = parseTag(ref);
  return tag ? [{ kind: 'tag', tag }] : [];
}

export const isNullSha = (sha: string) => /^0*$/.test(sha);
