/** How many typos a word of this length may have. */
export const maxEdits = (characters: number) => (characters >= 8 ? 2 : characters >= 4 ? 1 : 0);

/** Whether the edit distance of two words (characters inserted, deleted, replaced or swapped) is at most `edits`. */
export const isWithinEdits = (a: string, b: string, edits: number) => newEditDistanceTest(a, edits)(b);

/**
 * Compiles the test for one word against many. It computes the optimal string alignment distance row by row: `row[j]` is
 * the distance of the first i characters of the word from the first j of the other. Only the band of j within `edits`
 * of i is computed; everything outside counts as `edits + 1`.
 */
export function newEditDistanceTest(word: string, edits: number): (other: string) => boolean {
  const from = readCodePoints(word, new Uint32Array(word.length));
  const to = new Uint32Array(2 * (from.length + edits));
  const tooFar = edits + 1;
  let [beforeLast, last, row] = Array.from({ length: 3 }, () => new Uint8Array(to.length + 2)) as [
    Row,
    Row,
    Row,
  ];
  return (other) => {
    // A code point has one or two UTF-16 units.
    if (other.length < from.length - edits || other.length > to.length) return false;
    const { length } = readCodePoints(other, to);
    if (Math.abs(from.length - length) > edits) return false;
    for (let j = 0; j <= edits + 1; j++) last[j] = Math.min(j, tooFar);
    let isNear = true;
    for (let i = 1; i <= from.length; i++) {
      const wasNear = isNear;
      isNear = false;
      const start = Math.max(1, i - edits);
      const end = Math.min(length, i + edits);
      row[start - 1] = start === 1 ? Math.min(i, tooFar) : tooFar;
      for (let j = start; j <= end; j++) {
        const change = from[i - 1] === to[j - 1] ? 0 : 1;
        let least = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + change);
        if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
          least = Math.min(least, at(beforeLast, j - 2) + 1);
        }
        row[j] = Math.min(least, tooFar);
        if (least <= edits) isNear = true;
      }
      row[end + 1] = tooFar;
      if (at(row, start - 1) <= edits) isNear = true;
      // A swap reads the row before the last, so two rows in sequence must be too far.
      if (!isNear && !wasNear) return false;
      [beforeLast, last, row] = [last, row, beforeLast];
    }
    return at(last, length) <= edits;
  };
}

type Row = Uint8Array;
const at = (row: Row, index: number) => row[index] as number;

/** Writes the code points of a text to the start of `target`, and returns that part of it. */
function readCodePoints(text: string, target: Uint32Array): Uint32Array {
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const codePoint = text.codePointAt(i) as number;
    if (codePoint > 0xffff) i++;
    target[count++] = codePoint;
  }
  return target.subarray(0, count);
}

/** Every word within the edit distance has one of the ends, or contains one of the parts. */
export interface Fragments {
  ends: { prefix: string; suffix: string }[];
  /** Each has at least three characters, so that a trigram index finds it. */
  parts: string[];
}

const partCharactersMin = 3;

/**
 * The word is cut into `edits + 1` parts, and each edit changes at most one of them. If the first part is not changed, the
 * other word begins with it. Only a swap across a cut changes two parts, so there are also parts with the characters at
 * the cuts swapped; of these the first is not needed, because one edit less is left to change the others.
 */
export function splitIntoFragments(word: string, edits: number): Fragments {
  const characters = [...word];
  const cuts = Array.from({ length: edits }, (_, i) =>
    Math.min(
      Math.floor(((i + 1) * characters.length) / (edits + 1)),
      characters.length - (edits - i) * partCharactersMin,
    ),
  );
  let variants = [characters];
  for (const cut of cuts) variants = variants.flatMap((variant) => [variant, swapAt(variant, cut)]);
  const parts = variants.flatMap((variant) =>
    cuts.map((cut, i) => variant.slice(cut, cuts[i + 1] ?? characters.length).join('')),
  );
  return { ends: fragmentEnds(characters, cuts[0] ?? characters.length), parts: [...new Set(parts)] };
}

/** Many words begin with the same single character, so the edit that follows it is distinguished. */
function fragmentEnds(characters: string[], firstCut: number): Fragments['ends'] {
  const prefix = (length: number, from = characters) => ({
    prefix: from.slice(0, length).join(''),
    suffix: '',
  });
  const [first = ''] = characters;
  if (firstCut > 1) return [prefix(firstCut)];
  const isSecondChanged = { prefix: first, suffix: characters.slice(2).join('') };
  return [prefix(2), isSecondChanged, prefix(characters.length, swapAt(characters, 2))];
}

function swapAt(characters: string[], cut: number): string[] {
  const [left, right] = [characters[cut - 1] as string, characters[cut] as string];
  return characters.with(cut - 1, right).with(cut, left);
}
