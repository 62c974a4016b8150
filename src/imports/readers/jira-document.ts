import { asNumber, asObject, asObjects, asText, type JsonObject } from './json-fields.ts';

const depthMax = 50;

/** Converts an Atlassian document to Markdown. An unknown node becomes the text in it, so that no text is lost. */
export function documentToMarkdown(document: unknown): string | undefined {
  const node = asObject(document);
  return node && asText(writeBlocks(node, 0).join('\n\n'));
}

const writeBlocks = (node: JsonObject, depth: number): string[] => {
  const blocks: string[] = [];
  let line = '';
  const flush = () => {
    if (line.trim() !== '') blocks.push(line.trim());
    line = '';
  };
  for (const child of depth > depthMax ? [] : asObjects(node.content)) {
    if (isInline(child)) line += writeInline(child);
    else {
      flush();
      const block = writeBlock(child, depth + 1);
      if (block !== '') blocks.push(block);
    }
  }
  flush();
  return blocks;
};

const inlineTypes = new Set([
  'text',
  'hardBreak',
  'mention',
  'emoji',
  'date',
  'status',
  'inlineCard',
  'mediaInline',
  'placeholder',
]);
const isInline = ({ type }: JsonObject) => inlineTypes.has(String(type));

function writeBlock(node: JsonObject, depth: number): string {
  const attributes = asObject(node.attrs) ?? {};
  const inside = () => writeBlocks(node, depth).join('\n\n');
  switch (node.type) {
    case 'heading':
      return `${'#'.repeat(Math.min(asNumber(attributes.level) ?? 2, 6))} ${oneLine(inside())}`;
    case 'bulletList':
      return writeList(node, depth, () => '-');
    case 'orderedList': {
      const first = asNumber(attributes.order) ?? 1;
      return writeList(node, depth, (index) => `${first + index}.`);
    }
    case 'taskList':
    case 'decisionList':
      return writeList(node, depth, (_, item) =>
        item.type === 'decisionItem' ? '-' : `- [${asObject(item.attrs)?.state === 'DONE' ? 'x' : ' '}]`,
      );
    case 'codeBlock': {
      const code = asObjects(node.content)
        .map(({ text }) => asText(text) ?? '')
        .join('');
      const fence = '`'.repeat(Math.max(3, longestRun(code, '`') + 1));
      return `${fence}${asText(attributes.language) ?? ''}\n${code}\n${fence}`;
    }
    case 'blockquote':
    case 'panel':
      return quoted(inside());
    case 'expand':
    case 'nestedExpand':
      return [
        ...(asText(attributes.title) ? [`**${escaped(String(attributes.title))}**`] : []),
        inside(),
      ].join('\n\n');
    case 'rule':
      return '---';
    case 'table':
      return writeTable(node, depth);
    case 'media':
      return escaped(asText(attributes.alt) ?? asText(attributes.url) ?? '');
    case 'blockCard':
    case 'embedCard':
      return linkTo(attributes);
    default:
      return inside() || escaped(asText(node.text) ?? asText(attributes.text) ?? '');
  }
}

/** Writes a list. The further blocks of an item are indented by the width of its marker. */
function writeList(
  node: JsonObject,
  depth: number,
  markOf: (index: number, item: JsonObject) => string,
): string {
  let index = 0;
  return asObjects(node.content)
    .map((item) => {
      // A task list can have another list between its items.
      const isList = /List$/.test(String(item.type));
      const mark = isList ? '' : markOf(index++, item);
      const indent = isList ? '  ' : ' '.repeat(mark.startsWith('- [') ? 2 : mark.length + 1);
      const blocks = isList ? [writeBlock(item, depth + 1)] : writeBlocks(item, depth);
      const isTight = (block: string) => /^(?:[-*]|\d+\.) /.test(block);
      const text = blocks.reduce(
        (all, block, at) => (at === 0 ? block : `${all}${isTight(block) ? '\n' : '\n\n'}${block}`),
        '',
      );
      const lines = text
        .split('\n')
        .map((line, at) => (at === 0 && !isList ? `${mark} ${line}` : line === '' ? '' : `${indent}${line}`));
      return lines.join('\n');
    })
    .join('\n');
}

/** Writes a table: the first row is the header, and a cell is one line. */
function writeTable(node: JsonObject, depth: number): string {
  const rows = asObjects(node.content).map((row) =>
    asObjects(row.content).map((cell) =>
      writeBlocks(cell, depth + 2)
        .join('<br>')
        .replaceAll('\n', '<br>')
        .replaceAll('|', '\\|'),
    ),
  );
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (width === 0) return '';
  const tableLine = (cells: string[]) =>
    `| ${Array.from({ length: width }, (_, at) => cells[at] ?? '').join(' | ')} |`;
  const [header = [], ...rest] = rows;
  return [tableLine(header), `|${' --- |'.repeat(width)}`, ...rest.map(tableLine)].join('\n');
}

function writeInline(node: JsonObject): string {
  const attributes = asObject(node.attrs) ?? {};
  const text = asText(attributes.text);
  switch (node.type) {
    case 'text':
      return marked(node);
    case 'hardBreak':
      return '\\\n';
    case 'emoji':
      return text ?? asText(attributes.shortName) ?? '';
    case 'date': {
      const at = Number(attributes.timestamp);
      return Number.isSafeInteger(at) && Math.abs(at) < 8.64e15
        ? new Date(at).toISOString().slice(0, 10)
        : '';
    }
    case 'status':
      return text === undefined ? '' : `\`${text.replaceAll('`', "'")}\``;
    case 'inlineCard':
      return linkTo(attributes);
    default:
      return escaped(text ?? asText(attributes.alt) ?? '');
  }
}

const marks: Record<string, string> = { strong: '**', em: '*', strike: '~~' };

/** Sets marks around the words without their outer spaces, because Markdown ignores marks beside a space. */
function marked(node: JsonObject): string {
  const text = typeof node.text === 'string' ? node.text : '';
  const kinds = asObjects(node.marks);
  const [, before = '', words = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
  if (words === '') return text;
  const isCode = kinds.some(({ type }) => type === 'code');
  const fence = '`'.repeat(longestRun(words, '`') + 1);
  let result = isCode ? `${fence}${words}${fence}` : escaped(words);
  for (const { type } of kinds) {
    const sign = marks[String(type)];
    if (sign) result = `${sign}${result}${sign}`;
  }
  const href = asText(asObject(kinds.find(({ type }) => type === 'link')?.attrs)?.href);
  if (href !== undefined) result = `[${result}](<${href.replace(/[<>\s]/g, encodeURIComponent)}>)`;
  return `${before}${result}${after}`;
}

const linkTo = ({ url }: JsonObject) => {
  const address = asText(url);
  return address === undefined ? '' : `<${address.replace(/[<>\s]/g, encodeURIComponent)}>`;
};

const quoted = (text: string) =>
  text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');

const oneLine = (text: string) => text.replace(/\s*\\?\n\s*/g, ' ');

const escaped = (text: string) => text.replace(/[\\`*[\]<]/g, '\\$&');

function longestRun(text: string, character: string): number {
  let [longest, run] = [0, 0];
  for (const at of text) {
    run = at === character ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return longest;
}
