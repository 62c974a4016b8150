import type { AnalyzedCommit } from '../analysis/analyze-change.ts';

/** The groups of Keep a Changelog. Security fixes come first, because readers have to act on them. */
export const changelogGroups = ['Security', 'Added', 'Changed', 'Deprecated', 'Removed', 'Fixed'] as const;
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
  sec: 'Security',
};
const maintenanceTypes = new Set(
  'docs doc test tests ci style refactor chore build lint release bench example examples typo wip internal dev deps'.split(
    ' ',
  ),
);
/** `fix(docs)` or `fix(ci)`: of no interest to users. */
const maintenanceScope =
  /^(?:docs?|readme|tests?|ci|lint(?:er)?|deps-dev|dev-deps|devdeps|bench(?:mark)?s?|examples?|release|typos?)$/i;

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
/** What only the developers of the repository use. */
const maintenanceTopic =
  /\b(?:mypy|pyright|eslint|tslint|ruff|prettier|pre-commit|golangci|linter|lint(?:ing)? (?:errors|issues)|changelog|CHANGES\.\w+|readme|unit tests?|(?:dev|development) dependencies|workflows?|contributing|docstrings?|start version)\b/i;
const security = /\b(?:CVE-\d{4}-\d+|security (?:fix|hole|issue)|vulnerab\w+|XSS|SSRF|CSRF|injection)\b/i;

/** The changelog group of a commit; undefined for maintenance of the code. */
export function changelogGroupOf(commit: AnalyzedCommit): ChangelogGroup | undefined {
  const { type, scope, subject, isBreaking, touchesProduct } = commit;
  if (isSecurityFix(commit)) return 'Security';
  const group = type !== undefined && Object.hasOwn(groupByType, type) ? groupByType[type] : undefined;
  if (group !== undefined) {
    if (!isBreaking && (maintenanceScope.test(scope ?? '') || maintenanceTopic.test(subject)))
      return undefined;
    return security.test(subject) ? 'Security' : group;
  }
  if (isBreaking) return 'Changed';
  // `lib: use the socket`: an unknown type is a part of the subject.
  if (maintenanceTypes.has(type ?? '')) return undefined;
  if (!touchesProduct || subject === '') return undefined;
  if ([maintenanceSubject, maintenanceTopic, trivialSubject].some((shape) => shape.test(subject)))
    return undefined;
  if (security.test(subject)) return 'Security';
  return groupByFirstWord.find(([shape]) => shape.test(subject))?.[1] ?? 'Changed';
}

/** The subject that GitHub gives to the merge of a private fork of an advisory. */
export const isMergeOfAdvisory = ({ subject }: AnalyzedCommit) => subject === 'Merge commit from fork';

/** A commit that says so itself, names an advisory, or merges the private fork of one. */
const isSecurityFix = (commit: AnalyzedCommit) =>
  commit.touchesProduct &&
  (commit.advisories.length > 0 ||
    /^sec(?:urity)?$/.test(commit.scope ?? '') ||
    /^sec(?:urity)?$/.test(commit.type ?? '') ||
    isMergeOfAdvisory(commit));

const internalScopes =
  /^(?:deps?|dev-deps|deps-dev|ci|build|tests?|internal|dev|lint|types?|tooling|release|repo|scripts?|bench|infra|refactor|chore|docs?)$/i;

/** Whether users of the product can notice the commit. */
export const isUserFacing = (commit: AnalyzedCommit) =>
  !commit.isMerge &&
  commit.touchesProduct &&
  changelogGroupOf(commit) !== undefined &&
  !internalScopes.test(commit.scope ?? '');
