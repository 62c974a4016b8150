/** What Docket needs of a code host. code-host-contract.test.ts runs the same tests against every implementation. */
export interface CodeHost {
  readonly kind: CodeHostKind;
  hasRepository(repo: RepositoryName, signal: AbortSignal): Promise<boolean>;
  /** Throws NOT_FOUND with the name of the repository. */
  findRepository(repo: RepositoryName, signal: AbortSignal): Promise<RepositoryFacts>;
  /** Throws NOT_FOUND with the name of the ref. */
  resolve(repo: RepositoryName, ref: string, signal: AbortSignal): Promise<Revision>;
  /** Branches and tags that contain the text, the first hundred of each. GitHub compares the beginning of the name alone. */
  listRefs(repo: RepositoryName, search: string, signal: AbortSignal): Promise<RefNames>;
  /** Names of tags that point at commits of the revision's history. Absent if the host cannot tell. */
  listTagsWithin?(repo: RepositoryName, revision: Revision, signal: AbortSignal): Promise<string[]>;
  /** All tags. The adapters of remote hosts leave it and `listCommits` to git (`withPartialClones`). */
  listTags?(repo: RepositoryName, signal: AbortSignal): Promise<Tag[]>;
  /** The commits of head that base lacks, newest first, without their paths; those beyond the limit are left out. */
  listCommits?(repo: RepositoryName, range: CommitRange, signal: AbortSignal): Promise<Commit[]>;
  /** The commits of head that base lacks, newest first, and the changed files since their merge base. */
  compare(
    repo: RepositoryName,
    base: Revision,
    head: Revision,
    limits: CompareLimits,
    signal: AbortSignal,
  ): Promise<Comparison>;
  /** Calls `onBlob` once per blob, in any order. Blobs larger than the limit are skipped. */
  readBlobs(
    repo: RepositoryName,
    ids: readonly string[],
    bytesMax: number,
    signal: AbortSignal,
    onBlob: (id: string, bytes: Buffer) => void,
  ): Promise<void>;
  /** Path → blob id of every file of the commit whose path passes the filter. */
  listFiles(
    repo: RepositoryName,
    revision: Revision,
    filter: (path: string) => boolean,
    signal: AbortSignal,
  ): Promise<Map<string, string>>;
  /** Path → blob id of the files at the root of the commit, which costs less than `listFiles`. */
  listRootFiles(repo: RepositoryName, revision: Revision, signal: AbortSignal): Promise<Map<string, string>>;
  /**
   * The text of the release with that tag, or of the annotated tag itself where the host has no releases; undefined if
   * there is none.
   */
  findReleaseText(repo: RepositoryName, tag: string, signal: AbortSignal): Promise<string | undefined>;
  /**
   * The newest commits without merges, newest first, with their messages and paths. Absent if the host would need one request
   * per commit.
   */
  readHistory?(
    repo: RepositoryName,
    revision: Revision,
    commitsMax: number,
    signal: AbortSignal,
  ): Promise<Commit[]>;
  /** Merges branches without changing any. Absent if the host cannot do so without sending all contents of the repository. */
  tryMerges?(repo: RepositoryName, request: MergeRequest, signal: AbortSignal): Promise<MergeTrial>;
  readonly links: Links;
  /** Absent if the host has no pull requests. */
  readonly pulls?: PullRequests;
  /** Absent if the host has no pull requests. */
  readonly reports?: Reports;
  /** Removes the partial clones that `compare` made. */
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
  /** The web page of the repository; undefined if it has none. */
  webUrl: string | undefined;
}

/** Branches and tags of a repository, as many as a person can choose from. */
export interface RefNames {
  branches: string[];
  tags: string[];
}

export interface Revision {
  sha: string;
  /** ISO 8601, UTC, whole seconds. */
  committedAt: string;
}

export interface Tag {
  name: string;
  /** The tagged commit. */
  sha: string;
  /** When the tag or, of a plain one, its commit was made; undefined if the host does not tell. */
  createdAt: string | undefined;
}

export interface CommitRange {
  /** Undefined: all commits of head. */
  base: string | undefined;
  head: string;
  commitsMax: number;
}

export interface CompareLimits {
  commitsMax: number;
  filesMax: number;
}

export interface Comparison {
  /** Undefined if base and head have no common ancestor; their files are then compared directly. */
  mergeBase: string | undefined;
  commits: Commit[];
  files: FileChange[];
}

export interface Commit {
  sha: string;
  isMerge: boolean;
  /** Ids of its parents, the branch that it was merged into first. */
  parents: string[];
  author: string;
  message: string;
  /** The files it changed, of a large commit some of each folder; empty if the host would need one request per commit. */
  paths: string[];
}

export const fileChangeKinds = ['added', 'removed', 'modified', 'renamed'] as const;

export interface FileChange {
  kind: (typeof fileChangeKinds)[number];
  /** Bytes of a path that are not UTF-8 are written as `\xNN`. */
  path: string;
  previousPath?: string;
  /** Blob id before the change. */
  before?: string;
  /** Blob id after the change. */
  after?: string;
  /** The entry is a commit of another repository, not a file. */
  isSubmodule: boolean;
}

/** Which branches to merge with each other. */
export interface MergeRequest {
  branches: string[];
  /** Pairs of commits whose merge is known. */
  known: { a: string; b: string; hasConflicts: boolean }[];
  /** Pairs of branches that are not merged with each other. */
  apart: [a: string, b: string][];
  /** The branches that are finished, those that land first if nothing else decides first. */
  finished: string[];
  /** No further merge is begun after this time. */
  timeMs: number;
}

