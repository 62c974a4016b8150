/**
 * Where in the Markdown source a place of the shown text is. `before` is the shown text before the node, `node` the text of
 * the node, and `offset` the place in it. The words around it are searched in the source; of several such words the one
 * with as many before it is taken.
 */
export function findSourceOffset(source: string, before: string, node: string, offset: number): number {
  for (const reach of [24, 8, 3]) {
    const from = Math.max(0, offset - reach);
    const words = node.slice(from, offset + reach);
    if (words.trim() === '') continue;
    const count = countOf(before + node.slice(0, from), words);
    const at = findNth(source, words, count);
    if (at !== undefined) return at + offset - from;
  }
  return source.length;
}

const countOf = (text: string, words: string): number => text.split(words).length - 1;

function findNth(text: string, words: string, count: number): number | undefined {
  let at = text.indexOf(words);
  for (let left = count; left > 0 && at >= 0; left--) {
    const next = text.indexOf(words, at + words.length);
    if (next < 0) break;
    at = next;
  }
  return at < 0 ? undefined : at;
}

/** The same for a place on the screen, inside the element that shows the source. */
export function sourceOffsetAt(source: string, shown: Element, x: number, y: number): number {
  const place = document.caretPositionFromPoint?.(x, y);
  const node = place?.offsetNode;
  if (!place || !(node instanceof Text) || !shown.contains(node)) return source.length;
  const range = document.createRange();
  range.setStart(shown, 0);
  range.setEnd(node, 0);
  return findSourceOffset(source, range.toString(), node.data, place.offset);
}
