import { foldCase } from '../../platform/fold-case.ts';

/** Titles of this similarity or more are possible duplicates. */
export const similarityMin = 0.55;

/**
 * The trigram similarity (Dice coefficient) of two titles, from 0 to 1: twice the shared trigrams over the trigrams of both.
 * Case, punctuation and word order count little; half of the words in common is not enough.
 */
export function similarityTo(title: string): (otherFolded: string) => number {
  const own = titleTrigrams(foldCase(title));
  return (otherFolded) => {
    const others = titleTrigrams(otherFolded);
    // With such different lengths, even sharing all trigrams of the shorter title would not reach the minimum.
    if (2 * Math.min(own.size, others.size) < similarityMin * (own.size + others.size)) return 0;
    let shared = 0;
    for (const trigram of others) if (own.has(trigram)) shared++;
    return (2 * shared) / (own.size + others.size);
  };
}

const isLetter = /[\p{L}\p{N}]/u;

const space = 32;

/** The trigrams of each word, padded with spaces and encoded as small integers: strings take three times as long. */
function titleTrigrams(folded: string): Set<number> {
  const trigrams = trigramsOfParts(folded, isPartOfWord);
  // A title without letters and digits is compared by its other characters.
  return trigrams.size > 0 ? trigrams : trigramsOfParts(folded, () => true);
}

function trigramsOfParts(folded: string, isPart: (code: number) => boolean): Set<number> {
  const trigrams = new Set<number>();
  let [first, second] = [space, space];
  for (let i = 0; i <= folded.length; i++) {
    const code = i < folded.length ? folded.charCodeAt(i) : space;
    if (isPart(code) && i < folded.length) {
      trigrams.add(encodeTrigram(first, second, code));
      [first, second] = [second, code];
    } else if (second !== space) {
      trigrams.add(encodeTrigram(first, second, space));
      [first, second] = [space, space];
    }
  }
  return trigrams;
}

/** Unique for ASCII; a hash, with rare collisions, for other characters. */
const encodeTrigram = (a: number, b: number, c: number) =>
  (a | b | c) < 128
    ? (a << 14) | (b << 7) | c
    : ((Math.imul(Math.imul(a, 31) + b, 1_000_003) + c) & 0x3fffffff) | 0x20000000;

const isPartOfWord = (code: number) =>
  code > 127
    ? isLetter.test(String.fromCharCode(code))
    : (code > 96 && code < 123) || (code > 47 && code < 58);
