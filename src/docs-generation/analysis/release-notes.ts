import { isChangeset, isNewsFragment, isNotesOfVersion } from '../surface/changelog-files.ts';
import type { SourceTree } from './source-tree.ts';
import type { Source } from './surface-change.ts';

/** One entry that the maintainers wrote into a changelog within the range. */
export interface ReleaseNote {
  /** The heading above it, for example `Bug Fixes`. */
  section: string;
  /** The type of a commit (`fix`), if the entry begins with one. */
  type: string | undefined;
  scope: string | undefined;
  text: string;
  isBreaking: boolean;
  /** Numbers of issues and pull requests. */
  numbers: number[];
  securityIds: string[];
  /** Whether a tool made it of a commit. */
  isGenerated?: true;
  source: Source;
}

const notesMax = 500;
const noteLengthMax = 600;

/** The entries that the changed changelogs gained. Entries below an older version heading are corrections of it. */
export function readReleaseNotes(tree: SourceTree, paths: readonly string[], base?: string): ReleaseNote[] {
  const hasNewVersion = paths.some((path) => isNotesOfVersion(path) && !tree.file('before', path)?.text);
  return (
    paths
      // Beside the file of a new release, changes of older ones are corrections.
      .filter((path) => !(hasNewVersion && isNotesOfVersion(path) && tree.file('before', path)?.text))
      .flatMap((path) => {
        const [was = '', is] = [tree.file('before', path)?.text, tree.file('after', path)?.text];
        const source = { path, id: tree.after.get(path) ?? '' };
        if (isChangeset(path)) {
          // The release removes the file, and may have been written within the range.
          const text = is ?? was;
          return is !== undefined && was !== '' ? [] : readChangeset(text, source);
        }
        if (isNewsFragment(path)) return is === undefined || was !== '' ? [] : readFragment(path, is, source);
        return is === undefined ? [] : readAddedEntries(was, is, source, base);
      })
      .slice(0, notesMax)
  );
}

