interface Open {
  tag: string;
  text: string;
  /** Items counted in an ordered list, or the address of a link. */
  count: number;
  href: string;
}

const worthwhile = /<(?:h[1-6]|ul|ol|li|strong|b|em|i|del|s|code|pre|a|blockquote|table)[\s>]/i;
const tokens =
  /<(\/?)([a-z][\w:-]{0,20})((?:"[^"]{0,2000}"|'[^']{0,2000}'|[^'"<>]){0,500})>|<![^>]{0,500}>|[^<]+|</gi;
const blocks = /^(?:p|div|h[1-6]|ul|ol|li|blockquote|pre|table|tr|hr|section|article|header|footer|figure)$/;
const marks: Record<string, string> = {
  strong: '**',
  b: '**',
  em: '_',
  i: '_',
  del: '~~',
  s: '~~',
  strike: '~~',
};
const maxLength = 500_000;
const maxDepth = 60;

/**
 * The Markdown for HTML from the clipboard: headings, lists, links, marks, code, quotes and tables. Undefined if the HTML has none
 * of them. The HTML is read as text and never becomes part of the page.
 */
export function htmlToMarkdown(html: string): string | undefined {
  if (!worthwhile.test(html) || html.length > maxLength) return undefined;
  const stack: Open[] = [open('', '')];
  const top = () => stack.at(-1) as Open;
  for (const [whole, slash, name, attributes = ''] of withoutHidden(html).matchAll(tokens)) {
    const tag = name?.toLowerCase();
    if (tag === undefined) {
      if (!whole.startsWith('<')) top().text += readText(whole, stack);
      continue;
    }
    if (tag === 'br') top().text += '\n';
    else if (tag === 'hr') top().text += '\n\n---\n\n';
    else if (/^(?:img|input|meta|link|col|wbr|source)$/.test(tag)) continue;
    else if (slash) {
      const at = stack.findLastIndex((each) => each.tag === tag);
      while (at > 0 && stack.length > at) close(stack);
    } else if (stack.length < maxDepth) {
      if (tag === 'li' || tag === 'p') while (top().tag === tag) close(stack);
      stack.push(open(tag, attributes));
    }
  }
  while (stack.length > 1) close(stack);
  return top()
    .text.replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Without comments, styles and scripts. */
function withoutHidden(html: string): string {
  const small = html.toLowerCase();
  let kept = '';
  let from = 0;
  for (const { 0: start, 1: name, index } of html.matchAll(/<!--|<(style|script|title)\b/gi)) {
    if (index < from) continue;
    kept += html.slice(from, index);
    const end = name ? `</${name.toLowerCase()}>` : '-->';
    const at = small.indexOf(end, index + start.length);
    if (at < 0) return kept;
    from = at + end.length;
  }
  return kept + html.slice(from);
}

const open = (tag: string, attributes: string): Open => ({
  tag,
  text: '',
  count: 0,
  href: readEntities(/\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes)?.slice(1).find(Boolean) ?? ''),
});

function close(stack: Open[]): void {
  const { tag, text, href } = stack.pop() as Open;
  const outer = stack.at(-1) as Open;
  outer.text += write(tag, text, href, stack, outer);
}

function write(tag: string, text: string, href: string, stack: readonly Open[], outer: Open): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const mark = marks[tag];
  if (mark)
    return isBold(tag, stack) || line === '' ? text : `${lead(text)}${mark}${line}${mark}${trail(text)}`;
  if (/^h[1-6]$/.test(tag)) return line && `\n\n${'#'.repeat(Number(tag[1]))} ${line}\n\n`;
  if (tag === 'a')
    return /^(?:https?:|mailto:)/i.test(href) && line
      ? `[${line}](${href.replace(/[()\s]/g, encodeURIComponent)})`
      : text;
  if (tag === 'code') return stack.some((each) => each.tag === 'pre') || line === '' ? text : `\`${line}\``;
  if (tag === 'pre') return `\n\n\`\`\`\n${text.replace(/^\n|\n$/g, '')}\n\`\`\`\n\n`;
  if (tag === 'li') {
    outer.count++;
    const sign = outer.tag === 'ol' ? `${outer.count}. ` : '- ';
    return `${sign}${text.trim().replace(/\n+/g, `\n${' '.repeat(sign.length)}`)}\n`;
  }
  if (tag === 'ul' || tag === 'ol')
    return stack.some((each) => each.tag === 'li') ? `\n${text}` : `\n\n${text}\n`;
  if (tag === 'blockquote') return `\n\n${text.trim().replace(/^/gm, '> ')}\n\n`;
  if (tag === 'td' || tag === 'th') return `| ${line.replaceAll('|', '\\|')} `;
  if (tag === 'tr') {
    const cells = text.match(/(?<!\\)\|/g)?.length ?? 0;
    const first = outer.count++ === 0 && !stack.some((each) => each.tag === 'tbody' && each.count > 1);
    const head =
      first && stack.every(({ tag: name, text: before }) => name !== 'table' || !before.includes('---'));
    return cells === 0 ? '' : `${text.trim()} |\n${head ? `|${' --- |'.repeat(cells)}\n` : ''}`;
  }
  if (tag === 'table') return `\n\n${text.replace(/^\s+/gm, '')}\n`;
  return blocks.test(tag) ? `\n\n${text}\n\n` : text;
}

/** Some editors wrap all they copy into a `b` that is not bold. */
const isBold = (tag: string, stack: readonly Open[]) => tag === 'b' && stack.length === 1;
const lead = (text: string) => /^\s*/.exec(text)?.[0].replace(/\s+/g, ' ') ?? '';
const trail = (text: string) => /\s*$/.exec(text)?.[0].replace(/\s+/g, ' ') ?? '';

function readText(raw: string, stack: readonly Open[]): string {
  const text = readEntities(raw);
  if (stack.some(({ tag }) => tag === 'pre')) return text;
  const words = text.replace(/\s+/g, ' ');
  const { tag } = stack.at(-1) as Open;
  return /^(?:ul|ol|table|tbody|thead|tr|html|body|)$/.test(tag) && words === ' ' ? '' : words;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

const readEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
    const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
