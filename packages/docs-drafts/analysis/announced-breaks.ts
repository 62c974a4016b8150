import { anyPattern, anyWordOf } from '../word-rule.ts';
import type { AnalyzedCommit } from './analyzed-commit.ts';
import type { ReleaseNote } from './release-note.ts';
import type { SurfaceChange } from './surface-change.ts';

export interface Announcements {
  notes: ReleaseNote[];
  commits: AnalyzedCommit[];
}

/**
 * Marks the notes and commits whose words say that something breaks. A plain "remove" counts only if the source shows
 * that a public name was removed, or in a major release: fixes remove headers and spaces too.
 */
export function markAnnouncedBreaks(
  { notes, commits }: Announcements,
  surface: readonly SurfaceChange[],
  isMajor: boolean,
): Announcements {
  const gone = goneNames(surface);
  const deprecated = new Set(
    surface.flatMap(({ change, name }) => (change === 'deprecated' ? [lastPart(name)] : [])),
  );
  // Commits rename internal parts too.
  const isBreakingText = (text: string, isCommit = false, isAddition = false) =>
    (isMajor && otherDefault.test(text)) ||
    (!isAboutUpkeep(text) &&
      !isAnnouncedForLater(text) &&
      !(/^rename/i.test(text) && namesAny(text, deprecated)) &&
      (endsSupport.test(text) ||
        (isMajor && !isAddition && changesDefault.test(text) && !keepsDefault.test(text)) ||
        (removesSomething.test(text) &&
          ((isMajor &&
            (usedByOthers.test(withoutPlace(text)) ||
              (codeName.test(text) && !(isCommit && /^rename/i.test(text))))) ||
            namesAny(text, gone)))));
  return {
    notes: notes.map((note) =>
      note.isBreaking ||
      /fix|bug|deprecat/i.test(note.section) ||
      !(isRemoval(note) || isBreakingText(note.text, false, additions.test(note.section)))
        ? note
        : { ...note, isBreaking: true, isInferredBreak: true },
    ),
    // Sorted newest first.
    commits: commits.map((commit, index) =>
      commit.isBreaking ||
      !(isStatement(commit) || isOtherDefault(commit)) ||
      !isBreakingText(commit.subject, true) ||
      renamesNewName(commit, commits.slice(index + 1))
        ? commit
        : { ...commit, isBreaking: true, isInferredBreak: true },
    ),
  };
}

/** Matches `Rename a into b` if an older commit of the range added `a`: then no release contained it. */
function renamesNewName({ subject }: AnalyzedCommit, older: readonly AnalyzedCommit[]): boolean {
  const [, name] = /^rename[sd]? `?([\w.]+)`? (?:in)?to\b/i.exec(subject) ?? [];
  return (
    name !== undefined &&
    older.some((commit) =>
      [...commit.subject.matchAll(/(?:^add(?:s|ed)?|\b(?:by|with|into)) ([^.;]*)/gi)].some(([, words = '']) =>
        wordsOf(words).includes(name),
      ),
    )
  );
}

/** True if a claim from the source already says what the words say. */
export function isShownBySource(text: string, surface: readonly SurfaceChange[]): boolean {
  const broken = surface.filter(({ isBreaking }) => isBreaking);
  return namesAny(text, new Set(broken.flatMap(({ name }) => [name, lastPart(name)])));
}

const endsSupport = anyPattern(
  [
    /^support for (?:[^.;]|\.\d)*\bhas been removed\b/,
    /^(?:drop(?:s|ped|ping)?) support\b/,
    /\b(?:remove[sd]?)\b[^.;]*\bdeprecated\b/,
    /\bdeprecated\b[^.;]*\b(?:removed|gone)\b/,
    /^(?:raise[sd]?) (?:the )?minimum\b[^.;]*\bversion\b/,
    /\bno longer (?:supported|accepts?)\b/,
    /\bis(?: now| an?)?(?: major)? breaking\b/,
  ],
  'i',
);
const removesSomething =
  /^(?:[\w-]+: )?(?:remove[sd]?|drop(?:s|ped)?|delete[sd]?|rename[sd]?|requires?) |\b(?:was|were|is|are|been) (?:removed|gone)\b/i;
