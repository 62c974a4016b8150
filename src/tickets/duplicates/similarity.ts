import { foldCase } from '../../platform/fold-case.ts';

/** From here on two titles are called similar. */
export const similarEnough = 0.55;

/**
 * How much of a title another one shares: twice the letter triples in both over all letter triples, from 0 to 1.
 * Case, punctuation and the order of words count little; half of the words in common is not enough.
 */
export function similarityTo(title: string): (otherFolded: string) => number {
  const own = triplesOf(foldCase(title));
  return (otherFolded) => {
    const others = triplesOf(otherFolded);
    // Where one has so many more, even all of the shorter would not be enough.
    if (2 * Math.min(own.size, others.size) < similarEnough * (own.size + others.size)) return 0;
    let shared = 0;
    for (const triple of others) if (own.has(triple)) shared++;
    return (2 * shared) / (own.size + others.size);
  };
}

const isLetter = /[\p{L}\p{N}]/u;

const space = 32;

/** Those of each word by itself, with its beginning and end, each as one small number: texts took three times as long. */
function triplesOf(folded: string): Set<number> {
  const triples = triplesOfParts(folded, isPartOfWord);
  // Signs alone are a title as well.
  return triples.size > 0 ? triples : triplesOfParts(folded, () => true);
}

function triplesOfParts(folded: string, isPart: (code: number) => boolean): Set<number> {
  const triples = new Set<number>();
  let [first, second] = [space, space];
  for (let i = 0; i <= folded.length; i++) {
    const code = i < folded.length ? folded.charCodeAt(i) : space;
    if (isPart(code) && i < folded.length) {
      triples.add(tripleOf(first, second, code));
      [first, second] = [second, code];
    } else if (second !== space) {
      triples.add(tripleOf(first, second, space));
      [first, second] = [space, space];
    }
  }
  return triples;
}

/** Without a twin among ASCII, and hardly one beyond. */
const tripleOf = (a: number, b: number, c: number) =>
  (a | b | c) < 128
    ? (a << 14) | (b << 7) | c
    : ((Math.imul(Math.imul(a, 31) + b, 1_000_003) + c) & 0x3fffffff) | 0x20000000;

const isPartOfWord = (code: number) =>
  code > 127
    ? isLetter.test(String.fromCharCode(code))
    : (code > 96 && code < 123) || (code > 47 && code < 58);
