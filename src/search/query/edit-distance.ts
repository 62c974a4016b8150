/** How many letters of a word may be wrong. */
export const editsAllowed = (letters: number) => (letters >= 8 ? 2 : letters >= 4 ? 1 : 0);

/** Whether so many letters added, left out, replaced or swapped with their neighbour make the one of the other. */
export const isWithinEdits = (a: string, b: string, edits: number) => editTest(a, edits)(b);

/**
 * The same for many words beside one: row by row how many edits make the first i letters of the one of the first j of
 * the other, where i and j are at most that far apart; further away it is too far.
 */
export function editTest(word: string, edits: number): (other: string) => boolean {
  const from = lettersOf(word, new Uint32Array(word.length));
  const to = new Uint32Array(2 * (from.length + edits));
  const far = edits + 1;
  let [beforeLast, last, row] = Array.from({ length: 3 }, () => new Uint8Array(to.length + 2)) as [
    Row,
    Row,
    Row,
  ];
  return (other) => {
    // A letter has one unit or two.
    if (other.length < from.length - edits || other.length > to.length) return false;
    const { length } = lettersOf(other, to);
    if (Math.abs(from.length - length) > edits) return false;
    for (let j = 0; j <= edits + 1; j++) last[j] = Math.min(j, far);
    let isNear = true;
    for (let i = 1; i <= from.length; i++) {
      const wasNear = isNear;
      isNear = false;
      const start = Math.max(1, i - edits);
      const end = Math.min(length, i + edits);
      row[start - 1] = start === 1 ? Math.min(i, far) : far;
      for (let j = start; j <= end; j++) {
        const change = from[i - 1] === to[j - 1] ? 0 : 1;
        let least = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + change);
        if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
          least = Math.min(least, at(beforeLast, j - 2) + 1);
        }
        row[j] = Math.min(least, far);
        if (least <= edits) isNear = true;
      }
      row[end + 1] = far;
      if (at(row, start - 1) <= edits) isNear = true;
      // A swap looks back two rows.
      if (!isNear && !wasNear) return false;
      [beforeLast, last, row] = [last, row, beforeLast];
    }
    return at(last, length) <= edits;
  };
}

type Row = Uint8Array;
const at = (row: Row, index: number) => row[index] as number;

/** Letters, not units: written to the beginning of the places given, as far as they go. */
function lettersOf(text: string, places: Uint32Array): Uint32Array {
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const letter = text.codePointAt(i) as number;
    if (letter > 0xffff) i++;
    places[count++] = letter;
  }
  return places.subarray(0, count);
}

/**
 * Every word within so many edits holds at least one of these: of one part more than there are edits, one is left
 * alone. Only a swap across a seam touches two parts, so the word is also cut with the letters at its seams swapped.
 */
export function fragmentsOf(word: string, edits: number): string[] {
  const letters = [...word];
  const seams = Array.from({ length: edits }, (_, i) => Math.floor(((i + 1) * letters.length) / (edits + 1)));
  let variants = [letters];
  for (const seam of seams) variants = variants.flatMap((variant) => [variant, swapped(variant, seam)]);
  const ends = [0, ...seams, letters.length];
  const fragments = variants.flatMap((variant) =>
    ends.slice(1).map((end, i) => variant.slice(ends[i], end).join('')),
  );
  return [...new Set(fragments)];
}

function swapped(letters: string[], seam: number): string[] {
  const [left, right] = [letters[seam - 1] as string, letters[seam] as string];
  return letters.with(seam - 1, right).with(seam, left);
}
