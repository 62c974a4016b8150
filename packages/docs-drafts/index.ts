// The names and types of the drafts. What makes them is in draft.ts, which loads the parsers.
export type { ChangeLimits } from './analysis/analyze-change.ts';
export { type Audience, audiences, placeholder, type TicketLink } from './drafts/draft-context.ts';
export type { DraftPage } from './drafts/draft-docs.ts';
export type { Block, Inline, Page } from './drafts/mdx.ts';
export { mergeIntoBranch, readBranchEdits } from './entries/branch-edits.ts';
export {
  applyCorrections,
  type Correction,
  decisionOf,
  type EntryDecision,
  type EntryPage,
  entryDecisions,
} from './entries/corrections.ts';
export { readChunks } from './entries/page-chunks.ts';
export { writePersonText } from './entries/person-text.ts';
export { type Progress, progressSteps } from './progress.ts';
export type { FalseSentence, FoundSentences } from './sentences/false-sentence.ts';
export { findFalseSentences } from './sentences/find-false-sentences.ts';
export { quoteKinds } from './sentences/quote-kinds.ts';
export type { SourceRepository } from './source-repository.ts';
export type { ReleaseVerdict, VerdictRequest } from './verdict/read-verdict.ts';
export { type Reason, type ReasonGrade, reasonGrades } from './verdict/reasons.ts';
export { bumps, finalVersionOfTag, nextFinalTag, previousFinalTag } from './verdict/version.ts';
