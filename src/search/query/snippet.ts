import { foldCase } from '../../platform/fold-case.ts';

export const snippetFields = ['title', 'description', 'comment', 'key'] as const;

export interface Passage {
  field: (typeof snippetFields)[number];
  text: string;
}

/** Plain text, and where in it the words stand: from and up to, counted as JavaScript counts. */
export interface Snippet extends Passage {
  ranges: [number, number][];
}

const lettersBefore = 60;
const lettersMax = 240;
// Of an endless text only the beginning is looked at.
const lookedAtMax = 20_000;
/** So much of a text is enough to cut a snippet from it. */
export const passageLettersMax = lookedAtMax + lettersMax + 1;

/** From the passage that holds most of the words, the first of equals; undefined if none holds any. */
export function snippetOf(passages: Passage[], words: string[]): Snippet | undefined {
  let best: { passage: Passage; folded: Folded; held: string[] } | undefined;
  for (const passage of passages) {
    const folded = foldWithPlaces(passage.text.slice(0, lookedAtMax));
    const held = words.filter((word) => folded.text.includes(word));
    if (held.length > (best?.held.length ?? 0)) best = { passage, folded, held };
  }
  return best && cut(best.passage, placesOf(best.folded, best.held));
}

interface Folded {
  text: string;
  /** Where in the original each letter of the folded text comes from, and one more: the end. */
  origin: (index: number) => number;
}

// A run of ASCII (but for its last letter, which a mark may follow), or a sign with its marks.
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const runs = /[\x00-\x7f]+(?=[\x00-\x7f]|$)|\P{M}\p{M}*|\p{M}+/gu;

/** Folding may change how long a text is ("ﬁ" becomes "fi"), so it is done sign by sign where there is more than ASCII. */
function foldWithPlaces(original: string): Folded {
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

/** All places of all words, those that touch or overlap as one. */
function placesOf({ text, origin }: Folded, words: string[]): [number, number][] {
  const places: [number, number][] = [];
  for (const word of words) {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
      places.push([origin(at), Math.max(origin(at + word.length), origin(at) + 1)]);
    }
  }
  places.sort((a, b) => a[0] - b[0]);
  const merged: [number, number][] = [];
  for (const place of places) {
    const last = merged.at(-1);
    if (last && place[0] <= last[1]) last[1] = Math.max(last[1], place[1]);
    else merged.push(place);
  }
  return merged;
}

function cut({ field, text }: Passage, places: [number, number][]): Snippet {
  const start = wholeSign(text, Math.max(0, (places[0]?.[0] ?? 0) - lettersBefore));
  const end = wholeSign(text, Math.min(text.length, start + lettersMax));
  const before = start > 0 ? '…' : '';
  const shift = before.length - start;
  return {
    field,
    text: `${before}${text.slice(start, end)}${end < text.length ? '…' : ''}`,
    ranges: places
      .filter(([from]) => from < end)
      .map(([from, to]) => [from + shift, Math.min(to, end) + shift]),
  };
}

/** Never between the halves of a sign. */
const wholeSign = (text: string, at: number) => (/[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at);
