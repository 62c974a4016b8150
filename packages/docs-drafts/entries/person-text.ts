import { type Inline, writeInlines } from '../drafts/mdx.ts';

/**
 * One line of MDX from the words of a person: text, `code`, **strong** and links to web addresses. Everything else is
 * escaped, so it cannot become an element or an expression that a site would execute.
 */
export const writePersonText = (text: string): string =>
  writeInlines(parseInlines(decodeEntities(text.replace(/\s+/g, ' ').trim())));

const escapedSign = /\\([^\p{L}\p{N}\s])/uy;
const strongText = /\*\*((?:\\.|[^*\\])+)\*\*/y;
const webLink = /\[((?:\\.|[^\]\\])+)\]\((https?:\/\/[^\s()]+)\)/y;

function parseInlines(text: string): Inline[] {
  const inlines: Inline[] = [];
  let plain = '';
  const add = (inline: Inline) => {
    if (plain !== '') inlines.push(plain);
    plain = '';
    inlines.push(inline);
  };
  for (let at = 0; at < text.length; ) {
    const match = (pattern: RegExp) => {
      pattern.lastIndex = at;
      return pattern.exec(text);
    };
    const escaped = match(escapedSign);
    const code = text[at] === '`' ? readCode(text, at) : undefined;
    const strong = match(strongText);
    // A picture of another site stays text.
    const link = text[at - 1] === '!' ? null : match(webLink);
    if (escaped) plain += escaped[1];
    else if (code) add({ code: code.text });
    else if (strong) add({ strong: withoutEscapes(strong[1] as string) });
    else if (link) add({ link: link[2] as string, of: withoutEscapes(link[1] as string) });
    else plain += text[at];
    at += escaped?.[0].length ?? code?.length ?? strong?.[0].length ?? link?.[0].length ?? 1;
  }
  return plain === '' ? inlines : [...inlines, plain];
}

/** A code span ends at the next run of as many backticks as it begins with. */
function readCode(text: string, at: number): { text: string; length: number } | undefined {
  const [fence = ''] = /^`+/.exec(text.slice(at)) ?? [];
  for (const run of text.slice(at + fence.length).matchAll(/`+/g))
    if (run[0].length === fence.length) {
      const code = text.slice(at + fence.length, at + fence.length + run.index);
      return { text: code.replace(/^ (?=`)|(?<=`) $/g, ''), length: code.length + 2 * fence.length };
    }
  return undefined;
}

const withoutEscapes = (text: string) => text.replace(/\\([^\p{L}\p{N}\s])/gu, '$1');

/** What `writeInlines` writes for the first letter of `import` and `export`. */
const decodeEntities = (text: string) => text.replace(/^&#105;/, 'i').replace(/^&#101;/, 'e');
