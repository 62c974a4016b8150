/** What Docket needs of a place where code lives. Each host speaks it, and one test holds all of them to it. */
export interface CodeHost {
  readonly kind: CodeHostKind;
  hasRepository(repo: RepositoryName, signal: AbortSignal): Promise<boolean>;
  /** Throws NOT_FOUND that names the repository. */
  findRepository(repo: RepositoryName, signal: AbortSignal): Promise<RepositoryFacts>;
  /** Throws NOT_FOUND that names the ref. */
  resolve(repo: RepositoryName, ref: string, signal: AbortSignal): Promise<Revision>;
  /** What head has that base lacks: commits newest first, and files against where the two parted. */
  compare(
    repo: RepositoryName,
    base: Revision,
    head: Revision,
    limits: CompareLimits,
    signal: AbortSignal,
  ): Promise<Comparison>;
  /** Hands over each blob once, in any order; one that is larger than the limit is left out. */
  readBlobs(
    repo: RepositoryName,
    ids: readonly string[],
    bytesMax: number,
    signal: AbortSignal,
    take: (id: string, bytes: Buffer) => void,
  ): Promise<void>;
  /** Every file of a commit that passes, with the id of its blob. */
  listFiles(
    repo: RepositoryName,
    revision: Revision,
    wanted: (path: string) => boolean,
    signal: AbortSignal,
  ): Promise<Map<string, string>>;
  readonly links: Links;
  /** Absent where the host has none. */
  readonly pulls?: PullRequests;
  /** For whoever compared: there may be a copy of the repository to remove. */
  close(): Promise<void>;
}

export const codeHostKinds = ['local', 'github', 'gitlab', 'gitea'] as const;
export type CodeHostKind = (typeof codeHostKinds)[number];

export interface RepositoryName {
  owner: string;
  name: string;
}

export interface RepositoryFacts {
  defaultBranch: string;
  /** Where people look at it, if anywhere. */
  webUrl: string | undefined;
}

export interface Revision {
  sha: string;
  /** ISO, UTC, whole seconds. */
  committedAt: string;
}

export interface CompareLimits {
  commitsMax: number;
  filesMax: number;
}

export interface Comparison {
  /** Undefined where the two have no history in common; the files are then compared as they stand. */
  mergeBase: string | undefined;
  commits: Commit[];
  files: FileChange[];
}

export interface Commit {
  sha: string;
  isMerge: boolean;
  author: string;
  message: string;
  /** What it touched, as far as the host tells without being asked for each. */
  paths: string[];
}

export const fileChangeKinds = ['added', 'removed', 'modified', 'renamed'] as const;

export interface FileChange {
  kind: (typeof fileChangeKinds)[number];
  /** Printable: bytes of a name that are no UTF-8 stand as `\xNN`. */
  path: string;
  previousPath?: string;
  /** The ids of the blobs before and after. */
  before?: string;
  after?: string;
  /** A commit of another repository, not a file. */
  isSubmodule: boolean;
}

/** Addresses for people; undefined where there is no page for it. */
export interface Links {
  issue(repo: RepositoryName, facts: RepositoryFacts, number: number): string | undefined;
  pull(repo: RepositoryName, facts: RepositoryFacts, number: number): string | undefined;
  commit(repo: RepositoryName, facts: RepositoryFacts, sha: string): string | undefined;
}

export interface PullRequests {
  /** Undefined where there is none of that number. */
  find(repo: RepositoryName, number: number, signal: AbortSignal): Promise<PullRequestFacts | undefined>;
  /** The newest with that branch as its head, open ones first. */
  findByBranch(repo: RepositoryName, branch: string, signal: AbortSignal): Promise<PullRequest | undefined>;
  /** Opens one, or answers the open one that is there already. */
  open(repo: RepositoryName, draft: NewPullRequest, signal: AbortSignal): Promise<PullRequest>;
  update(repo: RepositoryName, number: number, draft: NewPullRequest, signal: AbortSignal): Promise<void>;
  addLabels(repo: RepositoryName, number: number, labels: string[], signal: AbortSignal): Promise<void>;
  /** The tip of a branch and the messages of its latest commits; undefined where there is no such branch. */
  findBranch(repo: RepositoryName, branch: string, signal: AbortSignal): Promise<Branch | undefined>;
  /**
   * Puts the files onto the parent in one commit and lets the branch point there; answers the commit. Throws CONFLICT
   * where the branch is not what `replaces` says.
   */
  commitFiles(repo: RepositoryName, commit: NewCommit, signal: AbortSignal): Promise<string>;
  /** Starts a run and answers where it can be seen. */
  startWorkflow(repo: RepositoryName, workflow: WorkflowStart, signal: AbortSignal): Promise<WorkflowRun>;
  /** A run that was started before on this commit. */
  findRun(
    repo: RepositoryName,
    workflow: WorkflowStart,
    signal: AbortSignal,
  ): Promise<WorkflowRun | undefined>;
}

export interface PullRequestFacts {
  title: string;
  body: string;
}

export interface PullRequest {
  number: number;
  url: string;
  state: 'open' | 'merged' | 'closed';
}

export interface NewPullRequest {
  title: string;
  body: string;
  branch: string;
  target: string;
}

export interface Branch {
  sha: string;
  /** Newest first. */
  latest: { sha: string; message: string }[];
}

export interface NewCommit {
  branch: string;
  parent: string;
  message: string;
  /** So that the same content makes the same commit. */
  at: string;
  files: { path: string; content: string }[];
  /** Where the branch points now; undefined makes it. */
  replaces: string | undefined;
}

export interface WorkflowStart {
  workflow: string;
  ref: string;
  sha: string;
}

export interface WorkflowRun {
  id: string;
  url: string;
}
