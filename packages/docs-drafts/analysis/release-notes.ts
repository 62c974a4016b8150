import { isChangeset, isFragment, isNotesOfVersion } from '../surface/changelog-files.ts';
import { readFragment, withPlainDirectives } from './note-fragments.ts';
import { withIntroductionsAsHeadings } from './note-introductions.ts';
import { findSecurityIds, noteLengthMax, noteOf, type ReleaseNote } from './release-note.ts';
import { placeholder, quietSection } from './rules/note-words.ts';
import type { SideName, SourceTree } from './source-tree.ts';
import type { Source } from './surface-change.ts';
import { isVersionHeading } from './version-heading.ts';

const notesMax = 500;

/** The entries that were added to the changed changelogs. Entries below an older version heading are corrections. */
export function readReleaseNotes(
  tree: SourceTree,
  paths: readonly string[],
  refs: { base?: string; head?: string } = {},
): ReleaseNote[] {
  const hasNewVersion = paths.some((path) => isNotesOfVersion(path) && !tree.file('before', path)?.text);
  const textOf = (side: SideName, path: string) => tree.file(side, path)?.text;
  const sourceOf = (path: string) => ({ path, id: tree.after.get(path) ?? '' });
  const told = paths
    // If there is a file for the new release, changes of older files are corrections.
    .filter((path) => !(hasNewVersion && isNotesOfVersion(path) && textOf('before', path)))
    .flatMap((path) => {
      const is = isFragment(path) ? undefined : textOf('after', path);
      if (is === undefined || (isAboutReleasing(path) && !is.split(/\r?\n/).some(isVersionHeading)))
        return [];
      return readAddedEntries(textOf('before', path) ?? '', is, sourceOf(path), refs);
    });
  const fragments = paths.filter(isFragment).flatMap((path) => {
    const [was = '', is] = [textOf('before', path), textOf('after', path)];
    // The release removes a changeset that may have been written within the range.
    const text = isChangeset(path) ? (is ?? was) : is;
    return text === undefined || (is !== undefined && was !== '')
      ? []
      : readFragment(path, text, sourceOf(path));
  });
  // A release may copy the fragments into the changelog and keep them.
  const numbers = new Set(told.flatMap((note) => note.numbers));
  const isTold = (note: ReleaseNote) =>
    note.numbers.length > 0 && note.numbers.every((number) => numbers.has(number));
  return [...told, ...fragments.filter((note) => !isTold(note))].slice(0, notesMax);
}

/** True for a `RELEASE.md` that describes how to release; one with versions is a changelog. */
const isAboutReleasing = (path: string) =>
  /(?:^|\/)releas(?:es?|ing)(?!.*notes)[\w-]*\.\w+$/i.test(path) && !isNotesOfVersion(path);

