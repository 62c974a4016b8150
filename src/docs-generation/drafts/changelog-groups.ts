import type { AnalyzedCommit } from '../analysis/analyzed-commit.ts';

/** The groups of Keep a Changelog; security fixes come first, because readers have to act on them. */
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

const groupByFirstWord: [RegExp, ChangelogGroup][] = [
  [/^(?:add|allow|support|introduce|implement|create|enable|new)(?:s|ed|ing)?\b/i, 'Added'],
  [/^(?:fix|correct|repair|resolve|prevent|handle|bug)(?:s|es|ed|ing)?\b/i, 'Fixed'],
  [/^(?:remove|delete|drop)(?:s|d|ped|ing)?\b/i, 'Removed'],
  [/^deprecate(?:s|d)?\b/i, 'Deprecated'],
];
const maintenanceSubject =
  /^(?:wip|bump|refactor|clean ?up|cleanup|rename|move(?! (?:away|off)\b)|tests?|chore|typos?|lint|format|merged? (?:branch|pull|remote|tag|commit|origin|upstream|master|main|develop|from)|release|version|ci|docs?|document(?![.(])|readme|update (?:dep|lock|readme|changelog|history|docs?|translations?|messages|version)|reformat|tidy|initial commit|prepare|documentation|moderni[sz]\w*|code style|(?:several|various|minor|small|some|misc\w*|further|more) (?:improvements?|fixes|changes|tweaks|updates|clean-?ups?)|(?:added |updated )?translations?|start version|simplif\w*|comments?|optimi[sz]e|markdown|increase[ds]? (?:code |test )?coverage|use uv|bump version|script simplification|pr fixes|fixes for pr|simpler|added what was|improve (?:readability|tests?)|removed? (?:an? |the |some )?(?:unused|unnecessary|needless|superfluous|generated|files|split|redundant|impossible|redundant|dead|extra|old|tests?|comments?|console|log)|(?:fixed|added|updated|removed) (?:missing |workspace |some |wrong |an? |the |\w+'s generated )*(?:files?|imports?|workspace)|add(?:ed|s)? (?:notes to doc|tests?|docs?|comments?|unit tests?|missing tests?|a? ?readme|changelog|ghsa))\b/i;
/** `2.0.0`, `Fix typos`, `Various tweaks`: of no interest to users. */
const trivialSubject =
  /^(?:chore: )?(?:release |bump(?:ed|s)?(?: version)?(?: to)? |version |update version (?:constant )?to )?[\w@/-]*v?\d+\.\d+\.\d+[\w.+-]*$|^(?:fix(?:ed|es)?|correct(?:s|ed)?|improve|update|enable)s? (?:(?:some|a|the|minor|broken|unit|wrong|invalid|code) )*(?:typos?|ci|lint\w*|tests?|unit tests?|spelling|grammar|comments?|docs?|documentation|readme|links?|build|formatting|types? errors?|eslint\w*|\w+ linter|workflows?)\b|^(?:\w+ )?(?:tweaks?|nits?)$|^update(?:d|s)? [\w./-]+\.\w{1,4}$|\b(?:triage team|code coverage|test coverage|unit tests?|cypress|clean-?ups?|gosec|golangci|eslint|less nesting|in (?:the )?ci|version (?:mismatch|number|constant)|wrong version|numbers? of the version|a ci run)\b|^release[: ]/i;
/** What only the developers of the repository use. */
const maintenanceTopic =
  /\b(?:mypy|pyright|eslint|tslint|ruff|prettier|pre-commit|golangci|linter|lint(?:ing)? (?:errors|issues)|changelog|CHANGES\.\w+|readme|unit tests?|(?:dev|development) dependencies|workflows?|contributing|docstrings?|godocs?|doc comments?|docs (?:of|say|for)|pre-?allocat\w+|capacity to (?:the )?slices?|(?:in|of|to) (?:the )?(?:docs|documentation|examples)|documented default|spelling|spell-?check\w*|typos?|dev version|bazel|start version|weblate|crowdin|transifex|moderni[sz]ers?|sponsor(?:s|ship)?|(?:use|call|prefer|more) (?:the )?(?:strings|slices|maps|bytes|errors|strconv|sort|sync|atomic|math|cmp)\.[A-Z]\w+)\b|^(?:(?:use|call|prefer|more|replace .* (?:with|by)) |shorten .*\bby )`?(?:strings|slices|maps|bytes|errors|strconv|sort|sync|atomic|math|cmp)\.[A-Z]\w+|^fix #\d+: .*\btests?\b/i;
const security =
  /\b(?:CVE-\d{4}-\d+|CVEs?|GHSA-[\w-]+|security (?:fix|hole|issue|patch|vulnerab)\w*|vulnerabilit\w+|XSS|SSRF|CSRF|(?:sql|code|command|header) injection|prototype pollution|redos|path traversal)\b|^merge commit from fork$/i;
/** Scopes that say that a `fix` or `feat` is about the making of the product. */
export const upkeepScope =
  /^(?:docs?|documentation|readme|tests?|testing|ci|lint|eslint|build|deps-dev|dev-deps|devdeps|dev|examples?|sandbox|website|site|release|scripts?|bench\w*|refactor|style|git|github|makefile|codecov|gitignore|workflows?|tooling|golangci[\w.]*|types-test|comments?)$/i;

export const isUpkeep = (subject: string) =>
  [maintenanceSubject, maintenanceTopic, trivialSubject].some((shape) => shape.test(subject)) ||
  subject === '';

/** A group for words like "Add …" and "Fix …"; undefined for others. */
export const groupOfWords = (text: string): ChangelogGroup | undefined =>
  security.test(text) ? 'Security' : groupByFirstWord.find(([shape]) => shape.test(text))?.[1];

const dependencySubject =
  /^(?:bump|upgrade|update|upgraded|updated|bumps) (?:to )?(?:the )?(?:[\w@./-]+ (?:from|to|->|version|group)\b|[\w@./-]+@|dep(?:endencie)?s?\b|all\b.*dependenc|\w+ dependenc|.*\bdependencies\b|[\w@.-]*\/[\w@./-]+|[\w-]+ v?\d+\.\d|[\w@/-]+ and [\w@/-]+\.?$)|^[\w@./-]+@[\^~]?\d/i;

/** Whether it only takes newer versions of other packages. */
export const isDependencyUpdate = ({ type, scope, subject }: AnalyzedCommit) =>
  type === 'deps' ||
  /^(?:deps?|dependencies|deps-dev|dev-deps|devdeps)$/i.test(scope ?? '') ||
  ((type === undefined || /^(?:chore|build|fix|feat)$/.test(type)) && dependencySubject.test(subject));

/** The changelog group of a commit; undefined for maintenance of the code. */
export function changelogGroupOf(commit: AnalyzedCommit): ChangelogGroup | undefined {
  const { type, scope, subject, isBreaking, touchesProduct } = commit;
  const known = type !== undefined && Object.hasOwn(groupByType, type) ? groupByType[type] : undefined;
  const isSecurity = /^sec(?:urity)?$/i.test(scope ?? '') || known === 'Security' || security.test(subject);
  if (isBreaking) return isSecurity ? 'Security' : (known ?? 'Changed');
  if (!touchesProduct && !(commit.touchesManifest && (isSecurity || isNewsOfManifest(commit))))
    return undefined;
  if (upkeepScope.test(scope ?? '')) return undefined;
  if (isSecurity && type !== 'docs' && type !== 'test') return 'Security';
  if (known) return trivialSubject.test(subject) || maintenanceTopic.test(subject) ? undefined : known;
  if (isRequirement.test(subject)) return 'Changed';
  // The type says upkeep, but the words may tell of something that users can use.
  if (type !== undefined && quietTypes.has(type)) return newsOfChore(commit);
  if (isUpkeep(subject)) return undefined;
  return groupOfWords(subject) ?? 'Changed';
}

/** Other dependencies or runtimes are news if a person calls them a feature or a fix. */
const isNewsOfManifest = ({ type, subject }: AnalyzedCommit) =>
  type === undefined
    ? /^fix(?:ed|es)?\b/i.test(subject) || isRequirement.test(subject)
    : /^(?:feat|fix|feature|bugfix|hotfix)$/.test(type);

const quietTypes = new Set([
  'docs',
  'doc',
  'test',
  'tests',
  'ci',
  'build',
  'chore',
  'refactor',
  'style',
  'format',
  'reformat',
  'lint',
  'cleanup',
  'meta',
  'release',
  'wip',
  'example',
  'examples',
  'bench',
  'deps',
]);

/** `drop support for Python 3.8`, `update minimum Go version`. */
const isRequirement =
  /\b(?:drop(?:s|ped|ping)? (?:support|node|python|go)|(?:require[sd]?|needs?) (?:node|python|go)\b|minimum (?:supported |version |required |of )*(?:node(?:\.js)?|python|go|php|java)\b|^(?:bump|raise|update|upgrade|set|increase)s? (?:the )?(?:minimum .*)?(?:node(?:\.js)?|python|golang|go)\b.*\bminimum)/i;

/** A chore with the name of a part of the product, and words like "add" or "allow", tells of a change of that part. */
function newsOfChore({ type, scope, subject }: AnalyzedCommit): ChangelogGroup | undefined {
  if ((type !== 'chore' && type !== 'refactor') || isUpkeep(subject)) return undefined;
  if (
    /^(?:refactor|perf|optimi[sz]e|internal)$/i.test(scope ?? '') ||
    /^(?:replace|avoid|modify|use \w+\.)/i.test(subject)
  )
    return undefined;
  const byWord = groupByFirstWord.find(([shape]) => shape.test(subject))?.[1];
  return byWord ?? (type === 'chore' && scope !== undefined ? 'Changed' : undefined);
}

/** The subject that GitHub gives to the merge of a private fork of an advisory. */
export const isMergeOfAdvisory = ({ subject }: AnalyzedCommit) => subject === 'Merge commit from fork';

const internalScopes =
  /^(?:deps?|dev-deps|deps-dev|ci|build|tests?|internal|dev|lint|types?|tooling|release|repo|scripts?|bench|infra|refactor|chore|docs?)$/i;

/** Whether users of the product can notice the commit. Faster and tidier code is no news unless somebody says so. */
export const isUserFacing = (commit: AnalyzedCommit) =>
  !commit.isMerge &&
  commit.touchesProduct &&
  !/^(?:perf|refactor|chore|build|style)$/.test(commit.type ?? '') &&
  changelogGroupOf(commit) !== undefined &&
  !internalScopes.test(commit.scope ?? '');