/** Words for what others use, such as options, and names in code that are not part of the language itself. */
const usedByOthers = anyWordOf(
  'support options? flags? commands? apis? endpoints? routes? settings? parameters? arguments? features? methods? functions? ' +
    'class(?:es)? hooks? types? property fields? tables? variables? exports? modules? plugins? components? events? aliases ' +
    'deprecated node(?:\\.js)? python go',
);
/** `Remove the check in the GSS module`: the module stays. */
const withoutPlace = (text: string) => text.replace(/ in (?:the )?`?[\w./-]+`? modules?\b/gi, '');
/** Matches names in code that are not part of the language itself. */
const codeName = /`(?!hasOwnProperty)[^`]+`|\b[a-z]+[A-Z]\w*(?<!hasOwnProperty)\b/;
/**
 * ``Default `quiet` to false``, `change default methods to GET and POST`: users who rely on the default notice,
 * whatever the type says.
 */
export const otherDefault = /^(?:change(?:s|d)? defaults?\b|default(?:s|ed)? `[^`]+`).* to /i;
const changesDefault = /\bby default\b|\bdefaults? (?:to|is|are|of)\b/i;
/** `They remain stripped by default` */
const keepsDefault = /\b(?:remains?)\b[^.;]*\bdefaults?\b/i;
/** Below such a heading, words about defaults describe something new. */
const additions = /\badd(?:ed)?\b|\bfeatures?\b|\bnew\b/i;

/** `… is deprecated and will be removed in 7.0`: it still works. */
const isAnnouncedForLater = (text: string) =>
  /\bwill be removed\b/i.test(text) && !/\b(?:was|were|has been) removed\b/i.test(text);

const isAboutUpkeep = (text: string) => upkeepOrOwnUse.test(text) || /\bcode\.?$/i.test(text);
const upkeepOrOwnUse = anyWordOf(
  'unused auxiliary unnecessary redundant internal(?:ly)? private tests? deps docs? documentation workflows? ci lint\\w* typos? ' +
    'comments? dependency dependencies warnings? logs? debug (?:use|calls?)\\s(?:of|to) workaround duplicated? benchmarks? ' +
    'examples? changelog readme matrix github\\sactions? setup\\.py package\\.json version\\schecks?',
);

/** An entry below "Removed". */
const isRemoval = ({ section, text }: ReleaseNote) =>
  /\bremov(?:ed|als?)\b/i.test(section) && !/deprecat/i.test(section) && !isAboutUpkeep(text);

/** True if a commit changes the product and its type does not mark it as upkeep or a fix. */
const isStatement = ({ type, isMerge, touchesProduct, touchesManifest }: AnalyzedCommit) =>
  !isMerge &&
  (touchesProduct || touchesManifest) &&
  !/^(?:fix|docs?|tests?|ci|build|style|refactor|chore|perf|deps)$/.test(type ?? '');

const isOtherDefault = ({ type, isMerge, touchesProduct, subject }: AnalyzedCommit) =>
  !isMerge && touchesProduct && /^(?:refactor|chore)$/.test(type ?? '') && otherDefault.test(subject);

/** Public names that were removed, and words that a public signature lost. */
function goneNames(surface: readonly SurfaceChange[]): Set<string> {
  const names = new Set<string>();
  for (const { area, change, name, grade, isInternal, before = '', after = '' } of surface) {
    if (isInternal || grade === 'changed' || area === 'dependency') continue;
    if (change === 'removed') names.add(lastPart(name));
    if (change !== 'changed') continue;
    const left = new Set(wordsOf(after));
    for (const word of wordsOf(before)) if (!left.has(word)) names.add(word);
  }
  return names;
}

const lastPart = (name: string) => name.split(/[.#]/).at(-1) as string;
const wordsOf = (text: string): string[] => text.match(/[\p{L}_$][\p{L}\p{N}_$]{2,}/gu) ?? [];

/** Plain words such as `get` count only in code. */
function namesAny(text: string, names: ReadonlySet<string>): boolean {
  const inCode = (text.match(/`[^`]+`/g) ?? []).flatMap((code) => [code.slice(1, -1), ...wordsOf(code)]);
  if (inCode.some((word) => names.has(word))) return true;
  return (text.match(/[\p{L}_$][\p{L}\p{N}_$.-]*/gu) ?? []).some(
    (word) => names.has(word) && /[a-z][A-Z]|_|[.-]|^[A-Z][a-z]+\.?/.test(word),
  );
}

/** True if the version of the head is incompatible with that of the base: 1.x to 2.x, or 0.1 to 0.2. */
export function isMajorRelease(was: string | undefined, is: string | undefined): boolean {
  const [old, now] = [versionOf(was), versionOf(is)];
  if (!old || !now || now[0] < old[0]) return false;
  return now[0] > old[0] || (now[0] === 0 && now[1] > old[1]);
}

function versionOf(text: string | undefined): [number, number] | undefined {
  const [, major, minor] = /(?:^|[^\d.])v?(\d{1,4})\.(\d{1,4})(?:\.|$|-)/.exec(text ?? '') ?? [];
  // Years are calendar versions, which promise no compatibility.
  return major === undefined || Number(major) >= 19 ? undefined : [Number(major), Number(minor)];
}
