import type { Token, Tokens } from 'marked';
import { isLocalPath } from '../local-path.ts';
import { lexMarkdown } from './bounded-lexer.ts';
import type { Block, Cell, Inline, ListItem } from './markdown-tree.ts';
import { special } from './special-words.ts';

/** Parses Markdown to a tree of what Docket shows. Raw HTML and unknown syntax stay text. */
export function parseMarkdown(text: string): Block[] {
  return new TreeBuilder().blocks(lexMarkdown(text));
}

class TreeBuilder {
  #tasks = 0;
  /** The depths of the last heading and of those it is below. */
  #outline: number[] = [];

  blocks(tokens: readonly Token[]): Block[] {
    return tokens.flatMap((token) => this.#block(token as Tokens.Generic));
  }

  #block(token: Tokens.Generic): Block[] {
    switch (token.type) {
      case 'space':
      case 'def':
      case 'checkbox':
        return [];
      case 'heading': {
        this.#outline = [...this.#outline.filter((depth) => depth < token.depth), token.depth];
        const rank = this.#outline.length;
        return [{ kind: 'heading', level: token.depth, rank, children: inlines(token.tokens) }];
      }
      case 'code':
        return [
          { kind: 'code', language: /^[\w+#.-]{0,24}/.exec(token.lang ?? '')?.[0] ?? '', text: token.text },
        ];
      case 'blockquote':
        return [{ kind: 'quote', children: this.blocks(token.tokens ?? []) }];
      case 'list':
        return [this.#list(token as Tokens.List)];
      case 'table':
        return [table(token as Tokens.Table)];
      case 'hr':
        return [{ kind: 'rule' }];
      case 'html':
        return isComment(token.raw) ? [] : [{ kind: 'paragraph', children: [token.raw.trimEnd()] }];
      default:
        return [
          {
            kind: 'paragraph',
            children: token.tokens ? inlines(token.tokens) : words(token.text ?? token.raw),
          },
        ];
    }
  }

  #list(token: Tokens.List): Block {
    const start = token.ordered ? Number(token.start) || 1 : undefined;
    return { kind: 'list', start, tight: !token.loose, items: token.items.map((item) => this.#item(item)) };
  }

  #item(item: Tokens.ListItem): ListItem {
    const task = item.task ? this.#tasks++ : undefined;
    return {
      checked: item.task ? item.checked === true : undefined,
      task,
      children: this.blocks(item.tokens),
    };
  }
}

const isComment = (raw: string) => /^\s*<!--[\s\S]*-->\s*$/.test(raw);

function table(token: Tokens.Table): Block {
  const cell = ({ tokens, align }: Tokens.TableCell): Cell => ({ align, children: inlines(tokens) });
  return { kind: 'table', head: token.header.map(cell), rows: token.rows.map((row) => row.map(cell)) };
}

function inlines(tokens: readonly Token[] | undefined, inLink = false): Inline[] {
  return (tokens ?? []).flatMap((token) => inline(token as Tokens.Generic, inLink));
}

function inline(token: Tokens.Generic, inLink: boolean): Inline[] {
  switch (token.type) {
    case 'strong':
      return [{ kind: 'strong', children: inlines(token.tokens, inLink) }];
    case 'em':
      return [{ kind: 'emphasis', children: inlines(token.tokens, inLink) }];
    case 'del':
      return [{ kind: 'deleted', children: inlines(token.tokens, inLink) }];
    case 'codespan':
      return [{ kind: 'code', text: token.text }];
    case 'br':
      return [{ kind: 'break' }];
    case 'link':
      return link(token as Tokens.Link);
    case 'image':
      return [{ kind: 'picture', source: token.href, text: decode(token.text) }];
    case 'escape':
      return [token.text];
    case 'html':
      return isComment(token.raw) ? [] : /^<br\s*\/?>$/i.test(token.raw) ? [{ kind: 'break' }] : [token.raw];
    case 'checkbox':
      return [];
    default:
      if (token.tokens) return inlines(token.tokens, inLink);
      return inLink ? [decode(token.text ?? token.raw)] : words(token.text ?? token.raw);
  }
}

function link({ href, tokens }: Tokens.Link): Inline[] {
  const children = inlines(tokens, true);
  if (!isSafeLink(href)) return children;
  return [{ kind: 'link', href, external: !/^[/#]/.test(href), children }];
}

/** Web and mail addresses, paths and anchors of this host; `//host` and `/\host` would lead elsewhere. */
export const isSafeLink = (href: string): boolean =>
  /^(?:https?:\/\/|mailto:|#)/i.test(href) || isLocalPath(href);

/** Splits a text into words, ticket keys and mentions. */
function words(text: string): Inline[] {
  const decoded = decode(text);
  const found: Inline[] = [];
  let end = 0;
  for (const match of decoded.matchAll(special)) {
    if (match.index > end) found.push(decoded.slice(end, match.index));
    const [whole, key, name] = match;
    found.push(key !== undefined ? { kind: 'ticket', key } : { kind: 'mention', name: name ?? '' });
    end = match.index + whole.length;
  }
  if (end < decoded.length) found.push(decoded.slice(end));
  return found;
}

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  copy: '©',
  hellip: '…',
  mdash: '—',
  ndash: '–',
};

/** marked does not decode entities in text. */
function decode(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name] ?? whole;
    const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
