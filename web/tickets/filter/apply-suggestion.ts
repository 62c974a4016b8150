/** Inserts a suggestion into a condition and returns the new position of the caret. */
export function applySuggestion(
  text: string,
  { from, to }: { from: number; to: number },
  inserted: string,
): { text: string; caret: number } {
  // A space follows, so that the next word can be typed, except after a parenthesis.
  const gap = inserted === '(' ? 0 : 1;
  const isThere = text[to] === ' ';
  // “status in (todo” + “,”
  const start = inserted === ',' || inserted === ')' ? text.slice(0, from).trimEnd() : text.slice(0, from);
  return {
    text: `${start}${inserted}${gap > 0 && !isThere ? ' ' : ''}${text.slice(to)}`,
    caret: start.length + inserted.length + gap,
  };
}
