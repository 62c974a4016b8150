import { toMarkdown, withoutEntities } from './mdx-text.ts';

/** A generated page as the screen shows it. */
export interface Draft {
  path: string;
  kind: DraftKind;
  title: string;
  /** The front matter, in its order. */
  facts: { name: string; value: string }[];
  /** Markdown without front matter, source comments and the imports of components. */
  body: string;
  statements: Statement[];
}

export type DraftKind = 'developer' | 'user' | 'changelog' | 'page';

/** A sentence or list item that names where it comes from. */
export interface Statement {
  text: string;
  isBreaking: boolean;
  sources: Source[];
}

export type Source = { commit: string } | { path: string; id: string };

const sourceComment = /\{\/\* source: ([^*{}]+) \*\/\}/g;
const anyComment = /[ \t]*\{\/\*.*?\*\/\}/g;

export function readDraft({ path, content }: { path: string; content: string }): Draft {
  const { facts, rest } = splitFrontMatter(content);
  return {
    path,
    kind: draftKind(path),
    title: facts.find(({ name }) => name === 'title')?.value ?? path,
    facts,
    body: toMarkdown(rest),
    statements: readStatements(rest),
  };
}

const draftKind = (path: string): DraftKind =>
  (['developer', 'user', 'changelog'] as const).find((kind) => path.includes(`/${kind}/`)) ?? 'page';

function splitFrontMatter(content: string) {
  const match = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?/.exec(content);
  if (!match) return { facts: [], rest: content };
  const facts = (match[1] ?? '').split(/\r?\n/).flatMap((line) => {
    const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(line) ?? [];
    return name && value ? [{ name, value: unquote(value) }] : [];
  });
  return { facts, rest: content.slice(match[0].length) };
}

function unquote(value: string): string {
  if (!value.startsWith('"')) return value;
  try {
    return String(JSON.parse(value));
  } catch {
    return value;
  }
}

function readStatements(mdx: string): Statement[] {
  const statements: Statement[] = [];
  let isBreaking = false;
  let paragraph = '';
  for (const line of mdx.split('\n')) {
    const heading = /^(?:#{1,6}\s+(.*)|\*\*([^*]+)\*\*)$/.exec(line.trim());
    if (heading) isBreaking = /^breaking changes$/i.test(heading[1] ?? heading[2] ?? '');
    const sources = [...line.matchAll(sourceComment)].flatMap(([, list = '']) => readSources(list));
    const own = plainText(line.replace(anyComment, ''));
    // The sources of a paragraph follow it on a line of their own.
    const text = own === '' ? paragraph : own;
    if (sources.length > 0 && text !== '') statements.push({ text, isBreaking, sources });
    if (own !== '') paragraph = own;
  }
  return statements;
}

const readSources = (list: string): Source[] =>
  list.split(', ').flatMap((text): Source[] => {
    const at = text.lastIndexOf('@');
    if (at <= 0) return [];
    const path = decode(text.slice(0, at));
    const id = text.slice(at + 1);
    return [path === 'commit' ? { commit: id } : { path, id }];
  });

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The words of a line without its marks. */
export const plainText = (line: string): string =>
  withoutEntities(line)
    .replace(/^\s*(?:[-*]|\d+\.|#{1,6})\s+/, '')
    .replace(/\[((?:\\.|[^\]\\])*)\]\([^)]*\)/g, '$1')
    .replace(/(?<!\\)(?:\*\*|`)/g, '')
    .replace(/\\([^\w\s]|_)/g, '$1')
    .trim();

/** Only letters and digits, so that a line of the source equals the text that the page shows for it. */
const lettersAndDigits = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();

/** The statement that an element of the shown page begins with. */
export function findStatement(statements: readonly Statement[], shown: string): Statement | undefined {
  const skeleton = lettersAndDigits(shown);
  if (skeleton === '') return undefined;
  return statements.find(({ text }) => {
    const wanted = lettersAndDigits(text);
    return wanted !== '' && skeleton.startsWith(wanted);
  });
}

/** Every commit and file that the page is made from, each once. */
export function allSources(statements: readonly Statement[]): { commits: string[]; files: string[] } {
  const sources = statements.flatMap((statement) => statement.sources);
  const commits = sources.flatMap((source) => ('commit' in source ? [source.commit] : []));
  const files = sources.flatMap((source) => ('path' in source ? [source.path] : []));
  return { commits: [...new Set(commits)], files: [...new Set(files)].sort() };
}
