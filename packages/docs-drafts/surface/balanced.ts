const closing: Record<string, string> = { '(': ')', '[': ']', '{': '}' };
const lengthMax = 10_000;
/** Deeper than real code. Ends the scan of a source that only opens brackets. */
const depthMax = 100;

/** The text between the bracket at `open` and its closing bracket. Brackets in quotes do not count. */
export function readBalanced(source: string, open: number): { inside: string; end: number } {
  const stack: string[] = [];
  const last = Math.min(source.length, open + lengthMax);
  for (let at = open; at < last; at++) {
    const char = source[at] as string;
    if (char === '"' || char === "'" || char === '`') {
      const end = source.slice(at + 1, last).search(new RegExp(`(?<!\\\\)${char}`));
      if (end < 0) break;
      at += end + 1;
    } else if (closing[char]) {
      if (stack.push(closing[char] as string) > depthMax) break;
    } else if (char === stack.at(-1)) {
      stack.pop();
      if (stack.length === 0) return { inside: source.slice(open + 1, at), end: at + 1 };
    }
  }
  return { inside: '', end: open + 1 };
}

/** Splits at commas, or another separator, outside of brackets. The `>` of an arrow closes no bracket. */
export function splitTopLevel(text: string, separator = ','): string[] {
  const parts = [''];
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    if ('([{<'.includes(char)) depth++;
    if (')]}'.includes(char) || (char === '>' && !/[=-]/.test(text[at - 1] ?? ''))) depth--;
    if (char === separator && depth === 0) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}
