/** A page as pieces that people change one by one. `writeChunks(readChunks(text))` is the text that `writeMdx` wrote. */
export interface PageChunks {
  /** The front matter with its marks; empty if there is none. */
  front: string;
  chunks: Chunk[];
}

export type Chunk = EntryChunk | { kind: 'heading' | 'text'; text: string };

/** An item of a list. */
export interface EntryChunk {
  kind: 'entry';
  id: string | undefined;
  isOrdered: boolean;
  /** One line without the mark and the source comment. */
  text: string;
  /** The source comment, or an empty string. */
  sources: string;
  /** The indented lines below, such as signatures. */
  below: string;
}

const itemStart = /^(?:[-*+]|(\d+)[.)])[ \t]+(?=\S)/;
const sourceComment = /\s*(\{\/\* source: [^*{}]+ \*\/\})\s*/;

/** `ids` are those of the list items, in order. */
export function readChunks(page: string, ids: readonly (string | null)[] = []): PageChunks {
  const text = page.replaceAll('\r\n', '\n');
  const front = /^---\n[\s\S]*?\n---(?=\n|$)/.exec(text)?.[0] ?? '';
  const chunks: Chunk[] = [];
  let entries = 0;
  for (const lines of splitLines(text.slice(front.length))) {
    const [first = ''] = lines;
    const start = itemStart.exec(first);
    if (start) chunks.push(readEntry(lines, start, ids[entries++] ?? undefined));
    else chunks.push({ kind: /^#{1,6}\s/.test(first) ? 'heading' : 'text', text: lines.join('\n') });
  }
  return { front, chunks };
}

/** Groups lines: an item with its indented lines, a heading, a paragraph, a block of code. */
function splitLines(body: string): string[][] {
  const groups: string[][] = [];
  let open: string[] | undefined;
  let fence: string | undefined;
  const begin = (line: string) => {
    open = [line];
    groups.push(open);
  };
  const lines = body.split('\n');
  for (const [index, line] of lines.entries()) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    const isInItem = open !== undefined && itemStart.test(open[0] ?? '');
    if (fence !== undefined) {
      open?.push(line);
      if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
      continue;
    }
    if (line.trim() === '') {
      const next = lines.slice(index + 1).find((after) => after.trim() !== '');
      if (isInItem && next !== undefined && /^[ \t]/.test(next)) open?.push('');
      else open = undefined;
      continue;
    }
    if (open === undefined || itemStart.test(line) || /^#{1,6}\s/.test(line)) begin(line);
    else open.push(line);
    if (mark) fence = mark;
    else if (/^#{1,6}\s/.test(line)) open = undefined;
  }
  return groups;
}

/** Lines that continue the sentence belong to it; what follows an empty line or begins code is below it. */
function readEntry(lines: string[], start: RegExpExecArray, id: string | undefined): EntryChunk {
  const [first = '', ...rest] = lines;
  const end = rest.findIndex(
    (line) => line.trim() === '' || /^\s*(?:`{3,}|~{3,}|[-*+]\s|\d+[.)]\s)/.test(line),
  );
  const own = [first.slice(start[0].length), ...(end < 0 ? rest : rest.slice(0, end))];
  const sentence = own.map((line) => line.trim()).join(' ');
  return {
    kind: 'entry',
    id,
    isOrdered: start[1] !== undefined,
    text: sentence.replace(sourceComment, ' ').trim(),
    sources: sourceComment.exec(sentence)?.[1] ?? '',
    below: end < 0 ? '' : rest.slice(end).join('\n').trimEnd(),
  };
}

export function writeChunks({ front, chunks }: PageChunks): string {
  let number = 0;
  let body = '';
  for (const [index, chunk] of chunks.entries()) {
    const previous = chunks[index - 1];
    const isList = chunk.kind === 'entry' && previous?.kind === 'entry';
    number = isList ? number + 1 : 1;
    if (index > 0) body += isList && previous.below === '' ? '\n' : '\n\n';
    body += chunk.kind === 'entry' ? writeEntry(chunk, number) : chunk.text;
  }
  return `${front}${front && '\n\n'}${body}\n`;
}

const writeEntry = ({ isOrdered, text, sources, below }: EntryChunk, number: number) =>
  `${isOrdered ? `${number}. ` : '- '}${text}${sources && ` ${sources}`}${below && `\n${below}`}`;

/** The ids of the list items, in order. */
export const idsOf = ({ chunks }: PageChunks): (string | null)[] =>
  chunks.flatMap((chunk) => (chunk.kind === 'entry' ? [chunk.id ?? null] : []));
