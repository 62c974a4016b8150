interface Answer<T> {
  /** What the server was asked for. */
  filter: string;
  position: number;
  /** The word that an item replaces. */
  from: number;
  to: number;
  items: readonly T[];
}

/**
 * What an answer offers at the caret. While the next answer is under way, the former one serves as long as the same word
 * is typed on; undefined where it no longer fits.
 */
export function offersAt<T extends { text: string }>(
  answer: Answer<T> | undefined,
  text: string,
  caret: number,
): { from: number; to: number; items: readonly T[] } | undefined {
  if (!answer) return undefined;
  const { filter, position, from, to, items } = answer;
  if (filter === text && position === caret) return { from, to, items };
  const typed = text.slice(from, caret);
  const isSameWord =
    caret >= from && filter.slice(0, from) === text.slice(0, from) && /^[^\s(),"'=<>!~]*$/.test(typed);
  if (!isSameWord) return undefined;
  const fitting = items.filter((item) => item.text.toLowerCase().startsWith(typed.toLowerCase()));
  return { from, to: caret, items: fitting };
}
