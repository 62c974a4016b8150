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
