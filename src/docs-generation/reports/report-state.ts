/** What was told about a pull request last. */
export interface PullState {
  sha: string;
  target: string;
  isOverridden: boolean;
  commentId: string;
}

/** What was written for a tag last. */
export interface TagState {
  sha: string;
  /** SHA-256 of the notes: if the release has others, a person wrote them. */
  digest: string;
}

/** What was drafted last. */
export interface BranchState {
  head: string;
}

export type ReportState = PullState | TagState | BranchState;
