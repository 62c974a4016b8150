import type {
  ChangeLimits,
  FoundSentences,
  ReleaseVerdict,
  VerdictRequest,
} from '../../../../packages/docs-drafts/index.ts';

/** What the process of the check is asked for. */
export interface CheckRequest {
  gitDir: string;
  /** The folder as the person named it, for messages. */
  folder: string;
  isShallow: boolean;
  /** PATH, where git is. */
  searchPath: string;
  /** The newest version tag before the head if absent. */
  base: string | undefined;
  head: string;
  limits: ChangeLimits;
  breakBeforeOne: VerdictRequest['breakBeforeOne'];
}

export interface CheckResult extends FoundSentences {
  base: string;
  head: string;
  verdict: ReleaseVerdict;
  /** False if something breaks beyond what the version announces. */
  isAnnounced: boolean;
}

/** One sentence if the check cannot tell. */
export type CheckAnswer = { done: CheckResult } | { cannotTell: string };
