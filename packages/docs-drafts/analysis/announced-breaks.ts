import type { AnalyzedCommit } from './analyzed-commit.ts';
import type { ReleaseNote } from './release-note.ts';
import { endsSupport, otherDefault, ownUse, removes } from './rules/breaking-words.ts';
import { usedByUsers } from './rules/news-words.ts';
import { sectionGroups } from './rules/note-words.ts';
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
  const isBreakingText = (text: string, section = '') =>
    !ownUse.test(text) &&
    (endsSupport.test(text) ||
      (isMajor && otherDefault.test(text) && !sectionGroups.Added.test(section)) ||
      (removes.test(text) && ((isMajor && usedByUsers.test(text)) || namesAny(text, gone))));
  return {
    notes: notes.map((note) =>
      note.isBreaking ||
      [sectionGroups.Fixed, sectionGroups.Deprecated].some((words) => words.test(note.section)) ||
      !(isRemoval(note) || isBreakingText(note.text, note.section))
        ? note
        : { ...note, isBreaking: true, isInferredBreak: true },
    ),
    commits: commits.map((commit) =>
      commit.isBreaking || !isStatement(commit) || !isBreakingText(commit.subject)
        ? commit
        : { ...commit, isBreaking: true, isInferredBreak: true },
    ),
  };
}

/** True if a claim from the source already says what the words say. */
export function isShownBySource(text: string, surface: readonly SurfaceChange[]): boolean {
  const broken = surface.filter(({ isBreaking }) => isBreaking);
  return namesAny(text, new Set(broken.flatMap(({ name }) => [name, lastPart(name)])));
}

/** An entry below "Removed". */
const isRemoval = ({ section, text }: ReleaseNote) =>
  sectionGroups.Removed.test(section) && !sectionGroups.Deprecated.test(section) && !ownUse.test(text);

/** True if a commit changes the product and its type does not mark it as upkeep or a fix. */
const isStatement = ({ type, isMerge, touchesProduct, touchesManifest }: AnalyzedCommit) =>
  !isMerge &&
  (touchesProduct || touchesManifest) &&
  !/^(?:fix|docs?|tests?|ci|build|style|refactor|chore|perf|deps)$/.test(type ?? '');

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
