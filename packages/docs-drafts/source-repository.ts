/** The repository to draft from. The caller implements it and keeps names, credentials and cancellation to itself. */
export interface SourceRepository {
  /** `acme/site`, as the pages name it. */
  readonly name: string;
  resolve(ref: string): Promise<Revision>;
  /** The commits of head that base lacks, newest first, and the changed files since their merge base. */
  compare(base: Revision, head: Revision, limits: CompareLimits): Promise<Comparison>;
  /** Path → blob id of every file of the commit whose path passes the filter. */
  listFiles(revision: Revision, filter: (path: string) => boolean): Promise<Map<string, string>>;
  /** Calls `onBlob` once per blob, in any order. Blobs larger than the limit are skipped. */
  readBlobs(
    ids: readonly string[],
    bytesMax: number,
    onBlob: (id: string, bytes: Buffer) => void,
  ): Promise<void>;
  /** The text of the release or of the annotated tag; undefined if there is none. */
  findReleaseText(tag: string): Promise<string | undefined>;
  /** Tags of commits that head contains; where the host does not tell, the first tags of the repository. */
  listTags?(head: Revision): Promise<string[]>;
  /** Undefined if no pull request has the number. Absent if the repository has no pull requests. */
  findPull?(number: number): Promise<PullRequestFacts | undefined>;
  /** Whether the host refused a request, for example by its rate limit. Any other error stops the draft. */
  isRefusal(error: unknown): boolean;
  /** URL patterns in which `{}` stands for the number or id; undefined if there is no such page. */
  readonly links: { issue: string | undefined; pull: string | undefined; commit: string | undefined };
}

export interface Revision {
  sha: string;
  /** ISO 8601, UTC, whole seconds. */
  committedAt: string;
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
  /** The ids of its parents; the branch that it was merged into comes first. */
  parents: string[];
  author: string;
  message: string;
  /** The changed files; for a large commit some of each folder. Empty if they are unknown. */
  paths: string[];
}

export interface FileChange {
  kind: 'added' | 'removed' | 'modified' | 'renamed';
  path: string;
  previousPath?: string;
  /** Blob id before the change. */
  before?: string;
  /** Blob id after the change. */
  after?: string;
  /** True if the entry is a commit of another repository, not a file. */
  isSubmodule: boolean;
}

export interface PullRequestFacts {
  title: string;
  body: string;
  labels: string[];
}
