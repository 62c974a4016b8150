import type { AnalyzedCommit } from '../analysis/analyzed-commit.ts';
import { otherDefault } from '../analysis/announced-breaks.ts';
import { anyPattern, anyWordOf } from '../word-rule.ts';
import { tellsSecurityFix } from './security-words.ts';
import {
  maintenanceTopic,
  trivialSubject,
  upkeepScope,
  wentWrong,
  workOnCode,
  workOnPlainUpkeep,
  workOnUpkeep,
} from './upkeep-words.ts';

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

export const groupOfType = (type: string | undefined): ChangelogGroup | undefined =>
  type !== undefined && Object.hasOwn(groupByType, type) ? groupByType[type] : undefined;

/** `Comments support in the parser` */
const supportFor = /^(?!drop\w*\b)(?:[\w./`()-]+ ){1,4}support\b/i;

/** Matches `Remove the bell` but not `Delete now supports …`, where "Delete" is a command. */
const removal = /^(?:remove|drop|delete)(?:s|d|ped|ing)?\b(?! (?:now|supports?)\b)/i;

const groupByFirstWord: [RegExp, ChangelogGroup][] = [
  [/^support for .*\b(?:is|are|was) deprecated\b/i, 'Deprecated'],
  [/^support for .*\bhas been removed\b/i, 'Removed'],
  [/^(?:add|allow|support|implement|create|new)(?:s|ed|ing)?\b/i, 'Added'],
  [supportFor, 'Added'],
  [/^(?:fix|correct|repair|prevent|handle|bug)(?:s|es|ed|ing)?\b/i, 'Fixed'],
  [removal, 'Removed'],
  [/^deprecate(?:s|d)?\b/i, 'Deprecated'],
];
/**
 * In a commit these verbs may also describe the work; in a handwritten changelog they describe the effect: `Move the
 * list to the top`.
 */
const effectVerb =
  /^(?:renam|mov(?!e(?:s|d)? (?:off|.*\bvalidation before))|reorder|simplif|simpler|shorten)\w*\b/i;
/** Another way to do the same: news only if the words say what went wrong before. */
const otherWay = /^(?:avoid|prefer(?=.*\bover\b)|do(?:es)? without|adopt)(?:s|d|ed|es|ing)?\b/i;
/** `Update X to return Y`, `Update the pattern, allowing Y` */
export const doesOtherwise = /\ballowing\b|\bto (?:return|allow|send|check|sanitize|skip|prevent)\b/i;
/** `Avoid sending the header`, `Avoid unnecessary stat calls`: users notice what is sent, requested and shown. */
const avoidsEffect = /^avoid(?:s|ed|ing)? (?:sending\b|unnecessary (?:stat calls?)\b)/i;
/** Words for things that people use; things that exist only in code have other names. */
const usedByUsers = anyPattern(
  [
    anyWordOf(
      'support compatibility deprecated options? flags? commands? api endpoints? routes? settings? parameters? arguments? ' +
        'features? pages? buttons? defaults? limits? requirements? headers? methods? functions? class(?:es)? hooks? types? ' +
        'property fields? tables? variables? attributes? validation fallbacks?',
    ),
    /`[^`]+`/,
  ],
  'i',
);
const vague = anyPattern(
  [
    /^(?:(?:several|various|minor|small|bug|fix(?:ed)?) )*(?:improvements?|fix(?:es|ed)?|tweaks?|typos?)(?: for pr\w*)?$/,
    /^address\w* (?:\w+ )*feedback\b/,
    /^(?:small|some|further) (?:improvements?|fixes|clean-?ups?)\b/,
    /^\S+$/,
  ],
  'i',
);
const needless =
  /^(?:removed?s?|drop(?:s|ped)?|deleted?s?)\b.*\b(?:unused|auxiliary|unnecessary|needless|redundant|old|files?|imports?|helpers?)\b/i;
/** Changes that no changelog reports, even if removing a file or a check could be news there. */
const neverTold = /\b(?:unused|trailing|empty|comments?|tests?|imports?|debug\w*|internals?|helpers?)\b/i;
/** `Add package comments`, `Improve some flaky network tests`: upkeep, whatever is between verb and object. */
const upkeepOfAnything =
  /^(?:add|fix|update)(?:s|d|ed|es|ing)? (?:(?!of\b|in\b)[\w`.()'-]+ ){1,3}(?:tests|comments|docs|readme)(?:$| and\b)|^add(?:s|ed)? (?:an? )?notes? about\b/i;
const refactoring = /\brefactor(?:ed|ing|s)?\b/i;
/** Features of the language, which occur only in code: `strings.Cut`, f-strings, `const`. */
const languageMeans =
  /\b(?:strings|errors|t)\.[A-Z]\w+|\bf-?strings?\b|\binterface\{\}|\b(?:any|const)\b(?= over\b|$)|\b(?:constants?|imports?|pathlib|type (?:hints?)|RegExp#\w+|helpers?)\b/i;
const byOtherMeans = /^(?:us(?:e|ing)|replace|switch|call|prefer|avoid|adopt)(?:s|d|ed|es|ing)?\b/i;
/** `Use strings.Cut`: the same behaviour in a newer way. */
const isModernization = (subject: string) =>
  byOtherMeans.test(subject) && languageMeans.test(subject) && !fault.test(subject);
/** `Complete the docs; deprecate Foo`, `Update foo and disable strict mode`: one of the clauses may be news. */
const clauseStart = /(?:[;,]| and| &) (?=(?:add|export|fix|deprecate|disable)(?:s|d|ed|es|ing)?\b)/i;
/** `Fix the lookup and typos`, `Keep quotes, add tests`: what was done in addition. */
const besides = /(?:,| and)(?: (?:the|add|fix))* (?:typos?|tests?|changelog)\.?$/i;

/**
 * True if the words describe work on the repository rather than something that users can notice. A handwritten
 * changelog does not mention that code was only rewritten, so there "Use …" and "Remove …" are news.
 */
export function isUpkeep(text: string, isForReaders = false): boolean {
  const clauses = text.replace(besides, '').split(clauseStart);
  if (clauses.length > 1) return clauses.every((clause) => isUpkeep(clause, isForReaders));
  const subject = withoutTags(clauses[0] as string).replace(/\.$/, '');
  const isNeedless = needless.test(subject) && !(isForReaders && !neverTold.test(subject));
  if (subject === '' || vague.test(subject) || isNeedless) return true;
  if (supportFor.test(subject)) return false;
  const [, update] = /^updat(?:e|es|ed|ing) (.*)$/i.exec(subject) ?? [];
  const isUpdateOfProduct = update !== undefined && (wentWrong.test(update) || doesOtherwise.test(update));
  if (isUpdateOfProduct && !workOnUpkeep.test(subject)) return false;
  if (!isForReaders && effectVerb.test(subject) && !isName(subject)) return true;
  if (isModernization(subject)) return true;
  if (!isForReaders && !wentWrong.test(subject)) {
    if (otherWay.test(subject) && !avoidsEffect.test(subject)) return true;
    if (removal.test(subject) && !usedByUsers.test(subject)) return true;
  }
  return [
    ...(isName(subject)
      ? []
      : [workOnCode, isForReaders ? workOnPlainUpkeep : workOnUpkeep, upkeepOfAnything]),
    maintenanceTopic,
    refactoring,
    trivialSubject,
  ].some((shape) => shape.test(subject));
}

/** `FormatPart for …` begins with a name, not with a verb. */
const isName = (subject: string) => /^(?:[a-z]+[A-Z]|[A-Z][a-z]+[A-Z]|`|\w+[.(])/.test(subject);

/** `[core] Add …`, `(cli): Add …`, `format/json, add …` */
const withoutTags = (text: string) =>
  text.replace(
    /^(?:\[[^\]]*\]:?|\([\w:/-]{1,30}\):?|[\w.-]+\/[\w./-]+[,:](?=\s)|\p{Extended_Pictographic}\ufe0f?|:\w+:|\s)+/gu,
    '',
  );

/** A group for words like "Add …" and "Fix …"; undefined for others. */
export function groupOfWords(text: string): ChangelogGroup | undefined {
  if (tellsSecurityFix(text)) return 'Security';
  const words = withoutTags(text);
  const byFirstWord = groupByFirstWord.find(([shape]) => shape.test(words))?.[1];
  return byFirstWord ?? (isRepair(words) ? 'Fixed' : undefined);
}

/** Matches `Skip the name if the host is an address`, `… Before, the program crashed`. */
const isRepair = (text: string) =>
  (carefully.test(text) && wentWrong.test(text)) || fault.test(text) || repairs.test(text);
const carefully = /^(?:skip|ignore|avoid|raise|reject|do(?:es)? not)(?:s|ped|ping|d|ed|ing)?\b/i;
const repairs = /^ensure(?:s|d)?\b|\b(?:to|and) fix\b|\bshould not\b|\beven if\b/i;
const fault = /\bcrash\b/i;

const dependencySubject = anyPattern(
  [
    /^(?:bump|upgrade|update)(?:s|d|ed)? (?:to )?(?:[\w@./-]+ (?:from|to)\b|[\w@./-]+@|deps?\b|\w+ dependenc|.*\bdependencies$)/,
    /^(?:bump|upgrade|update)(?:s|d|ed)? (?:to )?(?:[\w@.-]*\/[\w@./-]+\b(?! \w+ to [a-z])|[\w-]+ v?\d+\.\d)/,
    /^(?:bump|upgrade|update)(?:s|d|ed)? (?:to )?[\w@/-]+ and [\w@/-]+\.?$/,
    /^[\w@./-]+@[\^~]?\d/,
  ],
  'i',
);

/** True if it only updates other packages. */
export const isDependencyUpdate = ({
  type,
  scope,
  subject,
}: Pick<AnalyzedCommit, 'type' | 'scope' | 'subject'>) =>
  type === 'deps' ||
  /^(?:deps?)$/i.test(scope ?? '') ||
  ((type === undefined || /^(?:chore|build|fix|feat)$/.test(type)) &&
    dependencySubject.test(subject) &&
    !doesMore.test(subject) &&
    !isUpdateOfOwn(subject));

/** `Update keys to return their number`: keys of the product, not a package. */
const isUpdateOfOwn = (subject: string) =>
  doesOtherwise.test(subject) && !/\bdep(?:endencie)?s?\b/i.test(subject);

/** `Update foo to 2.0 and disable strict mode`: the second half describes the product itself. */
const doesMore = /[,;]? and (?:add|disable|fix)s? /i;

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
  if (upkeepScope.test(scope ?? '') && !commit.sources.some(({ path }) => isInstallScript(path)))
    return undefined;
  if (isSecurity && type !== 'docs' && type !== 'test') return 'Security';
  if (known) return isUpkeepDespiteType(commit) ? undefined : known;
  if (isRequirement.test(subject)) return 'Changed';
  // The type says upkeep, but the words may describe something that users can use.
  if (type !== undefined && quietTypes.has(type)) return newsOfChore(commit);
  if (isUpkeep(subject) && !isRepairForTest(commit) && !isTestedRemoval(commit) && !isTestedChange(commit))
    return undefined;
  return groupOfWords(subject) ?? 'Changed';
}

/**
 * The type was chosen deliberately, so only plain upkeep overrides it, and nothing does if tests show another
 * behaviour.
 */
function isUpkeepDespiteType({ type, subject, touchesTests }: AnalyzedCommit): boolean {
  const text = subject.replace(besides, '');
  if (trivialSubject.test(text) || isModernization(text) || (needless.test(text) && neverTold.test(text)))
    return true;
  if (/^feat/.test(type ?? '')) return workOnUpkeep.test(text) || upkeepOfAnything.test(text);
  return maintenanceTopic.test(text) && !(touchesTests && !/\btests?\b|\bflaky\b/i.test(text));
}

/** `Fix indentation in comments`, with tests that show it: the product itself handles comments. */
const isTestedChange = ({ subject, touchesTests }: AnalyzedCommit) =>
  touchesTests &&
  writtenByProduct.test(subject) &&
  !isUpkeep(subject.replaceAll(new RegExp(writtenByProduct, 'gi'), 'parts'));
const writtenByProduct = /\b(?:comments?|indentation|formatting|links?)\b/i;

/** `Remove the bell`, with tests that no longer expect it. */
const isTestedRemoval = ({ subject, touchesTests }: AnalyzedCommit) =>
  touchesTests &&
  removal.test(subject) &&
  ![needless, maintenanceTopic, trivialSubject, workOnUpkeep, refactoring, onlyInnerName].some((shape) =>
    shape.test(subject),
  );

/** `Remove itemNil`: names of public parts are known (news.ts). */
const onlyInnerName = /^\w+ `?[a-z]+[A-Z_]\w*(?:\(\))?`?\.?$/;

/** What runs on the machines of users when they install a package: `postinstall.sh`, `docket.service`. */
const isInstallScript = (path: string) => /(?:^|\/)(?:pre|post)[_-]?(?:inst(?:all)?)(?:\.sh)?$/.test(path);

/** `Fix the test on FreeBSD` that changes the product and no test: the test was right. */
const isRepairForTest = ({ subject, touchesProduct, touchesOthers }: AnalyzedCommit) =>
  touchesProduct && touchesOthers === false && /^fix(?:e[sd])? (?:the )?test\b/i.test(subject);

/** Other dependencies or runtimes are news if a person calls the change a feature or a fix. */
const isNewsOfManifest = ({ type, subject }: AnalyzedCommit) =>
  !developerTool.test(subject) &&
  (type === undefined
    ? [/^fix(?:ed|es)?\b/i, isRequirement, newRuntime, handledError].some((shape) => shape.test(subject))
    : /^(?:feat|fix|feature|bugfix)$/.test(type));

/** Tools for developers that a manifest configures. */
const developerTool = /\b(?:pytest|ruff|mypy|pyright|prettier|dev ?dependenc\w+)\b/i;

/** `Add support for Python 3.14` */
const newRuntime = /^(?:add(?:s|ed)? )?support(?:s|ed)? (?:for )?python v?\d/i;

/** `Catch SystemError without a compiler`: an error in an installation script. */
const handledError = /^(?:[Aa]dd)(?:s|es|d|ed)? `?[A-Z]\w*Error\b/;

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
  'maint',
  'maintenance',
  'meta',
  'release',
  'wip',
  'example',
  'examples',
  'bench',
  'deps',
  'www',
  'website',
  'site',
  'docs-site',
]);

/** `drop support for Python 3.8`, `update minimum Go version`. */
const isRequirement =
  /\b(?:drop(?:s|ped|ping)? (?:support|python)|(?:needs?) go|minimum (?:of )*go\b|^bumps? go\b.*\bminimum)/i;

/** A chore with the name of a part of the product, and words like "add" or "allow", describes a change of that part. */
function newsOfChore({ type, scope, subject }: AnalyzedCommit): ChangelogGroup | undefined {
  const isOtherDefault = otherDefault.test(subject) || /\bdefault\b.* is now\b/i.test(subject);
  if ((type === 'chore' || type === 'refactor') && isOtherDefault) return 'Changed';
  // Images and packages are built as well, so their users had the crash.
  if ((type === 'build' || type === 'chore') && repairedFault.test(subject)) return 'Fixed';
  if ((type !== 'chore' && type !== 'refactor') || isUpkeep(subject) || isOtherWork(subject))
    return undefined;
  if (scope === undefined)
    return (type === 'refactor' ? backport : newSetting).test(subject) ? 'Added' : undefined;
  if (/^(?:refactor|perf|optimi[sz]e)$/i.test(scope) || /^modify\b/i.test(subject)) return undefined;
  const byWord = groupByFirstWord.find(([shape]) => shape.test(subject))?.[1];
  return byWord ?? (type === 'chore' ? 'Changed' : undefined);
}

/** In a chore these words describe the work: `use …`, `update …`. */
const isOtherWork = (subject: string) =>
  (byOtherMeans.test(subject) && !avoidsEffect.test(subject) && !wentWrong.test(subject)) ||
  (/^(?:updat|optimi[sz])/i.test(subject) && !wentWrong.test(subject) && !doesOtherwise.test(subject));

const repairedFault = new RegExp(`^(?:fix|prevent|avoid|resolve)(?:s|es|d|ed)?\\b.*(?:${fault.source})`, 'i');

/** `add a flag that skips …` */
const newSetting = /^add(?:s|ed)? (?:an? )*flags?\b/i;

/** `backport the support of …`: what another version already has. */
const backport = /^backport(?:s|ed)? .*\bsupport\b/i;

/** Whether the commit has one of the usual types; `entry: …` names a part of the code instead. */
export const hasKnownType = ({ type }: AnalyzedCommit) =>
  type !== undefined && (Object.hasOwn(groupByType, type) || quietTypes.has(type));

const internalScopes = /^(?:deps?|ci|build|tests?|types?|release|repo|scripts?|refactor|chore|docs?)$/i;

/** True if users of the product can notice the commit. Faster and tidier code is not news unless the commit says so. */
export const isUserFacing = (commit: AnalyzedCommit) =>
  !commit.isMerge &&
  commit.touchesProduct &&
  !/^(?:perf|refactor|chore|build|style)$/.test(commit.type ?? '') &&
  changelogGroupOf(commit) !== undefined &&
  !internalScopes.test(commit.scope ?? '');
