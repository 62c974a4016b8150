/** A relative path in which `*` and `**` may stand for other text. */
export const isPathPattern = (pattern: string): boolean => {
  const parts = pattern.replace(/\/$/, '').split('/');
  return !/\p{Cc}|\\/u.test(pattern) && parts.every((part) => part !== '' && part !== '.' && part !== '..');
};

/**
 * `*` stands for any text within a part of the path, a part `**` for any number of parts. A pattern also stands for
 * everything below what it names.
 */
export function matchesPath(pattern: string, path: string): boolean {
  const wanted = pattern.replace(/\/$/, '').split('/');
  const parts = path.split('/');
  // The positions up to which the parts before have matched, so that no pattern makes it try all combinations.
  let ends = new Set([0]);
  for (const part of wanted) {
    const next = new Set<number>();
    if (part === '**') {
      for (let at = Math.min(...ends); at <= parts.length; at++) next.add(at);
    } else {
      for (const end of ends)
        if (end < parts.length && matchesPart(part, parts[end] as string)) next.add(end + 1);
    }
    if (next.size === 0) return false;
    ends = next;
  }
  // What is left of the path is below the folder that the pattern names.
  return true;
}

/** Compares piece by piece, in linear time: the text between two stars occurs after the piece before. */
function matchesPart(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length)
    return false;
  let at = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= text.length - last.length;
}
