import type { Commit } from '../source-repository.ts';
import type { AnalyzedCommit } from './analyzed-commit.ts';

/**
 * Replaces the commits of a merged pull request by the request: its title describes the whole change, they describe the
 * steps. Commits with a type or a pull request of their own stay. They are replaced after all if the title has a type too, or if they fix
 * an advisory, which the merge reports.
 */
export function joinMergedPullRequests(
  commits: readonly AnalyzedCommit[],
  parentsOf: ReadonlyMap<string, readonly string[]>,
): AnalyzedCommit[] {
  const positionOf = new Map(commits.map(({ sha }, position) => [sha, position]));
  const joined = new Map<AnalyzedCommit, AnalyzedCommit | undefined>();
  // Oldest first: a branch that was based on another one contains the commits of both.
  for (const merge of commits.toReversed()) {
    const isPrivateFix = isMergeOfAdvisory(merge);
    if (!merge.isMerge || !(isPrivateFix || merge.pulls.length > 0)) continue;
    const all = broughtBy(merge, parentsOf, commits, positionOf);
    const brought = all.filter((commit) => !joined.has(commit));
    if (brought.length === 0 || all.length > commitsPerPullMax) continue;
    if (!isPrivateFix && !tellsChange(merge.subject)) continue;
    if (brought.some((commit) => commit.pulls.length > 0)) continue;
    const typed = brought.filter(({ type }) => type !== undefined).length;
    if (typed * 2 >= brought.length && !isTypedChange(merge) && !isPrivateFix) continue;
    for (const commit of brought) joined.set(commit, undefined);
    joined.set(merge, asOneCommit(merge, brought));
  }
  return commits.flatMap((commit) => (joined.has(commit) ? (joined.get(commit) ?? []) : [commit]));
}

/** The subject that GitHub gives to the merge of a private fork of an advisory. */
export const isMergeOfAdvisory = ({ subject }: AnalyzedCommit) => subject === 'Merge commit from fork';

const isTypedChange = ({ type }: AnalyzedCommit) => /^(?:feat|fix|perf)$/.test(type ?? '');

/** Longer branches are releases rather than changes. */
const commitsPerPullMax = 40;

/**
 * False for titles that a host derives from a branch name (`Feature/dark mode`, `Patch 1`), and for merges of whole
 * branches.
 */
const tellsChange = (title: string) =>
  title.includes(' ') &&
  !/^(?:[\w.-]+\/[\w./ -]+|patch \d+|dev(?:elop)?|master|main|staging|release\b.*|v?\d+(?:\.\d+)+.*|merge\b.*)$/i.test(
    title,
  );

/**
 * The commits that the merge added to its target branch. Both sides are followed from new to old at once, until only
 * commits reachable from both are left.
 */
function broughtBy(
  merge: AnalyzedCommit,
  parentsOf: ReadonlyMap<string, readonly string[]>,
  commits: readonly AnalyzedCommit[],
  positionOf: ReadonlyMap<string, number>,
): AnalyzedCommit[] {
  const isOnTarget = new Map<number, boolean>();
  const reach = (sha: string, isTarget: boolean) => {
    const position = positionOf.get(sha);
    if (position !== undefined) isOnTarget.set(position, isTarget || isOnTarget.get(position) === true);
  };
  for (const [index, sha] of (parentsOf.get(merge.sha) ?? []).entries()) reach(sha, index === 0);
  const brought: AnalyzedCommit[] = [];
  while ([...isOnTarget.values()].includes(false) && brought.length <= commitsPerPullMax) {
    const position = Math.min(...isOnTarget.keys());
    const isTarget = isOnTarget.get(position) as boolean;
    isOnTarget.delete(position);
    const commit = commits[position] as AnalyzedCommit;
    if (!isTarget && !commit.isMerge) brought.push(commit);
    for (const parent of parentsOf.get(commit.sha) ?? []) reach(parent, isTarget);
  }
  return brought;
}

const asOneCommit = (merge: AnalyzedCommit, parts: AnalyzedCommit[]): AnalyzedCommit => ({
  ...merge,
  isMerge: false,
  parts,
  isBreaking: merge.isBreaking || parts.some(({ isBreaking }) => isBreaking),
  breakingNotes: [...new Set([merge, ...parts].flatMap(({ breakingNotes }) => breakingNotes))],
  issues: [...new Set([merge, ...parts].flatMap(({ issues }) => issues))].filter(
    (number) => !merge.pulls.includes(number),
  ),
  ticketKeys: [...new Set([merge, ...parts].flatMap(({ ticketKeys }) => ticketKeys))],
  advisories: [...new Set([merge, ...parts].flatMap(({ advisories }) => advisories))],
  touchesProduct: parts.some(({ touchesProduct }) => touchesProduct),
  touchesOthers: parts.some(({ touchesOthers }) => touchesOthers !== false),
  touchesTests: parts.some(({ touchesTests }) => touchesTests),
  touchesManifest: parts.some(({ touchesManifest }) => touchesManifest),
  touchesChangelog: parts.some(({ touchesChangelog }) => touchesChangelog),
  sources: [
    ...new Map(parts.flatMap(({ sources }) => sources).map((source) => [source.path, source])).values(),
  ],
});

export const parentsByCommit = (commits: readonly Commit[]): Map<string, string[]> =>
  new Map(commits.map(({ sha, parents }) => [sha, parents]));
