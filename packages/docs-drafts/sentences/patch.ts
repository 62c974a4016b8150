const contextLines = 3;
/** The lines around a sentence can be as long as a page may be. */
const patchLengthMax = 6_000;

/**
 * A unified diff that replaces one line, in the form that `git apply` reads. Keeps the line endings of the page. Null if
 * the path would need quoting, or the patch would be too long.
 */
export function patchLine(path: string, text: string, line: number, now: string): string | null {
  if (!/^[\w@.+\-/()[\] ]+$/.test(path)) return null;
  const lines = text.split('\n');
  const isLastOpen = lines.at(-1) !== '';
  if (!isLastOpen) lines.pop();
  const at = line - 1;
  const old = lines[at];
  if (old === undefined) return null;
  const first = Math.max(0, at - contextLines);
  const end = Math.min(lines.length, at + contextLines + 1);
  const mark = (index: number) =>
    isLastOpen && index === lines.length - 1 ? '\n\\ No newline at end of file' : '';
  const body: string[] = [];
  for (let index = first; index < end; index++) {
    if (index !== at) body.push(` ${lines[index]}${mark(index)}`);
    else body.push(`-${old}${mark(index)}`, `+${now}${old.endsWith('\r') ? '\r' : ''}${mark(index)}`);
  }
  const range = `${first + 1},${end - first}`;
  const name = path.includes(' ') ? `${path}\t` : path;
  const patch = [
    `diff --git a/${path} b/${path}`,
    `--- a/${name}`,
    `+++ b/${name}`,
    `@@ -${range} +${range} @@`,
    ...body,
    '',
  ].join('\n');
  return patch.length > patchLengthMax ? null : patch;
}

/** Replaces the token where it stands alone; undefined if the line has it not or more than once in other words. */
export function replaceToken(line: string, token: string, now: string): string | undefined {
  const plain = line.endsWith('\r') ? line.slice(0, -1) : line;
  const replaced = plain.replace(wholeWord(token, 'g'), () => now);
  return replaced === plain ? undefined : replaced;
}

/** The text where it is no part of a longer name: `port` in `--port`, not in `port-range` or `export`. */
export const wholeWord = (text: string, flags?: string) =>
  new RegExp(`(?<![\\w$]|\\w-)${escapePattern(text)}(?![\\w$]|-\\w)`, flags);

export const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
