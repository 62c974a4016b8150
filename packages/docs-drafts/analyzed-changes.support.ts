import { hash } from 'node:crypto';
import type { ChangeAnalysis } from './analysis/analyze-change.ts';
import type { AnalyzedCommit } from './analysis/analyzed-commit.ts';
import { parseCommitMessage } from './analysis/commit-message.ts';
import type { ReleaseNote } from './analysis/release-note.ts';
import type { DraftContext } from './drafts/draft-context.ts';

/** A commit that changed the product. Its id depends on its message alone. */
export const commitOf = (message: string, more: Partial<AnalyzedCommit> = {}): AnalyzedCommit => ({
  ...parseCommitMessage(message),
  sha: hash('sha1', message, 'hex'),
  isMerge: false,
  author: 'Ada',
  touchesProduct: true,
  touchesTests: false,
  touchesManifest: false,
  touchesChangelog: false,
  details: [],
  sources: [],
  ...more,
});

export const noteOf = (section: string, text: string, more: Partial<ReleaseNote> = {}): ReleaseNote => ({
  ...{ section, text, type: undefined, scope: undefined, isBreaking: false, numbers: [], securityIds: [] },
  source: { path: 'CHANGELOG.md', id: '1' },
  ...more,
});

/** Nothing changed but what is named. */
export const changeOf = (change: Partial<ChangeAnalysis>): ChangeAnalysis => ({
  mergeBase: '1'.repeat(40),
  commits: [],
  files: [],
  surface: [],
  notes: [],
  unread: 0,
  tooDeep: [],
  unreadPulls: 0,
  commitsCount: change.commits?.length ?? 0,
  ...change,
});

/** What the drafts of v2 are made of, compared with v1. */
export const contextOf = (
  change: Partial<ChangeAnalysis>,
  links: Partial<DraftContext['links']> = {},
): DraftContext => ({
  repo: 'acme/site',
  base: { ref: 'v1', sha: '1'.repeat(40) },
  head: { ref: 'v2', sha: '2'.repeat(40), committedAt: '2026-11-01T00:00:00Z' },
  change: changeOf(change),
  ticket: undefined,
  pull: undefined,
  tickets: {},
  links: { issue: undefined, pull: undefined, commit: undefined, ...links },
});
