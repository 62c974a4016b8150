import type { ParsedCommitMessage } from './commit-message.ts';
import type { Source } from './surface-change.ts';

/** A commit of the range, with what its changed files show. */
export interface AnalyzedCommit extends ParsedCommitMessage {
  sha: string;
  isMerge: boolean;
  author: string;
  /** Whether it changed a file other than tests, docs, build or CI files. */
  touchesProduct: boolean;
  /** Whether it changed tests, docs, examples or scripts; undefined if the host does not list its files. */
  touchesOthers?: boolean;
  /** Whether it changed tests. */
  touchesTests: boolean;
  /** Whether it changed a file that lists dependencies; also true if the host does not list its files. */
  touchesManifest: boolean;
  /** Whether it changed a changelog. */
  touchesChangelog: boolean;
  /** True if its words say that it breaks something, but not in the conventional format. */
  isInferredBreak?: true;
  /** The commits of a merged pull request. */
  parts?: AnalyzedCommit[];
  /** The lines below the subject. */
  details: string[];
  sources: Source[];
}
