const anyComment = /[ \t]*\{\/\*.*?\*\/\}/g;
const attributes = /([\w-]+)=(?:"([^"]*)"|'([^']*)'|\{["'`]([^"'`{}]*)["'`]\})/g;
const openTag = /^\s*<([A-Z][\w.]*)((?:\s+[\w-]+(?:=(?:"[^"]*"|'[^']*'|\{[^{}]*\}))?)*)\s*(\/?)>(.*)$/;
const closeTag = /^(.*?)<\/[A-Z][\w.]*>\s*$/;
const inlineTag = /(?<!\\)<\/?[A-Z][\w.]*(?:\s[^<>]*)?>/g;
const directive = /^\s*:::+\s*([\w-]+)?(?:\[([^\]]*)\]|\s+(.*))?$/;
const calloutNames =
  /^(?:callout|note|tip|hint|info|warning|caution|danger|important|admonition|aside|alert)$/i;

/**
 * What a site shows for a page of MDX, as Markdown: without imports and comments. A callout becomes a quote below its title;
 * of other components their content stays.
 */
export function toMarkdown(mdx: string): string {
  const lines: string[] = [];
  /** The components around the line; true for one that is shown as a quote. */
  const open: boolean[] = [];
  let fence: string | undefined;
  const add = (line: string) => {
    lines.push(`${'> '.repeat(open.filter(Boolean).length)}${line}`.trimEnd());
  };
  const begin = (name: string, title: string | undefined) => {
    const isCallout = calloutNames.test(name);
    add('');
    open.push(isCallout);
    const shown = title || (isCallout && !/^(?:callout|admonition|aside|alert)$/i.test(name) ? name : '');
    if (shown) add(`**${capitalise(shown)}**\n`.trimEnd());
    if (shown) add('');
  };
  const end = () => {
    open.pop();
    add('');
  };
  for (const written of mdx.split('\n')) {
    const line = written.replace(new RegExp(`^ {0,${2 * open.length}}`), '');
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined || mark) {
      if (fence === undefined) fence = mark;
      else if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
      add(line);
      continue;
    }
    if (/^(?:import|export)\s/.test(line)) continue;
    const shown = withoutEntities(line.replace(anyComment, ''));
    if (shown.trim() === '' && line.trim() !== '') continue;
    const tag = openTag.exec(shown);
    const block = directive.exec(shown);
    if (tag) {
      const [, name = '', given = '', isEmpty, rest = ''] = tag;
      if (isEmpty) add(`\`${shown.trim()}\``);
      else {
        begin(name, titleOf(given));
        const closed = closeTag.exec(rest);
        const own = (closed?.[1] ?? rest).trim();
        if (own) add(withoutTags(own));
        if (closed) end();
      }
    } else if (block) {
      if (block[1] === undefined) end();
      else begin(block[1], block[2] ?? block[3]);
    } else if (open.length > 0 && closeTag.test(shown)) {
      const own = closeTag.exec(shown)?.[1]?.trim();
      if (own) add(withoutTags(own));
      end();
    } else add(withoutTags(shown));
  }
  return lines.join('\n').trim();
}

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What a component calls itself: a callout by its title or type, a tab by its value. */
function titleOf(given: string): string | undefined {
  const values = new Map(
    [...given.matchAll(attributes)].map(([, name = '', ...texts]) => [name, texts.find(Boolean) ?? '']),
  );
  return ['title', 'label', 'value', 'type'].map((name) => values.get(name)).find(Boolean);
}

const withoutTags = (line: string) =>
  line
    .split(/(`+[^`]*`+)/)
    .map((part) => (part.startsWith('`') ? part : part.replace(inlineTag, '')))
    .join('');

/** MDX pages escape the first letter of a line that begins with `import` or `export`; this undoes it. */
export const withoutEntities = (line: string) =>
  line.replace(
    /^(\s*(?:(?:[-*+]|#+|\d+[.)])\s+)?)&#10([15]);/,
    (_, before, digit) => before + (digit === '5' ? 'i' : 'e'),
  );

/**
 * A sentence as people type it: only signs that would otherwise be code, strong text or a link keep their backslash. The
 * server escapes the others again.
 */
export const toTypedText = (mdx: string): string =>
  withoutEntities(mdx).replace(escapes, (_, kept, _run, sign) => kept ?? sign);

const escapes = /(\\&(?=#)|\\[\\`*[\]]|(?<run>`+)(?!`)[\s\S]*?(?<!`)\k<run>(?!`))|\\([^\p{L}\p{N}\s])/gu;
