import type { AnalyzedCommit } from '../analysis/analyzed-commit.ts';
import {
  carefully,
  dependencySubject,
  groupWords,
  languageMeans,
  requirement,
  rewriting,
  usedByUsers,
} from '../analysis/rules/news-words.ts';
import { tellsSecurityFix } from '../analysis/rules/security-words.ts';
import {
  maintenanceTopic,
  needless,
  trivialSubject,
  upkeepScope,
  wentWrong,
  workOnCode,
  workOnPlainUpkeep,
  workOnUpkeep,
} from '../analysis/rules/upkeep-words.ts';

/** The groups of Keep a Changelog; security fixes come first, because readers have to act on them. */
export const changelogGroups = ['Security', 'Added', 'Changed', 'Deprecated', 'Removed', 'Fixed'] as const;
export type ChangelogGroup = (typeof changelogGroups)[number];

const groupByType: Record<string, ChangelogGroup | undefined> = {
  ...{ feat: 'Added', feature: 'Added', fix: 'Fixed', bugfix: 'Fixed', perf: 'Changed', change: 'Changed' },
  ...{ deprecated: 'Deprecated', removed: 'Removed', revert: 'Changed', security: 'Security' },
};

export const groupOfType = (type: string | undefined): ChangelogGroup | undefined =>
  type !== undefined && Object.hasOwn(groupByType, type) ? groupByType[type] : undefined;

/** `Complete the docs; deprecate Foo`: one of the clauses may be news. */
const clauseStart = /[;,] (?=(?:fix|deprecate)(?:s|d|ed|es|ing)?\b)/i;

/**
 * True if the words describe work on the repository rather than something that users can notice. A handwritten
 * changelog does not mention that code was only rewritten, so there "Use …" and "Remove …" are news.
 */
export function isUpkeep(text: string, isForReaders = false): boolean {
  const clauses = text.split(clauseStart);
  if (clauses.length > 1) return clauses.every((clause) => isUpkeep(clause, isForReaders));
  const subject = withoutTags(text).replace(/\.$/, '');
  if (!subject.includes(' ') || (needless.test(subject) && !isForReaders)) return true;
  if (!isForReaders && isAnotherWay(subject)) return true;
  return [
    ...[workOnCode, isForReaders ? workOnPlainUpkeep : workOnUpkeep],
    ...[maintenanceTopic, trivialSubject, languageMeans],
  ].some((rule) => rule.test(subject));
}

/** Another way to do the same: news only if the words say what went wrong before, or name something that people use. */
const isAnotherWay = (subject: string) =>
  rewriting.test(subject) ||
  (!wentWrong.test(subject) &&
    (/^avoid/i.test(subject) || (groupWords.Removed.test(subject) && !usedByUsers.test(subject))));

/** `[core] Add …`, `(cli): Add …` */
const withoutTags = (text: string) => text.replace(/^(?:\[[^\]]*\]:?|\([\w:/-]{1,30}\):?|\s)+/, '');

/** A group for words like "Add …" and "Fix …"; undefined for others. */
export function groupOfWords(text: string): ChangelogGroup | undefined {
  const words = withoutTags(text);
  const isRepair = carefully.test(words) && wentWrong.test(words);
  return (
    (['Added', 'Deprecated', 'Removed', 'Fixed'] as const).find((group) => groupWords[group].test(words)) ??
    (isRepair ? 'Fixed' : undefined)
  );
}

/** True if it only updates other packages. */
export const isDependencyUpdate = ({
  type,
  scope,
  subject,
}: Pick<AnalyzedCommit, 'type' | 'scope' | 'subject'>) =>
  type === 'deps' ||
  /^deps?$/i.test(scope ?? '') ||
  ((type === undefined || /^(?:chore|build|fix|feat)$/.test(type)) && dependencySubject.test(subject));

/** `fix(security): …`, `**security:** …` */
export const isSecurityScope = (scope: string | undefined) => /^sec(?:urity)?$/i.test(scope ?? '');

