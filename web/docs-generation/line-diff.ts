import { diffLines, diffWords } from '../../packages/text-edits/index.ts';

/** A part of a line; `isChanged` if the other text has other words there. */
export interface LinePiece {
  text: string;
  isChanged: boolean;
}

export type DiffPart =
  | { kind: 'same'; lines: string[] }
  | { kind: 'changed'; removed: LinePiece[][]; added: LinePiece[][] };

/** Lines that have less in common are shown without marks on words. */
const commonMin = 0.3;

type PageText = { title: string; body: string };

/** What a draft changes in a page, as readers see both. The address of a link is left out if both have the link. */
export function comparePages(before: PageText, after: PageText): DiffPart[] {
  const [old, fresh] = [before, after].map(({ title, body }) => `${title}\n${body}`) as [string, string];
  const known = new Set(old.match(link));
  const common = new Set((fresh.match(link) ?? []).filter((one) => known.has(one)));
  const readable = (text: string) =>
    text
      .replace(link, (whole, label) => (common.has(whole) ? label : whole))
      .replace(/\\([^\p{L}\p{N}\s])/gu, '$1')
      .split('\n')
      .filter((line) => !/^[>\s]*$/.test(line))
      .join('\n');
  return compareLines(readable(old), readable(fresh));
}

const link = /(?<![!\\])\[((?:\\.|[^\]\\])*)\]\([^()\s]*\)/g;

/** The lines that differ, and within similar ones the words. */
export function compareLines(before: string, after: string): DiffPart[] {
  const parts: DiffPart[] = [];
  const same = (text: string) => {
    if (text !== '') parts.push({ kind: 'same', lines: splitLines(text) });
  };
  // Every line ends with a break, so that a line added at the end does not change the one before it.
  const [old, fresh] = [before, after].map((text) => (text === '' ? '' : `${text}\n`)) as [string, string];
  let at = 0;
  for (const { from, to, insert } of diffLines(old, fresh)) {
    same(old.slice(at, from));
    parts.push({ kind: 'changed', ...markWords(old.slice(from, to), insert) });
    at = to;
  }
  same(old.slice(at));
  return parts;
}

const splitLines = (text: string): string[] => text.replace(/\n$/, '').split('\n');

function markWords(removed: string, added: string) {
  const edits = removed === '' || added === '' ? [] : diffWords(removed, added);
  const [gone, come] = [[], []] as [LinePiece[], LinePiece[]];
  let at = 0;
  const keep = (text: string) => {
    if (text === '') return;
    gone.push({ text, isChanged: false });
    come.push({ text, isChanged: false });
  };
  for (const { from, to, insert } of edits) {
    keep(removed.slice(at, from));
    if (to > from) gone.push({ text: removed.slice(from, to), isChanged: true });
    if (insert !== '') come.push({ text: insert, isChanged: true });
    at = to;
  }
  const common = gone.reduce((sum, { text, isChanged }) => sum + (isChanged ? 0 : text.length), 0);
  const isSimilar = edits.length > 0 && common + removed.length - at >= commonMin * removed.length;
  if (!isSimilar) return { removed: plain(removed), added: plain(added) };
  keep(removed.slice(at));
  return { removed: piecesByLine(gone), added: piecesByLine(come) };
}

const plain = (text: string): LinePiece[][] =>
  text === '' ? [] : splitLines(text).map((line) => [{ text: line, isChanged: false }]);

function piecesByLine(pieces: readonly LinePiece[]): LinePiece[][] {
  const lines: LinePiece[][] = [[]];
  for (const { text, isChanged } of pieces)
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (part !== '') lines.at(-1)?.push({ text: part, isChanged });
    }
  // What follows the last break.
  return lines.at(-1)?.length === 0 ? lines.slice(0, -1) : lines;
}
