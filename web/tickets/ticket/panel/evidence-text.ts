export interface DiffLine {
  kind: 'added' | 'removed' | 'head' | 'same';
  text: string;
}

/** The lines of a unified diff. */
export const readDiff = (text: string): DiffLine[] =>
  (text.endsWith('\n') ? text.slice(0, -1) : text)
    .split('\n')
    .map((line) => ({ kind: kindOfLine(line), text: line }));

function kindOfLine(line: string): DiffLine['kind'] {
  if (/^(?:diff |index |--- |\+\+\+ |@@)/.test(line)) return 'head';
  if (line.startsWith('+')) return 'added';
  return line.startsWith('-') ? 'removed' : 'same';
}

const partLength = 20_000;

/** Of a long text the start and the end, cut between lines, and how many characters are left out. */
export function cutMiddle(text: string): { start: string; end: string; left: number } {
  if (text.length <= 2 * partLength) return { start: text, end: '', left: 0 };
  const startAt = text.lastIndexOf('\n', partLength) + 1 || partLength;
  const lineAfter = text.indexOf('\n', text.length - partLength) + 1;
  const endAt = lineAfter > 0 && lineAfter < text.length ? lineAfter : text.length - partLength;
  return { start: text.slice(0, startAt), end: text.slice(endAt), left: endAt - startAt };
}