/** The changelog group of a commit; undefined for maintenance of the code. */
export function changelogGroupOf(commit: AnalyzedCommit): ChangelogGroup | undefined {
  const { type, scope, subject, isBreaking, touchesProduct } = commit;
  const known = groupOfType(type);
  const isSecurity =
    isSecurityScope(scope) || known === 'Security' || tellsSecurityFix(subject, known === 'Added');
  if (isBreaking) return isSecurity ? 'Security' : (known ?? 'Changed');
  if (!touchesProduct && !(commit.touchesManifest && (isSecurity || isNewsOfManifest(commit))))
    return undefined;
  if (upkeepScope.test(scope ?? '')) return undefined;
  if (isSecurity && type !== 'docs' && type !== 'test') return 'Security';
  if (known) return isUpkeepDespiteType(commit) ? undefined : known;
  if (requirement.test(subject)) return 'Changed';
  // The type says upkeep, but the words may describe something that users can use.
  if (type !== undefined && quietType.test(type)) return newsOfChore(commit);
  if (isUpkeep(subject) && !isTestedRemoval(commit) && !isRepairForTest(commit)) return undefined;
  return groupOfWords(subject) ?? 'Changed';
}

/**
 * The type was chosen deliberately, so only plain upkeep overrides it, and nothing does if tests show another
 * behaviour.
 */
const isUpkeepDespiteType = ({ type, subject, touchesTests }: AnalyzedCommit): boolean =>
  trivialSubject.test(subject) ||
  (/^feat/.test(type ?? '')
    ? workOnUpkeep.test(subject)
    : maintenanceTopic.test(subject) && !(touchesTests && !/\btests?\b/i.test(subject)));

/** `Remove the bell`, with tests that no longer expect it. */
const isTestedRemoval = ({ subject, touchesTests }: AnalyzedCommit) =>
  touchesTests &&
  groupWords.Removed.test(subject) &&
  ![needless, maintenanceTopic, trivialSubject, workOnUpkeep].some((rule) => rule.test(subject));

/** `Fix the test on FreeBSD` that changes the product and no test: the test was right. */
const isRepairForTest = ({ subject, touchesProduct, touchesOthers }: AnalyzedCommit) =>
  touchesProduct && touchesOthers === false && /^fix(?:e[sd])? (?:the )?test\b/i.test(subject);

/** Other dependencies or runtimes are news if a person calls the change a feature or a fix. */
const isNewsOfManifest = ({ type, subject }: AnalyzedCommit) =>
  type === undefined
    ? /^fix(?:ed|es)?\b/i.test(subject) || requirement.test(subject)
    : /^(?:feat|fix|feature|bugfix)$/.test(type);

const quietType =
  /^(?:docs?|tests?|ci|build|chore|refactor|style|(?:re)?format|lint|cleanup|maint\w*|release|deps|wip|bench|examples?)$/;

/** A chore with the name of a part of the product, and words like "add" or "allow", describes a change of that part. */
function newsOfChore({ type, scope, subject }: AnalyzedCommit): ChangelogGroup | undefined {
  if (type !== 'chore' && type !== 'refactor') return undefined;
  if (scope === undefined || isUpkeep(subject) || /^(?:us|replac|switch|updat|optimi)/i.test(subject))
    return undefined;
  const byWord = groupOfWords(subject);
  return byWord ?? (type === 'chore' ? 'Changed' : undefined);
}

/** Whether the commit has one of the usual types; `entry: …` names a part of the code instead. */
export const hasKnownType = ({ type }: AnalyzedCommit) =>
  type !== undefined && (Object.hasOwn(groupByType, type) || quietType.test(type));

const internalScopes = /^(?:deps?|ci|build|tests?|types?|release|repo|scripts?|refactor|chore|docs?)$/i;

/** True if users of the product can notice the commit. Faster and tidier code is not news unless the commit says so. */
export const isUserFacing = (commit: AnalyzedCommit) =>
  !commit.isMerge &&
  commit.touchesProduct &&
  !/^(?:perf|refactor|chore|build|style)$/.test(commit.type ?? '') &&
  changelogGroupOf(commit) !== undefined &&
  !internalScopes.test(commit.scope ?? '');