/** `* Add dark mode by @ada in https://host/owner/name/pull/7`, as GitHub writes it from a pull request. */
const generatedEntry = /^\s*[-*]\s+.* by @[\w[\]-]+ in (?:\S*\/pull\/|#)(\d{1,9})\s*$/;

export interface NotesOfRelease {
  notes: ReleaseNote[];
  /** Below which heading the release lists a pull request, by its number. */
  sections: ReadonlyMap<number, string>;
}

/** The entries of a release or an annotated tag. Entries that a host made of pull requests only tell their section. */
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

const versionHeading =
  /^(?:#{1,3}\s*(?:[\w.@/-]*[a-z][\w./-]*\s+)?)?\[?(?:version\s+|v|release\s+)?\d+\.\d+(?:\.\d+)?[\w.+-]*\]?(?:\s|$|\()/i;
const unreleased = /^#{1,3}\s*\[?(?:unreleased|next|upcoming|master|main)\b/i;
const bullet = /^(\s*)(?:[-*+•]|\d+\.)\s+(.*)$/;
/** Sections about the making of the release. */
const quietSection =
  /contributors?|thanks|credits|sponsors?|documentation|\bdocs\b|internal|maintenance|chores?|housekeeping|\bci\b|tests?\b|build process|dependency updates|refactor|full changelog|translations?/i;

function readAddedEntries(before: string, after: string, source: Source, base?: string): ReleaseNote[] {
  const [was, is] = [before, after].map(withoutIndentOfHeadings) as [string, string];
  const known = countLines(was);
  const lines = is.split(/\r?\n/).map((line) => ({ line, isAdded: !takeLine(known, line) }));
  // A heading may get another date or another format.
  const oldVersions = new Set(was.split(/\r?\n/).flatMap((line) => versionIn(line) ?? []));
  const released = releasedBy(base, is);
  const isNewVersion = (line: string) =>
    !oldVersions.has(versionIn(line) ?? '') && !released(versionIn(line) ?? '');
  const hasNewVersion = lines.some(
    ({ line, isAdded }) => isAdded && versionHeading.test(line) && isNewVersion(line),
  );
  const entries: { section: string; text: string; indent: number; isHighlight: boolean }[] = [];
  /** Whether a version stands above: without a new one, entries below the second and later ones are corrections. */
  let hasVersion = false;
  /** The level of the heading "Highlights" that the line is below. */
  let highlights: number | undefined;
  let [section, isInNewVersion] = ['', !hasNewVersion];
  let current: (typeof entries)[number] | undefined;
  let [isInCode, isExplained] = [false, false];
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
    const isUnderlined = /^[=~^"*#+-]{3,}\s*$/.test(lines[index + 1]?.line ?? '');
    if (versionHeading.test(line) || unreleased.test(line)) {
      isInNewVersion =
        unreleased.test(line) ||
        (hasNewVersion ? isAdded && isNewVersion(line) : !hasVersion && !released(versionIn(line) ?? ''));
      hasVersion ||= versionHeading.test(line);
      if ((/^#*/.exec(line)?.[0].length as number) <= (highlights ?? 0)) highlights = undefined;
      [section, current, above] = ['', undefined, undefined];
    } else if (
      /^#{2,6}\s/.test(line) ||
      (isUnderlined && line.trim() !== '') ||
      /^\*\*[^*]+\*\*:?\s*$/.test(line)
    ) {
      section = line.replace(/^[#\s*]+|[*:\s]+$/g, '');
      const level = /^#*/.exec(line)?.[0].length as number;
      if (/\bhighlights?\b|\bsummary\b|\boverview\b/i.test(section)) highlights = level;
      else if (level <= (highlights ?? 0)) highlights = undefined;
      [current, above] = [undefined, undefined];
    } else if (isAdded && isInNewVersion && !quietSection.test(section)) {
      if (text !== undefined && isHeadingItem(text, indent, lines[index + 1]?.line)) {
        above = { section, indent: indent.length };
        [section, current] = [text.replace(/[*:\s]+$/g, ''), undefined];
        continue;
      }
      // A numbered list below "… when:" tells about the paragraph above it.
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
      // Continued lines and nested items belong to the entry above them.
      else if (line.trim() !== '' && current && current.text.length < noteLengthMax)
        current.text +=
          text === undefined ? ` ${line.trim()}` : current.text.endsWith(':') ? ` ${text}` : `; ${text}`;
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
    return isRepeated || isPlaceholder.test(note.text) ? [] : [note];
  });
}

/** Lists without entries have words like these, which templates put there. */
const isPlaceholder =
  /^(?:\W*|tb[da]|to ?do|n\/a|none|nothing(?: yet)?|no (?:user-facing |notable |other )?changes|coming soon|placeholder)\W*$/i;

/** In reStructuredText, `~~~` below a line of words makes it a heading. */
const isUnderline = (line: string, above = '') =>
  /^~+\s*$/.test(line) && /^\S/.test(above) && line.trim().length >= above.trim().length;

/** ` 4.10.1 (2026-07-18)` between two lines of asterisks. */
const withoutIndentOfHeadings = (text: string) =>
  text.replace(/^ (\S.*\n)(?=([*=#~^"+-])\2{2,}\s*$)/gm, '$1');

/** Whether a version is not newer than the base; a changelog without the version of the base is of something else. */
function releasedBy(base: string | undefined, text: string): (version: string) => boolean {
  const version = /\d+(?:\.\d+)+$/.exec(base ?? '')?.[0];
  if (version === undefined || !text.split(/\r?\n/).some((line) => versionIn(line) === version))
    return () => false;
  return (other) => /^\d+(?:\.\d+)+$/.test(other) && compareVersions(other, version) <= 0;
}

function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  const at = left.findIndex((part, index) => part !== (right[index] ?? 0));
  return at < 0 ? left.length - right.length : (left[at] as number) - (right[at] ?? 0);
}

const versionIn = (line: string) =>
  versionHeading.test(line) ? /\d+\.\d+(?:\.\d+)?[\w.+-]*/.exec(line)?.[0] : undefined;

/** `- Bug fixes` with items below it is a heading. */
const isHeadingItem = (text: string, indent: string, next: string | undefined) =>
  /^(?:\*\*)?[\p{L} /&-]{3,40}(?:\*\*)?:?$/u.test(text) &&
  text.trim().split(/\s+/).length <= 4 &&
  (bullet.exec(next ?? '')?.[1]?.length ?? 0) > indent.length;

function countLines(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of text.split(/\r?\n/)) counts.set(line.trim(), (counts.get(line.trim()) ?? 0) + 1);
  return counts;
}

function takeLine(counts: Map<string, number>, line: string): boolean {
  const left = counts.get(line.trim()) ?? 0;
  if (left > 0) counts.set(line.trim(), left - 1);
  return left > 0;
}

function readChangeset(text: string, source: Source): ReleaseNote[] {
  const [, head = '', body = ''] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(text) ?? [];
  const first = body.trim().split(/\r?\n\r?\n/)[0] ?? '';
  if (first === '') return [];
  const isMajor = /:\s*major\b/.test(head);
  return [noteOf(isMajor ? 'Breaking changes' : /:\s*minor\b/.test(head) ? 'Added' : '', first, source)];
}

/** The middle part of the name is the section: `123.bugfix.rst`, also `misc` and `doc`, which are no news. */
function readFragment(path: string, text: string, source: Source): ReleaseNote[] {
  const section = /\.([a-z]+)(?:\.\d+)?\.\w+$/i.exec(path)?.[1] ?? '';
  const number = /(?:^|\/)(\d{1,9})\./.exec(path)?.[1];
  if (/^(?:misc|docs?|documentation|trivial|internal|contrib|packaging|removed?fragment)$/i.test(section))
    return [];
  const first =
    text
      .trim()
      .split(/\r?\n\r?\n/)[0]
      ?.replace(/^[-*]\s+/, '') ?? '';
  if (first === '') return [];
  return [noteOf(section, number === undefined ? first : `${first} (#${number})`, source)];
}

const securityId =
  /\b(CVE-\d{4}-\d{4,})\b|\b(GHSA(?:-[23456789cfghjmpqrvwx]{4}){3})\b|:ghsa:`((?:[23456789cfghjmpqrvwx]{4}-){2}[23456789cfghjmpqrvwx]{4})`/gi;

/** The ids of advisories, in their usual spelling. */
export function findSecurityIds(text: string): string[] {
  const ids = [...text.matchAll(securityId)].map(([, cve, ghsa, bare]) => {
    if (cve !== undefined) return cve.toUpperCase();
    return ghsa === undefined ? `GHSA-${bare?.toLowerCase()}` : `GHSA-${ghsa.slice(5).toLowerCase()}`;
  });
  return [...new Set(ids)].slice(0, 20);
}

/** `*Breaking*: …`, `[breaking] …`, `**Backwards-incompatible**: …` */
const breakingMark =
  /^(?:\*+|_+)?\[?(?:breaking(?: changes?)?|backwards?[- ]incompatible(?: changes?)?)\]?:?(?:\*+|_+)?:?\s+/i;

/** `[FEATURE] …`, `[Bug fix]: …`: a heading in front of each entry. */
const entryTag =
  /^\[((?:feature|enhancement|change|bug ?fix|fix|security|deprecat\w+|remov\w+|add\w*|new|improvement|perf\w*|breaking(?: change)?)s?)\]:?\s+/i;

function noteOf(section: string, raw: string, source: Source): ReleaseNote {
  const numbers = [
    ...raw.matchAll(/#(\d{1,9})\b|:(?:pr|pull|issue|gh):`#?(\d{1,9})`|\/(?:pull|issues)\/(\d{1,9})\b/g),
  ].map(([, hash, role, path]) => Number(hash ?? role ?? path));
  const [, tag] = entryTag.exec(raw.trim()) ?? [];
  const plain = plainText(tag === undefined ? raw : raw.trim().replace(entryTag, ''));
  const header = /^(?:\*\*)?([a-z]+)(?:\(([^()]{1,60})\))?(!)?:(?:\*\*)?\s*(?=\S)/i.exec(plain);
  const word = header?.[1]?.toLowerCase();
  const type = word !== undefined && isCommitType(word) ? word : undefined;
  const headless = type === undefined ? plain : plain.slice(header?.[0].length);
  const [, bold, rest] = /^\*\*([^*:]{1,60}):?\*\*:?\s*(.*)$/s.exec(headless) ?? [];
  const scope = bold ?? (type === undefined ? undefined : header?.[2]);
  const isMarked = breakingMark.test(plain) || /\bBREAKING\b/.test(plain);
  const words = withoutRestOfReferences(
    (rest ?? headless).replace(breakingMark, '').replace(/\*\*/g, '').trim(),
  );
  return {
    section: tag ?? section,
    type,
    scope: scope !== undefined && /breaking/i.test(scope) ? undefined : scope,
    text: words.replace(/\s+/g, ' ').trim().slice(0, noteLengthMax),
    isBreaking:
      isMarked ||
      /breaking|backwards?[- ]incompatib|incompatible/i.test(tag ?? section) ||
      /breaking/i.test(scope ?? ''),
    numbers: [...new Set(numbers)],
    securityIds: findSecurityIds(raw),
    ...(/\/commit\/[0-9a-f]{7,40}\b/.test(raw) && { isGenerated: true as const }),
    source,
  };
}

const isCommitType = (word: string) =>
  /^(?:feat|fix|perf|refactor|docs?|tests?|build|ci|chore|style|revert|sec|security|deps)$/.test(word);

/** What is left of `([#1](…)/[ansible#4](…), thanks to [@ada](…))` without its links. */
const withoutRestOfReferences = (text: string) =>
  text.split(')').length > text.split('(').length
    ? text.replace(
        /[\s/,]*(?:[\w.-]*#\d+[\s/,]*)*(?:(?:many )?thanks to @[\w-]+(?:,? (?:and )?@[\w-]+)*[^()]{0,40})?\)$/,
        '',
      )
    : text;

/** Markdown and reStructuredText as plain words; references to commits and pull requests are kept as numbers only. */
const plainText = (raw: string) =>
  raw
    .replace(/\[((?:CVE|GHSA)-[\w-]+)\](?:\([^)]*\)?)?/gi, '$1')
    .replace(/`#?\d+ <[^>]*>`__?/g, '')
    .replace(/`([^`<]+) <[^>]*>`__?/g, '$1')
    .replace(/:ghsa:`([^`]*)`/g, 'GHSA-$1')
    .replace(/:(?:pr|pull|issue|gh):`?#?\d+`?/g, '')
    .replace(/:\w+:`~?([^`<]+?)(?: <[^>]*>)?`/g, '`$1`')
    .replace(/``([^`]+)``/g, '`$1`')
    .replace(/\(?\[#?\d+\](?:\([^)]*\))?\)?/g, '')
    .replace(/\(?\[`?[0-9a-f]{7,40}`?\](?:\([^)]*\))?\)?/g, '')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/\s*\(?https?:\/\/\S+\/(?:pull|issues|merge_requests)\/\d+\/?\)?(?=\s|$)/g, '')
    .replace(/\s*\((?:closes |fixes |refs? )?(?:#\d+(?:, )?)+\)/gi, '')
    .replace(/^(?:\p{Extended_Pictographic}\ufe0f?\s*)+/u, '')
    .replace(/\s*\bPR\s+(?:#\d+\s+)?by @[\w-]+(?:,? (?:and )?@[\w-]+)*\.?/g, '')
    .replace(/[\s,]+by @[\w-]+(?:(?:,| and|, and) @[\w-]+)*(?: in (?:#\d+|https?:\S+))?$/, '')
    .replace(/^[0-9a-f]{7,40}:\s+/, '')
    .replace(/\s*\([\s,;]*\)(?=[\s.,;]|$)/g, '')
    .replace(/(?:\s*\(\s*\)|\s+\(|\(\[)+\s*$/g, '')
    .replace(/\s+/g, ' ')
    .trim();
