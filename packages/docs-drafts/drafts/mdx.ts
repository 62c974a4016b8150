import type { Source } from '../analysis/surface-change.ts';

/** A page as a tree. Untrusted text occurs only as text, code or source path, and `writeMdx` escapes each of them. */
export interface Page {
  /** Undefined values are left out. */
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
  /** The commits or names that the item stands for; its identity derives from it (entries/entry-ids.ts). */
  about?: string;
  sources?: Source[];
  /** Shown below the item. */
  blocks?: Block[];
}

export type Inline =
  | string
  /** Text that a model may reword. */
  | { prose: string }
  | { code: string }
  | { strong: string }
  | { link: string; of: string };

/** Formats a page as MDX; the same tree always gives the same bytes. */
export function writeMdx({ frontMatter, blocks }: Page): string {
  const fields = Object.entries(frontMatter).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${typeof value === 'number' ? value : quote(value)}`],
  );
  const written = blocks.map((block) => writeBlock(block, '', mdx));
  return `${['---', ...fields, '---'].join('\n')}\n\n${written.join('\n\n')}\n`;
}

/**
 * Formats blocks as Markdown for a comment or a release on a code host, without their sources. Text of strangers mentions
 * nobody and refers to no issue: a zero-width space separates the sign from the name.
 */
export const writeMarkdown = (blocks: readonly Block[]): string =>
  `${blocks.map((block) => writeBlock(block, '', hostMarkdown)).join('\n\n')}\n`;

/** How the text between markup and the sources are written. */
interface Dialect {
  text: (text: string) => string;
  sources: (sources: Source[] | undefined) => string;
}

const mdx: Dialect = { text: escapeText, sources: writeSources };
const hostMarkdown: Dialect = {
  text: (text) =>
    escapeText(text)
      .replace(/[@#!](?=[\p{L}\p{N}_])/gu, '$&&#8203;')
      // GitLab obeys a line such as `/close`.
      .replace(/^\//, '\\/'),
  sources: () => '',
};

function writeBlock(block: Block, indent: string, dialect: Dialect): string {
  if ('heading' in block) return `${indent}${'#'.repeat(block.heading)} ${writeHeading(block.of, dialect)}`;
  if ('paragraph' in block) {
    const comment = dialect.sources(block.sources);
    return `${indent}${writeInlines(block.paragraph, dialect)}${comment && `\n\n${indent}${comment}`}`;
  }
  if ('list' in block)
    return block.list
      .map((item, index) => writeItem(item, index, block.isOrdered === true, indent, dialect))
      .join('\n')
      .trimEnd();
  return writeCode(block.code, block.language, indent);
}

function writeItem(
  { of, sources, blocks = [] }: Item,
  index: number,
  isOrdered: boolean,
  indent: string,
  dialect: Dialect,
): string {
  const mark = isOrdered ? `${index + 1}. ` : '- ';
  const comment = dialect.sources(sources);
  const deeper = indent + ' '.repeat(mark.length);
  const below = blocks.map((block) => `\n\n${writeBlock(block, deeper, dialect)}`).join('');
  return `${indent}${mark}${writeInlines(of, dialect)}${comment && ` ${comment}`}${below}${below && '\n'}`;
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

/** Escapes trailing `#` signs, which Markdown would drop. */
const writeHeading = (inlines: Inline[], dialect: Dialect) =>
  writeInlines(inlines, dialect).replace(/#+$/, (signs) => signs.replaceAll('#', '\\#'));

export function writeInlines(inlines: Inline[], { text }: Dialect = mdx): string {
  const written = inlines
    .map((part) => {
      if (typeof part === 'string') return text(part);
      if ('prose' in part) return text(part.prose);
      if ('code' in part) return writeInlineCode(part.code);
      if ('strong' in part) return `**${text(part.strong).trim()}**`;
      return isWebAddress(part.link) ? `[${text(part.of)}](${escapeAddress(part.link)})` : text(part.of);
    })
    // A space separates adjacent code spans; otherwise their backticks would merge and the code could become markup.
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

/** Escapes everything that MDX reads as markup, expression, element or entity. */
function escapeText(text: string): string {
  return (
    cleanLine(text)
      .replace(/\s+/g, ' ')
      .replace(/[\\`*{}[\]<>&|~$]/g, '\\$&')
      // GFM would link a bare URL and include the backslashes in it; the escape prevents the link.
      .replace(/(?<=\b(?:https?|mailto|xmpp)):|(?<=\bwww)\.|(?<=\S)@(?=\S)/gi, '\\$&')
      // Some sites read `:name` as a directive.
      .replace(/(?<!\\):(?=\p{L})/gu, '\\:')
      .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
  );
}

/** Escapes what is markup only at the start of a line, and `import` and `export`, which MDX would execute. */
const escapeStart = (line: string) =>
  line
    .replace(/^[-#+=:]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2')
    .replace(/^i(?=mport\b)/, '&#105;')
    .replace(/^e(?=xport\b)/, '&#101;');

/** Removes control, invisible and bidirectional characters, so that the text shows what it contains. */
export const cleanLine = (text: string) =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
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

/** `{/* source: src/a.ts@1a2b3c4d *​/}`: percent-encoded paths cannot end the comment. */
function writeSources(sources: Source[] | undefined): string {
  if (!sources || sources.length === 0) return '';
  const names = sources.map(({ path, id }) => `${encodePath(path)}@${idOf(id)}`);
  return `{/* source: ${[...new Set(names)].join(', ')} */}`;
}

const sourceIdLength = 12;

/** Drops all but letters and digits: the id of a malicious code host must not end the comment. */
const idOf = (id: string) => id.slice(0, sourceIdLength).replace(/[^0-9a-z]/gi, '');

const encodePath = (path: string) =>
  encodeURIComponent(path.toWellFormed())
    .replaceAll('%2F', '/')
    .replace(/[!'()*~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** Parses the source comments of a page. */
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

/** A JSON string is also a YAML string if the line breaks that only YAML knows are escaped. */
const quote = (text: string) =>
  JSON.stringify(cleanLine(text).replace(/\s+/g, ' ').trim()).replace(
    /[\u0085\u00a0\u2028\u2029\ufeff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
