/** One line of the palette. */
export interface Entry {
  id: string;
  name: string;
  /** Another name that counts as much, such as the field that a verb changes. */
  also?: string;
  /** Further words that find it. */
  words?: string;
}

/**
 * The entries whose words begin with every word of the text, the best first: an entry with exactly that name, then those
 * that begin with the text, then the rest. Of equal ones, those that are used more come first, then the given order counts.
 */
export function rankEntries<E extends Entry>(
  entries: readonly E[],
  text: string,
  useOf: (id: string) => number = () => 0,
): E[] {
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry, text), use: useOf(entry.id) }))
    .filter(({ rank }) => rank < Infinity)
    .sort((a, b) => a.rank - b.rank || b.use - a.use)
    .map(({ entry }) => entry);
}

/** 0 for exactly that name, 1 for its beginning, 2 for words of it, Infinity if a word is missing. */
export function rankOf({ name, also = '', words = '' }: Entry, text: string): number {
  const wanted = foldWords(text);
  if (wanted.length === 0) return 0;
  const present = foldWords(`${name} ${also} ${words}`);
  if (!wanted.every((want) => present.some((word) => word.startsWith(want)))) return Infinity;
  const start = wanted.join(' ');
  const names = [name, also].map((one) => foldWords(one).join(' '));
  if (names.includes(start)) return 0;
  return names.some((one) => one.startsWith(start)) ? 1 : 2;
}

/** Words without accents and case, so that `ubersicht` finds “Übersicht”. */
const foldWords = (text: string) =>
  text
    .slice(0, 500)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
