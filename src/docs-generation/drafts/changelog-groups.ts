import type { AnalyzedCommit } from '../analysis/analyze-change.ts';

/** The groups of Keep a Changelog, in its order. */
export const changelogGroups = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'] as const;
export type ChangelogGroup = (typeof changelogGroups)[number];

const groupByType: Record<string, ChangelogGroup | undefined> = {
  feat: 'Added',
  feature: 'Added',
  fix: 'Fixed',
  bugfix: 'Fixed',
  hotfix: 'Fixed',
  perf: 'Changed',
  improvement: 'Changed',
  change: 'Changed',
  deprecate: 'Deprecated',
  deprecated: 'Deprecated',
  remove: 'Removed',
  removed: 'Removed',
  revert: 'Changed',
  security: 'Security',
};

const groupByFirstWord: [RegExp, ChangelogGroup][] = [
  [/^(?:add|allow|support|introduce|implement|create|enable|new)(?:s|ed|ing)?\b/i, 'Added'],
  [/^(?:fix|correct|repair|resolve|prevent|handle|bug)(?:s|es|ed|ing)?\b/i, 'Fixed'],
  [/^(?:remove|delete|drop)(?:s|d|ped|ing)?\b/i, 'Removed'],
  [/^deprecate(?:s|d)?\b/i, 'Deprecated'],
];
const maintenanceSubject =
  /^(?:wip|bump|refactor|clean ?up|cleanup|rename|move|tests?|chore|typo|lint|format|merge|release|version|ci|docs?|document|readme|update (?:dep|lock|readme|changelog)|reformat|tidy|initial commit|prepare)\b/i;
/** `2.0.0`, `Fix typos`, `Various tweaks`: of no interest to users. */
const trivialSubject =
  /^(?:release |version )?v?\d+\.\d+\.\d+[\w.+-]*$|^(?:fix(?:ed|es)?|correct(?:s|ed)?|improve) (?:\w+ )?(?:typos?|ci|lint(?:ing)?|tests?|spelling|grammar|comments?|docs?|readme)\b|^(?:\w+ )?(?:tweaks?|nits?)$/i;
const security = /\b(?:CVE-\d{4}-\d+|security (?:fix|hole|issue)|vulnerab\w+|XSS|SSRF|CSRF|injection)\b/i;

/** The changelog group of a commit; undefined for maintenance of the code. */
export function changelogGroupOf({
  type,
  scope,
  subject,
  isBreaking,
  touchesProduct,
}: AnalyzedCommit): ChangelogGroup | undefined {
  if (type !== undefined) {
    const group = Object.hasOwn(groupByType, type) ? groupByType[type] : undefined;
    if (group === undefined) return isBreaking ? 'Changed' : undefined;
    return scope === 'security' || security.test(subject) ? 'Security' : group;
  }
  if (isBreaking) return 'Changed';
  if (!touchesProduct || maintenanceSubject.test(subject) || trivialSubject.test(subject) || subject === '')
    return undefined;
  if (security.test(subject)) return 'Security';
  return groupByFirstWord.find(([shape]) => shape.test(subject))?.[1] ?? 'Changed';
}

const internalScopes =
  /^(?:deps?|dev-deps|deps-dev|ci|build|tests?|internal|dev|lint|types?|tooling|release|repo|scripts?|bench|infra|refactor|chore|docs?)$/i;

/** Whether users of the product can notice the commit. */
export const isUserFacing = (commit: AnalyzedCommit) =>
  !commit.isMerge &&
  commit.touchesProduct &&
  changelogGroupOf(commit) !== undefined &&
  !internalScopes.test(commit.scope ?? '');