/** `* Add dark mode by @ada in https://host/owner/name/pull/7`, as GitHub writes it from a pull request. */
const generatedEntry = /^\s*[-*]\s+.* by @[\w[\]-]+ in (?:\S*\/pull\/|#)(\d{1,9})\s*$/;

export interface NotesOfRelease {
  notes: ReleaseNote[];
  /** The heading below which the release lists each pull request, by number. */
  sections: ReadonlyMap<number, string>;
}

/**
 * The entries of a release or an annotated tag. Entries that a host generated from pull requests only give their
 * section.
 */
export function readNotesOfRelease(text: string, headSha: string): NotesOfRelease {
  const sections = new Map<number, string>();
  let section = '';
  const written = text.split(/\r?\n/).filter((line) => {
    if (/^#{2,6}\s/.test(line)) section = line.replace(/^[#\s]+/, '');
    const number = generatedEntry.exec(line)?.[1];
    if (number !== undefined) sections.set(Number(number), section);
    return number === undefined;
  });
  // A commit never changes, so it cannot make the page stale.
  const source = { path: 'commit', id: headSha };
  return { notes: readAddedEntries('', written.join('\n'), source).slice(0, notesMax), sections };
}

const unreleased = /^#{1,3}\s*\[?(?:unreleased|next|upcoming|master|main)\b/i;
const bullet = /^(\s*)(?:[-*+•]|\d+\.)\s+(.*)$/;
/** `#### Keep quotes ([#12](…) by @ada)`: the heading is the entry, and the text below explains it. */
const headingEntry = /^#{3,6}\s+(?:\S+\s+){2,}\(?\[?#\d+\b/;
/** `BREAKING CHANGES:` */
const headingInCapitals = /^[A-Z][A-Z /&-]{2,40}:\s*$/;
function readAddedEntries(
  before: string,
  after: string,
  source: Source,
  { base, head }: { base?: string; head?: string } = {},
): ReleaseNote[] {
  const [was, is] = [before, after].map((text) =>
    withIntroductionsAsHeadings(withoutIndentOfHeadings(withPlainDirectives(text))),
  ) as [string, string];
  const lines = markAddedLines(was, is);
  // A heading may get another date or another format.
  const oldVersions = new Set(was.split(/\r?\n/).flatMap((line) => versionIn(line) ?? []));
  const released = releasedBy(base, is);
  const isNewVersion = (line: string) =>
    !oldVersions.has(versionIn(line) ?? '') && !released(versionIn(line) ?? '');
  const hasNewVersion = lines.some(
    ({ line, isAdded }) => isAdded && isVersionHeading(line) && isNewVersion(line),
  );
  // A release has the entries of its version; unreleased entries come later.
  const isRelease = lines.some(
    ({ line }) => versionIn(line) !== undefined && versionIn(line) === versionOf(head),
  );
  const entries: { section: string; text: string; indent: number; isHighlight: boolean }[] = [];
  /**
   * Whether a version heading precedes: without a new version, entries below the second heading and later ones are
   * corrections.
   */
  let hasVersion = false;
  /** The level of the heading "Highlights" that the line is below. */
  let highlights: number | undefined;
  let [section, isInNewVersion] = ['', !hasNewVersion];
  let current: (typeof entries)[number] | undefined;
  let [isInCode, isExplained, isBelowEntry] = [false, false, false];
  /** The section around a heading within a list. */
  let above: { section: string; indent: number } | undefined;
  for (const [index, { line, isAdded }] of lines.entries()) {
    const isFence = /^\s*(?:```|~~~)/.test(line) && !isUnderline(line, lines[index - 1]?.line);
    if (isFence) isInCode = !isInCode;
    if (isFence || isInCode) continue;
    if (line.trim() === '' && !/^\s/.test(lines[index + 1]?.line ?? '')) current = undefined;
    const [, indent = '', text] = bullet.exec(line) ?? [];
    if (text !== undefined && above && indent.length <= above.indent)
      [section, above] = [above.section, undefined];
    const isUnderlined = /^[=~^"*#+.-]{3,}\s*$/.test(lines[index + 1]?.line ?? '');
    if (isVersionHeading(line) || unreleased.test(line)) {
      if (unreleased.test(line)) isInNewVersion = !isRelease;
      else
        isInNewVersion = hasNewVersion
          ? isAdded && isNewVersion(line)
          : !hasVersion && !released(versionIn(line) ?? '');
      hasVersion ||= isVersionHeading(line);
      if ((/^#*/.exec(line)?.[0].length as number) <= (highlights ?? 0)) highlights = undefined;
      [section, current, above, isBelowEntry] = ['', undefined, undefined, false];
    } else if (
      /^#{2,6}\s/.test(line) ||
      (isUnderlined && line.trim() !== '') ||
      /^\*\*[^*]+\*\*:?\s*$/.test(line) ||
      headingInCapitals.test(line)
    ) {
      section = line.replace(/^[#\s*]+|[*:\s]+$/g, '');
      if (line.startsWith('#')) isBelowEntry = headingEntry.test(line);
      if (headingEntry.test(line) && isAdded && isInNewVersion)
        entries.push({
          section: '',
          text: section.replace(/^\[\w+\]\s+/, ''),
          indent: 0,
          isHighlight: highlights !== undefined,
        });
      const level = /^#*/.exec(line)?.[0].length as number;
      if (/\bhighlights?\b|\bsummary\b|\boverview\b/i.test(section)) highlights = level;
      else if (level <= (highlights ?? 0)) highlights = undefined;
      [current, above] = [undefined, undefined];
    } else if (isAdded && isInNewVersion && !isBelowEntry && !quietSection.test(section)) {
      if (text !== undefined && isHeadingItem(text, indent, lines[index + 1]?.line)) {
        above = { section, indent: indent.length };
        [section, current] = [text.replace(/[*:\s]+$/g, ''), undefined];
        continue;
      }
      // A numbered list below "… when:" belongs to the paragraph above it.
      if (/^\s*(?:$|\d+\.\s)/.test(line) && isExplained) continue;
      isExplained = text === undefined && line.trim().endsWith(':');
      if (text !== undefined && (!current || indent.length <= current.indent + 1)) {
        current = { section, text, indent: indent.length, isHighlight: highlights !== undefined };
        entries.push(current);
      } else if (!current && findSecurityIds(line).length > 0) {
        // A paragraph about an advisory.
        current = { section, text: line.trim(), indent: 0, isHighlight: highlights !== undefined };
        entries.push(current);
      }
      // Continuation lines and nested items belong to the entry above them.
      else if (line.trim() !== '' && current && current.text.length < noteLengthMax)
        current.text +=
          text === undefined ? ` ${line.trim()}` : `${/[.:;!?]\s*$/.test(current.text) ? '' : ';'} ${text}`;
    }
  }
  const notes = entries.map(({ section: heading, text, isHighlight }) => ({
    ...noteOf(heading, text, source),
    isHighlight,
  }));
  const toldBelow = new Set(notes.flatMap(({ isHighlight, numbers }) => (isHighlight ? [] : numbers)));
  return notes.flatMap(({ isHighlight, ...note }) => {
    const isRepeated =
      isHighlight && note.numbers.length > 0 && note.numbers.every((number) => toldBelow.has(number));
    // `[INTERNAL] …` names its section itself.
    const isQuiet = quietSection.test(note.section) && note.securityIds.length === 0;
    return isRepeated || isQuiet || placeholder.test(note.text) ? [] : [note];
  });
}

/** In reStructuredText, `~~~` below a line of words makes it a heading. */
const isUnderline = (line: string, above = '') =>
  /^~+\s*$/.test(line) && /^\S/.test(above) && line.trim().length >= above.trim().length;

/** ` 4.10.1 (2026-07-18)` between two lines of asterisks. */
const withoutIndentOfHeadings = (text: string) =>
  text.replace(/^ (\S.*\n)(?=([*=#~^"+-])\2{2,}\s*$)/gm, '$1');

/** True if a version is not newer than the base. A changelog without the version of the base belongs to something else. */
function releasedBy(base: string | undefined, text: string): (version: string) => boolean {
  const version = versionOf(base);
  if (version === undefined || !text.split(/\r?\n/).some((line) => versionIn(line) === version))
    return () => false;
  return (other) => /^\d+(?:\.\d+)+$/.test(other) && compareVersions(other, version) <= 0;
}

/** `1.2.0` of `v1.2.0`. */
const versionOf = (ref: string | undefined) => /\d+(?:\.\d+)+$/.exec(ref ?? '')?.[0];

function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  const at = left.findIndex((part, index) => part !== (right[index] ?? 0));
  return at < 0 ? left.length - right.length : (left[at] as number) - (right[at] ?? 0);
}

const versionIn = (line: string) =>
  isVersionHeading(line) ? /\d+\.\d+(?:\.\d+)?[\w.+-]*/.exec(line)?.[0] : undefined;

/** `- Bug fixes` with items below it is a heading. */
const isHeadingItem = (text: string, indent: string, next: string | undefined) =>
  /^(?:\*\*)?[\p{L} /&-]{3,40}:?(?:\*\*)?:?$/u.test(text) &&
  text.trim().split(/\s+/).length <= 4 &&
  (bullet.exec(next ?? '')?.[1]?.length ?? 0) > indent.length;

/** Marks the lines that `was` lacks. A line that replaces one with nearly the same words is a correction. */
function markAddedLines(was: string, is: string): { line: string; isAdded: boolean }[] {
  const [old, now] = [was.split(/\r?\n/), is.split(/\r?\n/)];
  // Entries such as "New locales" occur below several versions; in most files new ones come first.
  const shared = sharedAtEnd(old, now);
  const known = countLines(old.slice(0, old.length - shared));
  const lines = now.map((line, index) => ({
    line,
    isAdded: index < now.length - shared && !takeLine(known, line),
  }));
  const removed = [...known]
    .filter(([line, count]) => count > 0 && bullet.test(line))
    .slice(0, correctionsMax)
    .map(([line]) => wordsOf(line));
  if (removed.length === 0) return lines;
  const isCorrection = (line: string) => {
    const words = wordsOf(line);
    return words.size >= correctedWordsMin && removed.some((old) => areNearlySame(old, words));
  };
  return lines.map(({ line, isAdded }) => ({
    line,
    isAdded: isAdded && !(bullet.test(line) && isCorrection(line)),
  }));
}

const correctionsMax = 300;
const correctedWordsMin = 4;

/** The words without the targets of links. */
const wordsOf = (line: string) =>
  new Set(
    line
      .replace(/\]\([^)]*\)|<https?:[^>]*>|https?:\S+/g, ' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu) ?? [],
  );

const areNearlySame = (a: ReadonlySet<string>, b: ReadonlySet<string>) =>
  a.intersection(b).size >= 0.8 * a.union(b).size;

/** The number of equal lines at their ends. */
function sharedAtEnd(old: readonly string[], now: readonly string[]): number {
  const most = Math.min(old.length, now.length);
  let count = 0;
  while (count < most && old.at(-1 - count)?.trim() === now.at(-1 - count)?.trim()) count++;
  return count;
}

function countLines(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line.trim(), (counts.get(line.trim()) ?? 0) + 1);
  return counts;
}

function takeLine(counts: Map<string, number>, line: string): boolean {
  const left = counts.get(line.trim()) ?? 0;
  if (left > 0) counts.set(line.trim(), left - 1);
  return left > 0;
}
