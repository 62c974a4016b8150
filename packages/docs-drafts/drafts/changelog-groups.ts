import type { AnalyzedCommit } from '../analysis/analyzed-commit.ts';
import { otherDefault } from '../analysis/announced-breaks.ts';
import { tellsSecurityFix } from './security-words.ts';

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
const supportFor =
  /^(?!(?:drop|remove|end|fix|test|doc|ci|improve|update|better|refactor|clean|move)\w*\b)(?:[\w./`()-]+ ){1,4}support\b(?! code)/i;

/** `Remove the bell`, but not `Delete now supports …`, which tells of the command. */
const removal = /^(?:remove|drop|delete)(?:s|d|ped|ing)?\b(?! (?:now|can|also|supports?)\b)/i;

const groupByFirstWord: [RegExp, ChangelogGroup][] = [
  [/^(?:support (?:for|of)|the use of) .*\b(?:is|are|was) (?:now )?deprecated\b/i, 'Deprecated'],
  [
    /^(?:support (?:for|of)|the use of) .*\b(?:is|are|was|has been) (?:now )?(?:removed|dropped|gone)\b/i,
    'Removed',
  ],
  [/^(?:add|allow|support|introduce|implement|create|enable|new)(?:s|ed|ing)?\b/i, 'Added'],
  [supportFor, 'Added'],
  [/^(?:fix|correct|repair|resolve|prevent|handle|bug)(?:s|es|ed|ing)?\b/i, 'Fixed'],
  [removal, 'Removed'],
  [/^deprecate(?:s|d)?\b/i, 'Deprecated'],
];
/** Words that may stand between a verb and the thing it is about. */
const filler = String.raw`(?:(?:the|an?|some|more|all|any|few|missing|broken|flaky|failing|new|newer|old|additional|initial|basic|better|extra|several|various|minor|small|wrong|invalid|incorrect|outdated|dead|unused|unneeded|unit|integration|regression|e2e|code|own|last|misc|\w+ing|\w+['’]s|for|of|in|to|with|from|and|\w+\.\w+) )*`;
/** What only the developers of the repository read or run. */
const upkeepObject = String.raw`(?:tests?|testing|specs?|test ?cases?|test ?suites?|coverage|ci|cd|github actions?|lint\w*|eslint\w*|typos?|grammar|spelling|wording|docs?|documentation|docstrings?|jsdocs?|godocs?|doc comments?|readme|changelog|release notes?|badges?|benchmarks?|code style|type errors?|warnings? (?:of|from) the (?:linter|compiler)|copyright|gitignore|makefile|dockerfile for tests|variable names?|boilerplate|sponsors?\w*|maintainers?|contributors?|contributing|codeowners|dependabot|renovate|utilit(?:y|ies)|utils?|internals|deps|devdependencies|(?:dev|development) dependencies|lock ?file)\b(?![.(]\w)(?! (?:client|command|mode|runner|helper|server|filter|option|flag|parser|loader|handler|upload|name|path|system|size|input|field|type|format|header|button|page|event))`;
/** What products have as well: upkeep only if nothing follows that it would describe ("Fix files", not "Fix Files Panel"). */
const upkeepOrProduct = String.raw`(?:fixtures?|mocks?|builds?|pipelines?|workflows?|comments?|history|links?|examples?|formatting|indentation|white-?space|style|licen[cs]e(?: headers?)?|years?|scripts?|naming|imports?|files?|workspaces?|translations?|locales?|snapshots?|playground|website|homepage|sandbox)\b(?=$| ?[.,;:()!+&/–—-]| (?:for|of|in|on|to|and|or|with|from|by|about|at|after|as|that|which|so|into|using|via|again|too|only|code)\b)`;
/** The work, not its effect: `Refactor …`, `Extract …`, `Rename …`, `Document …`. */
const upkeepVerb = String.raw`(?:wip|bump|cut |new translations|refactor|clean|tidy|extract|inlin|reorgani[sz]|restructur|rearrang|regenerat|moderni[sz]|re-?format|format(?:s|ted|ting)?\b|lint|prettif|polish|tests?\b|typo|chore|version(?!ed|ing)|prepar(?!ed\b)|document(?![.(])|clarif|mention|describ|explain|translat|comment|(?:in|de)crement|unexport|vendor|pin(?:s|ned|ning)?\b|no need (?:to|for)\b|separat\w* (?:\S+ ){1,3}from\b|sync(?:hroni[sz])?|reword|re-?phras|micro-?optimi[sz]|pre-?allocat|benchmark|merged? (?:branch|pull|remote|tag|commit|origin|upstream|master|main|develop|from)|initial commit|start version|assert|cover\b|ci\b|docs?\b|readme\b|changelog\b|code style|markdown|meta\b|only \w+ (?:\S+ ){1,4}once$|promot\w* (?:\S+ ){1,3}to (?:an? )?(?:method|function|class|constant|variable|field|module)$|(?:helper|build|release) scripts?\b)`;
/** In a commit the work as well; in a changelog that is kept by hand its effect: `Move the list to the top`. */
const effectVerb =
  /^(?:renam|mov(?!e(?:s|d)? (?:away|off|.*\b(?:checks?|validation) (?:from|before|after|to|into)))|reorder|dedup\w*|simplif|simpler|shorten)\w*\b/i;
/** Another way to do the same: news only if the words say what went wrong before. */
const otherWay =
  /^(?:migrate|reuse|avoid|prefer(?=.*\b(?:over|instead|rather|const|let|imports?|types?)\b)|do(?:es)? without|share|adopt)(?:s|d|ed|es|ing)?\b/i;
const wentWrong =
  /\b(?:crash\w*|panics?|races?|leaks?\w*|dead-?locks?|hangs?|bugs?|errors?|exceptions?|overflows?|infinite|corrupt\w*|wrong\w*|nil|null|undefined|fail\w*|incorrect\w*|according to|rfc ?\d{3,5}|broken|vulnerab\w*|nois[ey]\w*|spurious|misleading|timeouts?|duplicates?d?|when|if|where|so that|instead of (?:throwing|raising|failing|returning))\b/i;
/** `Update X to return Y`, `Update the pattern, allowing Y` */
export const doesOtherwise =
  /\b(?:allowing|accepting|permitting|supporting|rejecting|preventing)\b|\bto (?:(?:also|always|only|correctly|properly|not|never) )*(?:return|support|allow|accept|handle|throw|raise|respect|honou?r|ignore|reject|refuse|show|hide|send|emit|check|validate|verify|sanitize|escape|limit|require|skip|prevent|preserve|wait|retry|detect|include|exclude|fall back)\b/i;
/** `Avoid sending the header`, `Avoid unnecessary stat calls`: others see what is sent, asked and shown. */
const avoidsEffect =
  /^avoid(?:s|ed|ing)? (?:(?:sending|returning|emitting|showing|displaying|printing|overwriting|overriding|deleting|removing|dropping|losing|closing|blocking|retrying|re-?fetching|requesting|polling|downloading|uploading)\b|(?:an? |the )?(?:un(?:necessary|needed)|needless|redundant|extra|additional|double|repeated|superfluous) (?:[\w-]+ ){0,2}?(?:requests?|quer(?:y|ies)|round-?trips?|re-?renders?|(?:stat|api|http|network|remote|system|database|db) calls?|syscalls?)\b)/i;
/** What people use has a name for it; what is only code has none. */
const usedByUsers =
  /\b(?:support|compatibility|deprecated|options?|flags?|commands?|api|endpoints?|routes?|settings?|parameters?|arguments?|features?|pages?|buttons?|defaults?|limits?|restrictions?|requirements?|headers?|methods?|functions?|class(?:es)?|hooks?|types?|properties|property|fields?|columns?|tables?|variables?|syntax|attributes?|metrics?|enforcement|validation|fallbacks?)\b|`[^`]+`/i;
const vague =
  /^(?:(?:some|several|various|minor|small|misc\w*|more|further|little|tiny|few|another|final|last|pr|code|review|general|quick|meta|bug|ux|ui|improved?|fix(?:ed)?) )*(?:improvements?|optimi[sz]ations?|fix(?:es|ed)?|bugs?|changes?|ux|ui|tweaks?|updates?|clean-?ups?|tidy|tidying|polish\w*|nits?|typos?|wip|tmp|review\w*|feedback|chores|suggestions?|refactor\w*)(?: for (?:pr|review)\w*| \(\w+\))?$|^(?:address|apply|resolve|incorporate)\w* (?:\w+ )*(?:review|feedback|comments?|suggestions?|conflicts?)\b|^(?:several|various|minor|small|some|misc\w*|further|more) (?:improvements?|fixes|changes|tweaks|updates|clean-?ups?)\b|^\S+$/i;
const needless =
  /^(?:removed?s?|drop(?:s|ped)?|deleted?s?|get rid of|strip(?:s|ped)?|clean(?:s|ed)? up)\b.*\b(?:(?:(?:blank|empty|trailing) )+(?:lines?|white-?space|spaces?)|unused|auxiliary|unnecessary|needless|unneeded|superfluous|redundant|useless|obsolete|duplicated?|dead|generated|impossible|leftovers?|stale|stray|extra|old|nobody (?:uses|reads|needs)|files?|logs?|console|debug\w*|comments?|tests?|split|imports?|helpers?|internals?|todo\w*)\b/i;
/** What nobody writes a changelog for, even if a file or a check that goes may be news there. */
const neverTold =
  /\b(?:unused|dead|trailing|blank|empty|comments?|tests?|imports?|console|debug\w*|todo\w*|internals?|helpers?)\b/i;
const workOnCode = new RegExp(`^${upkeepVerb}\\w*\\b`, 'i');
/** `add`, `adds`, `added`, `updating` */
const anyFormOf = (verbs: string) =>
  verbs
    .split('|')
    .map((verb) => (verb.endsWith('e') ? `${verb.slice(0, -1)}(?:e[sd]?|ing)` : `${verb}(?:s|es|ed|ing)?`))
    .join('|');
const worksOn = (object: string) =>
  new RegExp(
    `^(?:${anyFormOf('add|fix|correct|improve|update|enable|remove|increase|create|repair|mend|change|adjust|tweak|expand|extend|rework|rewrite|delete|enhance|revise|setup|set up|include|run|upgrade|skip|disable|complete|finish|start|make|handle|use')}) ${filler}${object}`,
    'i',
  );
const workOnUpkeep = worksOn(`(?:${upkeepObject}|${upkeepOrProduct})`);
/** Who writes it into a changelog means the one of the product. */
const workOnPlainUpkeep = worksOn(upkeepObject);
/** `Add package comments`, `Improve some flaky network tests`: whatever is between verb and object, it is upkeep. */
const upkeepOfAnything =
  /^(?:add|fix|improve|update|extend|correct|rework|expand|remove)(?:s|d|ed|es|ing)? (?:(?!for\b|of\b|in\b|to\b|with\b|from\b|when\b|if\b|support\b)[\w`.()'-]+ ){1,3}(?:tests|test cases?|unit tests?|comments|docstrings?|jsdocs?|godocs?|docs|documentation|readme|typos?|benchmarks|badges?|changelog|type ?hints in tests)(?:$| (?:for|of|in|to|on|and|about)\b|[,.;:])|^add(?:s|ed)? (?:an? |some )?notes? (?:about|regarding|on how)\b/i;
/** `2.0.0`, `Release 2.0`, `Update foo.js`: of no interest to users. */
const trivialSubject =
  /^(?:chore: )?(?:release |bump(?:ed|s)?(?: version)?(?: to)? |version |update version (?:constant )?to )?[\w@/-]*v?\d+\.\d+\.\d+[\w.+-]*$|^update(?:d|s)? [\w./-]+\.\w{1,4}$|\b(?:(?:code|test) coverage|unit tests?|bump version|(?:code|trivial|minor|small|more|some|various|misc\w*|general|final|quick|internal|style|lint|tests?|docs?|imports?) clean-?ups?|^clean-?ups?|version bump|in (?:the )?ci|a ci run|numbers? of the version|version constant$|^wrong version$|less nesting|cypress|gosec)\b|^(?:fix|resolve|solve)(?:s|d|ed)? (?:the |some )?conflicts?\b|^(?:fix|respect|correct|adjust)(?:s|es|ed)? (?:\S+ ){0,2}(?:spacing|indent\w*)$|^r[au]n (?:black|isort|ruff|prettier|eslint|go ?fmt|go fix|(?:the )?formatter)\b|^(?:fix|correct|set|increase)(?:s|d|es|ed)? (?:the |wrong )*version(?: (?:mismatch|number|constant|string))?(?:$| in\b)|^releas(?:e|es|ed|ing)(?:$|: |[ -]+(?:v?\d|[\w@/-]+ v?\d|the (?:new |next )?(?:version|package)|notes?|candidates?|process|workflows?|scripts?|prep\w*|versions?|builds?|branch|commit|of v?\d)\b)|^(?:add|update|improve|extend)(?:s|d|ed)? (?:\w+ ){0,2}(?:integration|e2e|regression|snapshot) tests?\b|^(?:remove|delete|strip|add)(?:s|d|ed)? (?:\w+ )*?(?:(?:blank|empty|trailing) )+(?:lines?|white-?space|spaces?)\b|^updated? (?:dep|lock|history|messages|version)|^\d[\d.]* release$/i;
/** What only the developers of the repository use. */
const maintenanceTopic =
  /\b(?:mypy|pyright|eslint|tslint|ruff|prettier|pre-commit|golangci\w*|forcetypeassert|errchecks?|gocritic|gofumpt|goimports|ineffassign|unparam|nolint|goreleaser|staticcheck|semgrep|codeql|go ?vet|linter|typing (?:errors?|issues?)|type[- ]ignored?|lint(?:ing)? (?:errors|issues|findings)|changelog|CHANGES\.\w+|readme|unit tests?|(?:dev|development) dependencies|(?:github|ci|release|test|lint|build) workflows?|contributing|docstrings?|godocs?|jsdocs?|doc comments?|docs (?:of|say|for)|pre-?allocat\w+|capacity (?:to|of|for) (?:the )?slices?|(?:in|of|to) (?:the )?(?:docs|documentation|examples)|(?:mistakes?|typos?|error|plural) in (?:\S+ ){0,2}(?:docs?|documentation|comments?)|documented default|spelling|spell-?check\w*|typos?|dev version|bazel|start version|weblate|crowdin|transifex|moderni[sz]ers?|sponsor(?:s|ship)?|(?:in|of) (?:an? |the |some )?comments?|continuous integration|flaky|code linting|linting (?:errors?|issues?|config\w*)|merge conflicts?|conflicts? resolution|(?:bad|wrong) (?:merge|rebase)|address(?:es|ed|ing)? (?:[\w()-]+ )*(?:review|feedback|comments?|findings?|hints?|suggestions?|notes?)|apply (?:suggestions?|review)|initial plan|pull request findings?|smoke tests?|ci jobs?|readthedocs|readability|de ?morgan\w*'?s? law|if statements?|restored? (?:the |an? )?(?:doc )?comments?|internal (?:functions?|names?|helpers?|code|state|clean\w*)|pass(?:es|ing)? (?:all )?(?:the )?tests|(?:organi[sz]e|order of|sort(?:ed|ing)?) imports|fix(?:es|ed)? up failures|to (?:the )?(?:\w+ (?:and \w+ )?)?matri(?:x|ces)|(?:to|us(?:e|ing)) (?:uv|hatch(?:ling)?|poetry|flit|setuptools|pnpm|yarn|vitest|jest|mocha|ava|tox|nox|pytest|black|isort|flake8|github actions|travis|circleci|pyproject\.toml|setup\.cfg|tsup|tsdown|rollup|esbuild|swc|babel)|SECURITY\.md|security policy|code of conduct|tech(?:nical)? debt|code (?:quality|style|smell)s?)\b|^fix #\d+: .*\btests?\b/i;
const refactoring = /\brefactor(?:ed|ing|s)?\b/i;
/** Other means of the language, which only code has: `strings.Cut`, f-strings, `const`. */
const languageMeans =
  /\b(?:strings|slices|maps|bytes|errors|strconv|sort|sync|atomic|math|cmp|ioutil|t)\.[A-Z]\w+|\bioutil\b|\b(?:slices|maps) package|\bf-?strings?\b|\bsuper\(\)|\binterface\{\}|\b(?:any|const|let|var)\b(?= (?:instead|rather|over|where|for)\b|$)|\b(?:range[- ]over|for[- ]range|built-?ins?|constants?|arrow functions?|template (?:literals?|strings?)|async\/await|optional chaining|nullish|spread (?:operator|syntax)|destructuring|node: ?(?:protocol|prefix|imports?|specifiers?)|(?:relative|absolute|named|type|namespace|dynamic) imports?|imports?|pathlib|type (?:hints?|aliases)|walrus|comprehensions?|isinstance|early returns?|guard clauses?|switch statements?|ternar\w+|strict equality|shorthand|(?:RegExp|String|Array|Object)#\w+|indexOf|helpers?)\b/i;
const byOtherMeans =
  /^(?:(?:don['’]?t |stop )?us(?:e|ing)|replace|switch|convert|call|prefer|avoid|adopt)(?:s|d|ed|es|ing)?\b/i;
/** `Use strings.Cut`: the same in a newer way. */
const isModernization = (subject: string) =>
  byOtherMeans.test(subject) && languageMeans.test(subject) && !fault.test(subject);
/** Scopes that say that a `fix` or `feat` is about the making of the product. */
export const upkeepScope =
  /^(?:docs?|documentation|readme|tests?|testing|ci|lint|eslint|build|deps-dev|dev-deps|devdeps|dev|examples?|(?:oss-?)?fuzz\w*|sandbox|www|web-?site|site|docs-?site|home-?page|landing(?:-?page)?|release|scripts?|bench\w*|refactor|style|git|github|makefile|codecov|gitignore|workflows?|tooling|golangci[\w.]*|types-test|comments?)$/i;

/** `Complete the docs; deprecate Foo`, `Update foo and disable strict mode`: one of the clauses may be news. */
const clauseStart =
  /(?:[;,]| and| &) (?=(?:add|allow|support|introduce|implement|extend|expose|export|ship|fix|prevent|remove|drop|deprecate|enable|disable)(?:s|d|ed|es|ing)?\b)/i;
/** `Fix the lookup and typos`, `Keep quotes, add tests`: what was done beside it. */
const besides =
  /(?:,|;| and| &| \+)(?: (?:and|also|some|more|the|its|related|corresponding|add|adds|added|fix|fixes|fixed|update|updates|updated|improve|improved))* (?:(?:unit|regression|integration) )?(?:typos?|docs?|documentation|docstrings?|tests?|test cases?|readme|changelog|comments?|lint\w*|formatting)\.?$/i;

/**
 * Whether the words tell of work on the repository rather than of something that users can notice. Who keeps a changelog
 * by hand does not write there that other code does the same, so "Use …" and "Remove …" are news there.
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
    /^(?:\[[^\]]*\]:?|\([\w:/-]{1,30}\):?(?=\s)|[\w.-]+\/[\w./-]+[,:](?=\s)|\p{Extended_Pictographic}\ufe0f?|:\w+:|\s)+/gu,
    '',
  );

/** A group for words like "Add …" and "Fix …"; undefined for others. */
export function groupOfWords(text: string): ChangelogGroup | undefined {
  if (tellsSecurityFix(text)) return 'Security';
  const words = withoutTags(text);
  const byFirstWord = groupByFirstWord.find(([shape]) => shape.test(words))?.[1];
  return byFirstWord ?? (isRepair(words) ? 'Fixed' : undefined);
}

/** `Skip the name if the host is an address`, `… Before, the program crashed`. */
const isRepair = (text: string) =>
  (carefully.test(text) && wentWrong.test(text)) || fault.test(text) || repairs.test(text);
const carefully =
  /^(?:skip|ignore|avoid|stop|never|raise|throw|reject|do(?:es)? not|don['’]?t|no longer)(?:s|ped|ping|d|ed|ing)?\b/i;
const repairs =
  /^(?:ensure|make sure)(?:s|d)?\b|^(?:properly|correctly)\b|\b(?:to|and) fix\b|\bshould(?:n['’]t| not| never| only)\b|\beven (?:if|when)\b/i;
const fault =
  /\b(?:crash(?:e[sd]|ing)?|panic(?:s|ked)?|dead-?locks?|memory leaks?|race conditions?|data races?|infinite (?:loop|recursion)|segfaults?)\b/i;

const dependencySubject =
  /^(?:bump|upgrade|update)(?:s|d|ed)? (?:to )?(?:the )?(?:[\w@./-]+ (?:from|to|->|version|group)\b|[\w@./-]+@|dep(?:endencie)?s?\b|all\b.*dependenc|\w+ dependenc|.*\b(?:dependencies|deps)$|.*\bdependencies\b|[\w@.-]*\/[\w@./-]+\b(?! \w+ to [a-z])|[\w-]+ v?\d+\.\d|[a-z][\w@.]*-[\w@.-]+$|[\w@/-]+ and [\w@/-]+\.?$)|^[\w@./-]+@[\^~]?\d/i;

/** Whether it only takes newer versions of other packages. */
export const isDependencyUpdate = ({
  type,
  scope,
  subject,
}: Pick<AnalyzedCommit, 'type' | 'scope' | 'subject'>) =>
  type === 'deps' ||
  /^(?:deps?|dependencies|deps-dev|dev-deps|devdeps)$/i.test(scope ?? '') ||
  ((type === undefined || /^(?:chore|build|fix|feat)$/.test(type)) &&
    dependencySubject.test(subject) &&
    !doesMore.test(subject) &&
    !isUpdateOfOwn(subject));

/** `Update keys to return their number`: keys of the product, not a package. */
const isUpdateOfOwn = (subject: string) =>
  doesOtherwise.test(subject) && !/\bdep(?:endencie)?s?\b/i.test(subject);

/** `Update foo to 2.0 and disable strict mode`: the second half tells of the product itself. */
const doesMore =
  /[,;]? and (?:add|allow|support|introduce|enable|disable|fix|prevent|remove|drop|deprecate|expose|export)s? (?!dependenc)/i;

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
  // The type says upkeep, but the words may tell of something that users can use.
  if (type !== undefined && quietTypes.has(type)) return newsOfChore(commit);
  if (isUpkeep(subject) && !isRepairForTest(commit) && !isTestedRemoval(commit) && !isTestedChange(commit))
    return undefined;
  return groupOfWords(subject) ?? 'Changed';
}

/** The type was chosen on purpose, so that only plain upkeep outweighs it, and nothing if tests show another behaviour. */
function isUpkeepDespiteType({ type, subject, touchesTests }: AnalyzedCommit): boolean {
  const text = subject.replace(besides, '');
  if (trivialSubject.test(text) || isModernization(text) || (needless.test(text) && neverTold.test(text)))
    return true;
  if (/^feat/.test(type ?? '')) return workOnUpkeep.test(text) || upkeepOfAnything.test(text);
  return maintenanceTopic.test(text) && !(touchesTests && !/\btests?\b|\bflaky\b/i.test(text));
}

/** `Fix indentation in comments`, with tests that show it: the product itself has to do with comments. */
const isTestedChange = ({ subject, touchesTests }: AnalyzedCommit) =>
  touchesTests &&
  writtenByProduct.test(subject) &&
  !isUpkeep(subject.replaceAll(new RegExp(writtenByProduct, 'gi'), 'parts'));
const writtenByProduct = /\b(?:comments?|indentation|formatting|white-?space|links?)\b/i;

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
const isInstallScript = (path: string) =>
  /(?:^|\/)(?:pre|post)[_-]?(?:inst(?:all)?|rm|remove)(?:\.sh)?$|\.service$/.test(path);

/** `Fix the test on FreeBSD`, which changes the product and no test: the test was right. */
const isRepairForTest = ({ subject, touchesProduct, touchesOthers }: AnalyzedCommit) =>
  touchesProduct && touchesOthers === false && /^fix(?:e[sd])? (?:the )?test\b/i.test(subject);

/** Other dependencies or runtimes are news if a person calls them a feature or a fix. */
const isNewsOfManifest = ({ type, subject }: AnalyzedCommit) =>
  !developerTool.test(subject) &&
  (type === undefined
    ? [/^fix(?:ed|es)?\b/i, isRequirement, newRuntime, handledError].some((shape) => shape.test(subject))
    : /^(?:feat|fix|feature|bugfix|hotfix)$/.test(type));

/** What a manifest configures beside the product. */
const developerTool =
  /\b(?:pytest|tox|nox|ruff|flake8|mypy|pyright|coverage|jest|vitest|mocha|eslint|prettier|biome|husky|dev ?dependenc\w+|test dependenc\w+|dependency groups?|classifiers?|keywords)\b/i;

/** `Add support for Python 3.14` */
const newRuntime = /^(?:add(?:s|ed)? )?support(?:s|ed)? (?:for )?(?:python|node(?:\.js)?|go) v?\d/i;

/** `Catch SystemError without a compiler`: an error that a script for the installation met. */
const handledError =
  /^(?:[Aa]dd|[Cc]atch|[Hh]andle|[Ii]gnore)(?:s|es|d|ed)? (?:the )?`?[A-Z]\w*(?:Error|Exception)\b/;

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
  /\b(?:drop(?:s|ped|ping)? (?:support|node|python|go)|(?:require[sd]?|needs?) (?:node|python|go)(?=[\s\d.]|$)|minimum (?:supported |version |required |of )*(?:node(?:\.js)?|python|go|php|java)\b|^(?:bump|raise|update|upgrade|set|increase)s? (?:the )?(?:minimum .*)?(?:node(?:\.js)?|python|golang|go)\b.*\bminimum)/i;

/** A chore with the name of a part of the product, and words like "add" or "allow", tells of a change of that part. */
function newsOfChore({ type, scope, subject }: AnalyzedCommit): ChangelogGroup | undefined {
  const isOtherDefault = otherDefault.test(subject) || /\bdefault\b.* is now\b/i.test(subject);
  if ((type === 'chore' || type === 'refactor') && isOtherDefault) return 'Changed';
  // Images and packages are built as well: who runs them had the crash.
  if ((type === 'build' || type === 'chore') && repairedFault.test(subject)) return 'Fixed';
  if ((type !== 'chore' && type !== 'refactor') || isUpkeep(subject) || isOtherWork(subject))
    return undefined;
  if (scope === undefined)
    return (type === 'refactor' ? backport : newSetting).test(subject) ? 'Added' : undefined;
  if (/^(?:refactor|perf|optimi[sz]e|internal)$/i.test(scope) || /^modify\b/i.test(subject)) return undefined;
  const byWord = groupByFirstWord.find(([shape]) => shape.test(subject))?.[1];
  return byWord ?? (type === 'chore' ? 'Changed' : undefined);
}

/** In a chore they tell of the work: `use …`, `update …`. */
const isOtherWork = (subject: string) =>
  (byOtherMeans.test(subject) && !avoidsEffect.test(subject) && !wentWrong.test(subject)) ||
  (/^(?:updat|optimi[sz])/i.test(subject) && !wentWrong.test(subject) && !doesOtherwise.test(subject));

const repairedFault = new RegExp(`^(?:fix|prevent|avoid|resolve)(?:s|es|d|ed)?\\b.*(?:${fault.source})`, 'i');

/** `add a flag that skips …` */
const newSetting =
  /^(?:add|introduce|support)(?:s|ed)? (?:an? |the |new )*(?:[\w`-]+ )?(?:flag|option|setting|command|parameter|argument|endpoint|environment variable)s?\b/i;

/** `backport the support of …`: what another version already has. */
const backport = /^backport(?:s|ed)? .*\bsupport\b/i;

/** Whether the commit has one of the usual types; `entry: …` names a part of the code instead. */
export const hasKnownType = ({ type }: AnalyzedCommit) =>
  type !== undefined && (Object.hasOwn(groupByType, type) || quietTypes.has(type));

const internalScopes =
  /^(?:deps?|dev-deps|deps-dev|ci|build|tests?|internal|dev|lint|types?|tooling|release|repo|scripts?|bench|infra|refactor|chore|docs?)$/i;

/** Whether users of the product can notice the commit. Faster and tidier code is no news unless somebody says so. */
export const isUserFacing = (commit: AnalyzedCommit) =>
  !commit.isMerge &&
  commit.touchesProduct &&
  !/^(?:perf|refactor|chore|build|style)$/.test(commit.type ?? '') &&
  changelogGroupOf(commit) !== undefined &&
  !internalScopes.test(commit.scope ?? '');