export interface MergeTrial {
  /** The version of git, if it is too old to merge without a working tree; nothing else is known then. */
  outdatedGit?: string;
  defaultBranch: string;
  base: string;
  branches: MergedBranch[];
  /** The pairs that were merged now. Null: the merge took too long. */
  pairs: { a: string; b: string; conflicts: MergeConflict[] | null }[];
  /** The finished branches in the order in which they merge cleanly, one after the other; then those that do not. */
  landing: LandingStep[];
  /** False if time ran out. */
  isComplete: boolean;
}

export interface MergedBranch {
  name: string;
  /** Null: the branch does not exist. */
  head: string | null;
  /** The default branch has all its changes. */
  isMerged: boolean;
}

export interface LandingStep {
  branch: string;
  head: string;
  /** With the default branch and the steps before. Null: the merge took too long. */
  conflicts: MergeConflict[] | null;
  /** The default branch alone conflicts with it. */
  isBehind: boolean;
}

export interface MergeConflict {
  path: string;
  kind: 'content' | 'binary' | 'modify_delete' | 'rename_delete' | 'rename_rename' | 'other';
  /** The conflicting lines as the first branch has them, and as the other one does. */
  lines?: ConflictLines[];
  otherLines?: ConflictLines[];
}

export interface ConflictLines {
  from: number;
  to: number;
}

/** URLs of web pages; undefined if the host has no such page. */
export interface Links {
  issue(repo: RepositoryName, facts: RepositoryFacts, number: number): string | undefined;
  pull(repo: RepositoryName, facts: RepositoryFacts, number: number): string | undefined;
  commit(repo: RepositoryName, facts: RepositoryFacts, sha: string): string | undefined;
  /** A line of a file as the commit has it; the whole file without a line. */
  file(repo: RepositoryName, facts: RepositoryFacts, place: FilePlace): string | undefined;
}

export interface FilePlace {
  sha: string;
  path: string;
  line: number | null;
}

export interface PullRequests {
  /** Undefined if no pull request has the number. */
  find(repo: RepositoryName, number: number, signal: AbortSignal): Promise<PullRequestFacts | undefined>;
  /** The newest pull request with that head branch; open ones come before others. */
  findByBranch(repo: RepositoryName, branch: string, signal: AbortSignal): Promise<PullRequest | undefined>;
  /** Opens a pull request, or returns the one that is already open for the branch. */
  open(repo: RepositoryName, draft: NewPullRequest, signal: AbortSignal): Promise<PullRequest>;
  update(repo: RepositoryName, number: number, draft: NewPullRequest, signal: AbortSignal): Promise<void>;
  addLabels(repo: RepositoryName, number: number, labels: string[], signal: AbortSignal): Promise<void>;
  /** The tip of a branch and its latest commit messages; undefined if the branch does not exist. */
  findBranch(repo: RepositoryName, branch: string, signal: AbortSignal): Promise<Branch | undefined>;
  /**
   * Commits the files on top of `parent`, points the branch at the commit and returns its id. Throws CONFLICT if the
   * branch does not point at `replaces`.
   */
  commitFiles(repo: RepositoryName, commit: NewCommit, signal: AbortSignal): Promise<string>;
  /** Starts a run and returns its URL. */
  startWorkflow(repo: RepositoryName, workflow: WorkflowStart, signal: AbortSignal): Promise<WorkflowRun>;
  /** A run that was started earlier for this commit. */
  findRun(
    repo: RepositoryName,
    workflow: WorkflowStart,
    signal: AbortSignal,
  ): Promise<WorkflowRun | undefined>;
}

/** What is told about commits, pull requests and tags. */
export interface Reports {
  /** Sets a status of a commit, unless the newest one of that name is the same. */
  setStatus(repo: RepositoryName, status: CommitStatus, signal: AbortSignal): Promise<void>;
  /** The oldest comment of a pull request that contains the text. */
  findComment(
    repo: RepositoryName,
    number: number,
    text: string,
    signal: AbortSignal,
  ): Promise<Comment | undefined>;
  /** Undefined if the comment was deleted. */
  getComment(
    repo: RepositoryName,
    number: number,
    id: string,
    signal: AbortSignal,
  ): Promise<Comment | undefined>;
  /** Returns the id of the comment. */
  addComment(repo: RepositoryName, number: number, body: string, signal: AbortSignal): Promise<string>;
  updateComment(repo: RepositoryName, number: number, comment: Comment, signal: AbortSignal): Promise<void>;
  /** The release of a tag with its text, empty if nobody wrote one; undefined if the tag has no release. */
  findRelease(repo: RepositoryName, tag: string, signal: AbortSignal): Promise<ReleaseNotes | undefined>;
  addRelease(repo: RepositoryName, tag: string, body: string, signal: AbortSignal): Promise<void>;
  updateRelease(repo: RepositoryName, tag: string, release: ReleaseNotes, signal: AbortSignal): Promise<void>;
}

export interface CommitStatus {
  sha: string;
  /** Tells the status apart from those of others. */
  name: string;
  isSuccess: boolean;
  /** One line. */
  description: string;
  /** The pull request, if its branch is in a fork: the repository has the commit on no branch then. */
  forkPull: number | undefined;
}

export interface Comment {
  id: string;
  body: string;
}

export interface ReleaseNotes {
  id: string;
  body: string;
}

export interface PullRequestFacts {
  title: string;
  body: string;
  labels: string[];
  state: PullRequest['state'];
  isDraft: boolean;
  /** The newest commit of the head branch. */
  sha: string;
  /** The branch that it is merged into. */
  target: string;
  isFromFork: boolean;
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
  /** Author and committer date. A fixed date gives the same content the same commit id. */
  committedAt: string;
  files: { path: string; content: string }[];
  /** The current tip of the branch; undefined: create the branch. */
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
