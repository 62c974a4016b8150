/** A text with what is selected in it; `start` equals `end` for a caret. */
export interface Selection {
  text: string;
  start: number;
  end: number;
}

/** The offset at which the line of an offset begins. */
export const lineStartAt = (text: string, at: number): number =>
  at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;

export function lineEndAt(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

/** Adds a mark around the selection, or removes those that it is between: `**bold**`. */
export function toggleMark(selection: Selection, mark: string): Selection {
  const { text, start, end } = selection;
  const size = mark.length;
  const marks = findMarks(selection, mark);
  if (!marks) {
    return {
      text: text.slice(0, start) + mark + text.slice(start, end) + mark + text.slice(end),
      start: start + size,
      end: end + size,
    };
  }
  const [from, to] = marks;
  const move = (offset: number) =>
    offset - Math.max(0, Math.min(size, offset - from)) - Math.max(0, Math.min(size, offset - to));
  return {
    text: text.slice(0, from) + text.slice(from + size, to) + text.slice(to + size),
    start: move(start),
    end: move(end),
  };
}

/** Whether `toggleMark` would remove the mark. */
export const isMarked = (selection: Selection, mark: string): boolean =>
  findMarks(selection, mark) !== undefined;

/** Where the two marks begin that are next to the selection, at its ends, or around it in its line. */
function findMarks({ text, start, end }: Selection, mark: string): [number, number] | undefined {
  const size = mark.length;
  if (text.slice(start - size, start) === mark && text.slice(end, end + size) === mark)
    return [start - size, end];
  const chosen = text.slice(start, end);
  if (chosen.length >= 2 * size && chosen.startsWith(mark) && chosen.endsWith(mark))
    return [start, end - size];
  const from = lineStartAt(text, start);
  const sign = mark.replaceAll('*', '\\*');
  const marked = new RegExp(`(?<!\\w)${sign}(?=\\S).+?(?<=\\S)${sign}(?!\\w)`, 'g');
  for (const { 0: found, index } of text.slice(from, lineEndAt(text, start)).matchAll(marked)) {
    const [open, close] = [from + index, from + index + found.length - size];
    if (open + size <= start && end <= close) return [open, close];
  }
  return undefined;
}

/** Makes the selection a link and selects the place of the address, or of the words if an address was selected. */
export function makeLink({ text, start, end }: Selection): Selection {
  const chosen = text.slice(start, end);
  const isAddress = /^https?:\/\/\S+$/.test(chosen);
  const [words, address] = isAddress ? ['', chosen] : [chosen, ''];
  const at = isAddress ? start + 1 : start + words.length + 3;
  return { text: `${text.slice(0, start)}[${words}](${address})${text.slice(end)}`, start: at, end: at };
}

const lineStart = /^(\s*)((?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?|#{1,6}\s+|(?:>\s?)+)?/;

/**
 * Begins every line of the selection with a prefix, or removes it if all lines have it. Another list, heading or quote is
 * replaced; a quote is put around them. `1. ` counts on.
 */
export function toggleLines(selection: Selection, prefix: string): Selection {
  const isCounted = prefix === '1. ';
  const all = isLined(selection, prefix);
  return changeLines(selection, (lines) => {
    return lines.map((line, index) => {
      if (prefix === '> ') return all ? line.replace('> ', '') : prefix + line;
      const bare = line.replace(lineStart, '$1');
      const indent = bare.length - bare.trimStart().length;
      if (all) return bare;
      return bare.slice(0, indent) + (isCounted ? `${index + 1}. ` : prefix) + bare.slice(indent);
    });
  });
}

/** Whether all lines of the selection begin with the prefix: `toggleLines` would remove it. */
export function isLined({ text, start, end }: Selection, prefix: string): boolean {
  const has = (line: string) => {
    if (prefix === '1. ') return /^\s*\d{1,9}[.)]\s/.test(line);
    return line.trimStart().startsWith(prefix) && (prefix !== '- ' || !/^\s*- \[[ xX]\] /.test(line));
  };
  return text.slice(lineStartAt(text, start), lineEndAt(text, end)).split('\n').every(has);
}

/** The next heading: none, `#`, `##`, `###`, none. */
export function cycleHeading(selection: Selection): Selection {
  return changeLines(selection, (lines) =>
    lines.map((line) => {
      const level = /^(#{1,6})\s/.exec(line)?.[1]?.length ?? 0;
      const bare = line.replace(lineStart, '$1').trimStart();
      return level >= 3 ? bare : `${'#'.repeat(level + 1)} ${bare}`;
    }),
  );
}

/** The lines of the selection, changed. The caret stays beside the same words. */
function changeLines({ text, start, end }: Selection, change: (lines: string[]) => string[]): Selection {
  const from = lineStartAt(text, start);
  const until = lineEndAt(text, end);
  const lines = text.slice(from, until).split('\n');
  const changed = change(lines);
  const grown = changed.join('\n').length - (until - from);
  const first = (changed[0]?.length ?? 0) - (lines[0]?.length ?? 0);
  return {
    text: text.slice(0, from) + changed.join('\n') + text.slice(until),
    start: Math.max(from, start + first),
    end: Math.max(from, end + grown),
  };
}

/** Makes the selected lines a block of code, or begins an empty one. */
export function makeCodeBlock({ text, start, end }: Selection): Selection {
  const from = lineStartAt(text, start);
  const until = lineEndAt(text, end);
  const code = text.slice(from, until);
  const at = from + 4;
  return {
    text: `${text.slice(0, from)}\`\`\`\n${code}\n\`\`\`${text.slice(until) || '\n'}`,
    start: at + (start - from),
    end: at + (end - from),
  };
}

/** Inserts lines below the line of the caret, or in its place if it is empty. `chosen` is selected in them. */
export function insertBlock({ text, end }: Selection, block: string, chosen = ''): Selection {
  const from = lineStartAt(text, end);
  const until = lineEndAt(text, end);
  const isEmpty = text.slice(from, until).trim() === '';
  const before = isEmpty ? text.slice(0, from) : `${text.slice(0, until)}\n`;
  // A table or a rule directly below words would belong to them.
  const gap = before === '' || before.endsWith('\n\n') ? '' : '\n';
  const after = text.slice(until) || '\n';
  const found = chosen === '' ? -1 : block.indexOf(chosen);
  const start = before.length + gap.length + (found < 0 ? block.length + 1 : found);
  return { text: before + gap + block + after, start, end: start + chosen.length };
}

/** Moves the items of a list one level in or out. Undefined if they cannot be moved: Tab then leaves the field. */
export function indentItems(selection: Selection, step: 1 | -1): Selection | undefined {
  const { text, start } = selection;
  const from = lineStartAt(text, start);
  const indentOf = (line: string) => /^\s*/.exec(line)?.[0].length ?? 0;
  const line = text.slice(from).split('\n', 1)[0] ?? '';
  if (!listLine.test(line)) return undefined;
  const above =
    text
      .slice(0, Math.max(0, from - 1))
      .split('\n')
      .at(-1) ?? '';
  if (step === 1 && (from === 0 || !listLine.test(above) || indentOf(line) > indentOf(above)))
    return undefined;
  if (step === -1 && indentOf(line) === 0) return undefined;
  const width = /^\s*\d/.test(step === 1 ? above : line) ? 3 : 2;
  return changeLines(selection, (lines) =>
    lines.map((each) =>
      step === 1 ? ' '.repeat(width) + each : each.replace(new RegExp(`^ {1,${width}}|^\\t`), ''),
    ),
  );
}

const listLine = /^([ \t]*(?:>[ \t]?)*)([-*+]|(\d{1,9})([.)]))([ \t]+)(\[[ xX]\][ \t]+)?(.*)$/;

/** Enter in a list begins the next item; in an empty item it ends the list. Undefined outside a list. */
export function continueList({ text, start, end }: Selection): Selection | undefined {
  if (start !== end) return undefined;
  const from = lineStartAt(text, start);
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
  kind: '@' | '#' | '/';
  /** The position of the sign. */
  from: number;
  query: string;
}

/** The `@name`, `#ticket` or `/command` that is being typed before the caret. */
export function findCompletion({ text, start, end }: Selection): CompletionPlace | undefined {
  if (start !== end) return undefined;
  const match = /(?:^|[\s(])([@#/])([\p{L}\p{N}._-]{0,40})$/u.exec(
    text.slice(Math.max(0, start - 60), start),
  );
  if (!match) return undefined;
  const [, kind, query = ''] = match;
  return { kind: kind as CompletionPlace['kind'], from: start - query.length - 1, query };
}

/** Replaces the typed text by the choice, followed by a space. */
export function complete({ text, end }: Selection, { from }: CompletionPlace, inserted: string): Selection {
  const rest = text.slice(end);
  const space = /^\s/.test(rest) ? '' : ' ';
  const at = from + inserted.length + 1;
  return { text: text.slice(0, from) + inserted + space + rest, start: at, end: at };
}

/** Removes what was typed of a command. */
export const removeTyped = ({ text, end }: Selection, { from }: CompletionPlace): Selection => ({
  text: text.slice(0, from) + text.slice(end),
  start: from,
  end: from,
});
