import { foldCase } from '../../platform/fold-case.ts';

export const snippetFields = ['title', 'description', 'comment', 'criterion', 'key'] as const;

export interface Passage {
  field: (typeof snippetFields)[number];
  text: string;
  /** The comment that the text is of, and who wrote it. */
  comment?: { id: string; author?: { id: string; name: string } };
}

/** A plain text with the ranges of the words in it: start and end (exclusive), in UTF-16 units. */
export interface Snippet extends Passage {
  ranges: [number, number][];
}

const charactersBefore = 60;
const charactersMax = 240;
// Only the start of a long text is searched.
const searchedMax = 20_000;
/** How much of a text is needed to cut a snippet from it. */
export const passageCharactersMax = searchedMax + charactersMax + 1;

/** Cuts a snippet from the first passage with the most words. Returns undefined if none has any. */
export function bestSnippet(passages: Passage[], words: string[]): Snippet | undefined {
  let best: { passage: Passage; folded: Folded; found: string[] } | undefined;
  for (const passage of passages) {
    const folded = foldWithOrigins(passage.text.slice(0, searchedMax));
    const found = words.filter((word) => folded.text.includes(word));
    if (found.length > (best?.found.length ?? 0)) best = { passage, folded, found };
  }
  return best && cutSnippet(best.passage, findWordRanges(best.folded, best.found));
}

interface Folded {
  text: string;
  /** Maps each index in the folded text to the index in the original; the length maps to the length. */
  origin: (index: number) => number;
}

// A run of ASCII without its last character, which a combining mark may follow, or one character with its marks.
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const runs = /[\x00-\x7f]+(?=[\x00-\x7f]|$)|\P{M}\p{M}*|\p{M}+/gu;

/** Case folding may change the length of a text ("ﬁ" becomes "fi"), so all but ASCII is folded character by character. */
function foldWithOrigins(original: string): Folded {
  let text = '';
  const origins: number[] = [];
  for (const { 0: run, index } of original.matchAll(runs)) {
    const folded = foldCase(run);
    const isAscii = folded.length === run.length && run.charCodeAt(0) < 0x80;
    for (let i = 0; i < folded.length; i++) origins.push(isAscii ? index + i : index);
    text += folded;
  }
  return { text, origin: (index) => origins[index] ?? original.length };
}

/** Finds the ranges of all words. Adjacent and overlapping ranges are merged. */
function findWordRanges({ text, origin }: Folded, words: string[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const word of words) {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
      ranges.push([origin(at), Math.max(origin(at + word.length), origin(at) + 1)]);
    }
  }
  ranges.sort((a, b) => a[0] - b[0]);
  const merged: [number, number][] = [];
  for (const range of ranges) {
    const last = merged.at(-1);
    if (last && range[0] <= last[1]) last[1] = Math.max(last[1], range[1]);
    else merged.push(range);
  }
  return merged;
}

function cutSnippet({ field, text, comment }: Passage, ranges: [number, number][]): Snippet {
  const start = codePointStart(text, Math.max(0, (ranges[0]?.[0] ?? 0) - charactersBefore));
  const end = codePointStart(text, Math.min(text.length, start + charactersMax));
  const before = start > 0 ? '…' : '';
  const shift = before.length - start;
  return {
    field,
    ...(comment && { comment }),
    text: `${before}${text.slice(start, end)}${end < text.length ? '…' : ''}`,
    ranges: ranges
      .filter(([from]) => from < end)
      .map(([from, to]) => [from + shift, Math.min(to, end) + shift]),
  };
}

/** Moves an index out of the middle of a surrogate pair. */
const codePointStart = (text: string, at: number) => (/[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at);
