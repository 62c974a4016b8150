import type { Source } from '../analysis/compare-surfaces.ts';

/** A page as a small tree. Whatever comes from outside stands in text, code or the name of a source, and stays that. */
export interface Page {
  /** Scalars alone; undefined is left out. */
  frontMatter: Record<string, string | number | undefined>;
  blocks: Block[];
}

export type Block =
  | { heading: 2 | 3 | 4; of: Inline[] }
  | { paragraph: Inline[]; sources?: Source[] }
  | { list: Item[]; isOrdered?: boolean }
  | { code: string; language: string };

export interface Item {
  of: Inline[];
  sources?: Source[];
  /** Shown below the item. */
  blocks?: Block[];
}

export type Inline =
  | string
  /** Words that a model may put in other words. */
  | { prose: string }
  | { code: string }
  | { strong: string }
  | { link: string; of: string };

/** The page as MDX, always with the same bytes for the same tree. */
export function writeMdx({ frontMatter, blocks }: Page): string {
  const fields = Object.entries(frontMatter).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${typeof value === 'number' ? value : quote(value)}`],
  );
  const written = blocks.map((block) => writeBlock(block, ''));
  return `${['---', ...fields, '---'].join('\n')}\n\n${written.join('\n\n')}\n`;
}

function writeBlock(block: Block, indent: string): string {
  if ('heading' in block) return `${indent}${'#'.repeat(block.heading)} ${writeHeading(block.of)}`;
  if ('paragraph' in block) {
    const comment = writeSources(block.sources);
    return `${indent}${writeInlines(block.paragraph)}${comment && `\n\n${indent}${comment}`}`;
  }
  if ('list' in block)
    return block.list
      .map((item, index) => writeItem(item, index, block.isOrdered === true, indent))
      .join('\n')
      .trimEnd();
  return writeCode(block.code, block.language, indent);
}

function writeItem(
  { of, sources, blocks = [] }: Item,
  index: number,
  isOrdered: boolean,
  indent: string,
): string {
  const mark = isOrdered ? `${index + 1}. ` : '- ';
  const comment = writeSources(sources);
  const deeper = indent + ' '.repeat(mark.length);
  const below = blocks.map((block) => `\n\n${writeBlock(block, deeper)}`).join('');
  return `${indent}${mark}${writeInlines(of)}${comment && ` ${comment}`}${below}${below && '\n'}`;
}

function writeCode(text: string, language: string, indent: string): string {
  const clean = text
    .split('\n')
    .map((line) => cleanLine(line))
    .join('\n');
  const fence = '`'.repeat(Math.max(3, longestRun(clean) + 1));
  return [`${fence}${language}`, ...clean.split('\n'), fence]
    .map((line) => `${indent}${line}`.trimEnd())
    .join('\n');
}

/** A heading may end in `#` signs that say nothing, so those that say something are marked. */
const writeHeading = (inlines: Inline[]) =>
  writeInlines(inlines).replace(/#+$/, (signs) => signs.replaceAll('#', '\\#'));

function writeInlines(inlines: Inline[]): string {
  const written = inlines
    .map((part) => {
      if (typeof part === 'string') return escapeText(part);
      if ('prose' in part) return escapeText(part.prose);
      if ('code' in part) return writeInlineCode(part.code);
      if ('strong' in part) return `**${escapeText(part.strong).trim()}**`;
      return isWebAddress(part.link)
        ? `[${escapeText(part.of)}](${escapeAddress(part.link)})`
        : escapeText(part.of);
    })
    // Two pieces of code side by side would share their backticks, and what is code in them could come out of it.
    .reduce(
      (line, part) => (line.endsWith('`') && part.startsWith('`') ? `${line} ${part}` : line + part),
      '',
    );
  return escapeStart(written.trim());
}

function writeInlineCode(text: string): string {
  const clean = cleanLine(text).trim();
  if (clean === '') return '';
  const fence = '`'.repeat(longestRun(clean) + 1);
  const space = clean.startsWith('`') || clean.endsWith('`') ? ' ' : '';
  return `${fence}${space}${clean}${space}${fence}`;
}

const longestRun = (text: string) => Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));

/** Nothing in it is markup, an expression, an element or an entity any more. */
function escapeText(text: string): string {
  return (
    cleanLine(text)
      .replace(/\s+/g, ' ')
      .replace(/[\\`*{}[\]<>&|~$]/g, '\\$&')
      // GitHub's Markdown takes an address as it stands, with our backslashes in it, unless it is broken up.
      .replace(/(?<=\b(?:https?|mailto|xmpp)):|(?<=\bwww)\.|(?<=\S)@(?=\S)/gi, '\\$&')
      // `:name` is a directive where a site reads those.
      .replace(/(?<!\\):(?=\p{L})/gu, '\\:')
      .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
  );
}

/** What means something at the start of a line only, `import` and `export` above all: MDX would run them. */
const escapeStart = (line: string) =>
  line
    .replace(/^[-#+=:]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2')
    .replace(/^i(?=mport\b)/, '&#105;')
    .replace(/^e(?=xport\b)/, '&#101;');

/** Without what is invisible or turns the direction of the text, so that what is read is what is there. */
export const cleanLine = (text: string) =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replace(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/g, ' ')
    .replace(
      /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\u{e0000}-\u{e007f}]/gu,
      '',
    );

const isWebAddress = (address: string) => /^https?:\/\//i.test(address) && URL.canParse(address);

const escapeAddress = (address: string) =>
  new URL(address).href.replace(
    /[()<>\\{}"'`*_~|[\]\s]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );

/** `{/* source: src/a.ts@1a2b3c4d *​/}`: names are percent-encoded, so no name can end the comment. */
function writeSources(sources: Source[] | undefined): string {
  if (!sources || sources.length === 0) return '';
  const names = sources.map(({ path, id }) => `${encodePath(path)}@${idOf(id)}`);
  return `{/* source: ${[...new Set(names)].join(', ')} */}`;
}

const sourceIdLength = 12;

/** It is hexadecimal, or it comes from a code host that lies; such a host must not end the comment either. */
const idOf = (id: string) => id.slice(0, sourceIdLength).replace(/[^0-9a-z]/gi, '');

const encodePath = (path: string) =>
  encodeURIComponent(path.toWellFormed())
    .replaceAll('%2F', '/')
    .replace(/[!'()*~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** The sources that a page names, in its own words. */
export function readSources(mdx: string): Source[] {
  return [...mdx.matchAll(/\{\/\* source: ([^*{}]+) \*\/\}/g)].flatMap(([, list = '']) =>
    list.split(', ').flatMap((text) => {
      const at = text.lastIndexOf('@');
      return at > 0 ? [{ path: decodePath(text.slice(0, at)), id: text.slice(at + 1) }] : [];
    }),
  );
}

function decodePath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A JSON string is a YAML string too, once what YAML would break lines at is spelled out. */
const quote = (text: string) =>
  JSON.stringify(cleanLine(text).replace(/\s+/g, ' ').trim()).replace(
    /[\u0085\u00a0\u2028\u2029\ufeff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
