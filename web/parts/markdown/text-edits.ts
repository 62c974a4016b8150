/** A text with what is selected in it; `start` equals `end` for a caret. */
export interface Selection {
  text: string;
  start: number;
  end: number;
}

/** Adds a mark around the selection, or removes it: `**bold**`. */
export function toggleMark({ text, start, end }: Selection, mark: string): Selection {
  const size = mark.length;
  const chosen = text.slice(start, end);
  if (text.slice(start - size, start) === mark && text.slice(end, end + size) === mark) {
    return {
      text: text.slice(0, start - size) + chosen + text.slice(end + size),
      start: start - size,
      end: end - size,
    };
  }
  if (chosen.length >= 2 * size && chosen.startsWith(mark) && chosen.endsWith(mark)) {
    return {
      text: text.slice(0, start) + chosen.slice(size, -size) + text.slice(end),
      start,
      end: end - 2 * size,
    };
  }
  return {
    text: text.slice(0, start) + mark + chosen + mark + text.slice(end),
    start: start + size,
    end: end + size,
  };
}

/** Makes the selection a link and selects the place of the address, or of the words if an address was selected. */
export function makeLink({ text, start, end }: Selection): Selection {
  const chosen = text.slice(start, end);
  const isAddress = /^https?:\/\/\S+$/.test(chosen);
  const [words, address] = isAddress ? ['', chosen] : [chosen, ''];
  const at = isAddress ? start + 1 : start + words.length + 3;
  return { text: `${text.slice(0, start)}[${words}](${address})${text.slice(end)}`, start: at, end: at };
}

/** Adds a prefix to every line of the selection, or removes it if all lines have it. */
export function toggleLines({ text, start, end }: Selection, prefix: string): Selection {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const until = text.indexOf('\n', end) < 0 ? text.length : text.indexOf('\n', end);
  const lines = text.slice(from, until).split('\n');
  const all = lines.every((line) => line.startsWith(prefix));
  const changed = lines.map((line) => (all ? line.slice(prefix.length) : prefix + line)).join('\n');
  const first = all ? -prefix.length : prefix.length;
  return {
    text: text.slice(0, from) + changed + text.slice(until),
    start: Math.max(from, start + first),
    end: end + changed.length - (until - from),
  };
}

const listLine = /^([ \t]*(?:>[ \t]?)*)([-*+]|(\d{1,9})([.)]))([ \t]+)(\[[ xX]\][ \t]+)?(.*)$/;

/** Enter in a list begins the next item; in an empty item it ends the list. Undefined outside a list. */
export function continueList({ text, start, end }: Selection): Selection | undefined {
  if (start !== end) return undefined;
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const match = listLine.exec(text.slice(from, start));
  if (!match) return undefined;
  const [, indent = '', mark = '', number, dot, space = ' ', task, content] = match;
  if (content === '') {
    return { text: text.slice(0, from) + text.slice(start), start: from, end: from };
  }
  const next = number === undefined ? mark : `${Number(number) + 1}${dot}`;
  const inserted = `\n${indent}${next}${space}${task ? '[ ] ' : ''}`;
  const at = start + inserted.length;
  return { text: text.slice(0, start) + inserted + text.slice(end), start: at, end: at };
}

export interface CompletionPlace {
  kind: '@' | '#';
  /** The position of the sign. */
  from: number;
  query: string;
}

/** The `@name` or `#ticket` that is being typed before the caret. */
export function findCompletion({ text, start, end }: Selection): CompletionPlace | undefined {
  if (start !== end) return undefined;
  const match = /(?:^|[\s(])([@#])([\p{L}\p{N}._-]{0,40})$/u.exec(text.slice(Math.max(0, start - 60), start));
  if (!match) return undefined;
  const [, kind, query = ''] = match;
  return { kind: kind as '@' | '#', from: start - query.length - 1, query };
}

/** Replaces the typed text by the choice, followed by a space. */
export function complete({ text, end }: Selection, { from }: CompletionPlace, inserted: string): Selection {
  const rest = text.slice(end);
  const space = /^\s/.test(rest) ? '' : ' ';
  const at = from + inserted.length + 1;
  return { text: text.slice(0, from) + inserted + space + rest, start: at, end: at };
}

/** The smallest range in which two texts differ, so that the browser's own undo takes back one step. */
export function differenceOf(before: string, after: string): { from: number; to: number; inserted: string } {
  let from = 0;
  const shorter = Math.min(before.length, after.length);
  while (from < shorter && before[from] === after[from]) from++;
  let tail = 0;
  while (tail < shorter - from && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return { from, to: before.length - tail, inserted: after.slice(from, after.length - tail) };
}
