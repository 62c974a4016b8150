import { fold } from '../platform/fold.ts';

/** From here on two titles are called similar. */
export const similarEnough = 0.55;

/**
 * How much of a title another one shares: twice the letter triples in both over all letter triples, from 0 to 1.
 * Case, punctuation and the order of words count little; half of the words in common is not enough.
 */
export function similarityTo(title: string): (other: string) => number {
  const own = triplesOf(title);
  return (other) => {
    const others = triplesOf(other);
    let shared = 0;
    for (const triple of others) if (own.has(triple)) shared++;
    return (2 * shared) / (own.size + others.size);
  };
}

/** Those of each word by itself, with its beginning and end. */
function triplesOf(title: string): Set<string> {
  const triples = new Set<string>();
  for (const word of fold(title).split(/[^\p{L}\p{N}]+/u)) {
    const padded = `  ${word} `;
    if (word !== '') for (let i = 0; i + 3 <= padded.length; i++) triples.add(padded.slice(i, i + 3));
  }
  // Signs alone are a title as well.
  if (triples.size === 0) triples.add(fold(title));
  return triples;
}
