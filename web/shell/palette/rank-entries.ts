/** One line of the palette. */
export interface Entry {
  id: string;
  name: string;
  /** Further words that find it. */
  words?: string;
}

/**
 * The entries whose words begin with every word of the text, the best first: entries that begin with the text, then the
 * rest in their given order.
 */
export function rankEntries<E extends Entry>(entries: readonly E[], text: string): E[] {
  const wanted = foldWords(text);
  if (wanted.length === 0) return [...entries];
  const start = wanted.join(' ');
  const found = entries.filter(({ name, words = '' }) => {
    const present = foldWords(`${name} ${words}`);
    return wanted.every((want) => present.some((word) => word.startsWith(want)));
  });
  const isFirst = ({ name }: E) => foldWords(name).join(' ').startsWith(start);
  return [...found.filter(isFirst), ...found.filter((entry) => !isFirst(entry))];
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
