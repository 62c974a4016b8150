const closing: Record<string, string> = { '(': ')', '[': ']', '{': '}' };
const lengthMax = 10_000;
/** Deeper than anybody writes; a source that opens brackets without end is given up early. */
const depthMax = 100;

/** What stands between the bracket at `open` and the one that closes it; quotes hide brackets. */
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

/** What stands between commas, or other marks, that are in no bracket. An arrow closes none. */
export function splitTopLevel(text: string, mark = ','): string[] {
  const parts = [''];
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    if ('([{<'.includes(char)) depth++;
    if (')]}'.includes(char) || (char === '>' && !/[=-]/.test(text[at - 1] ?? ''))) depth--;
    if (char === mark && depth === 0) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

/** Where the round bracket at `open` is closed, or -1. */
export function closingOf(signature: string, open: number): number {
  let depth = 0;
  for (let at = open; at < signature.length; at++) {
    if (signature[at] === '(') depth++;
    if (signature[at] === ')' && --depth === 0) return at;
  }
  return -1;
}
