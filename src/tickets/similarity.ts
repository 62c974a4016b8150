import { fold } from '../platform/fold.ts';

/** From here on two titles are called similar. */
export const similarEnough = 0.55;

/**
 * How much of a title another one shares: twice the letter triples in both over all letter triples, from 0 to 1.
 * Case, punctuation and the order of words count little; half of the words in common is not enough.
 */
export function similarityTo(title: string): (otherFolded: string) => number {
  const own = triplesOf(fold(title));
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

/** Those of each word by itself, with its beginning and end. */
function triplesOf(folded: string): Set<string> {
  const triples = new Set<string>();
  let padded = '';
  const close = () => {
    if (padded === '') return;
    padded += ' ';
    for (let i = 0; i + 3 <= padded.length; i++) triples.add(padded.slice(i, i + 3));
    padded = '';
  };
  for (let i = 0; i < folded.length; i++) {
    const code = folded.charCodeAt(i);
    const isWord =
      code > 127 ? isLetter.test(folded[i] as string) : (code > 96 && code < 123) || (code > 47 && code < 58);
    if (isWord) padded = (padded || '  ') + folded[i];
    else close();
  }
  close();
  // Signs alone are a title as well.
  return triples.size > 0 ? triples : new Set([folded]);
}
