/** A quotation of code in a page, with the text around it that tells what it means. */
export interface Quote {
  /** Counted from 1. */
  line: number;
  text: string;
  form: 'span' | 'block' | 'link' | 'prose';
  /** The language of a block, in lower case; empty for other forms. */
  language: string;
  /** The paragraph, list item or table row; for a block what introduces it. */
  context: string;
  /** The headings above it, outermost first. */
  headings: readonly string[];
  /** The whole text of the block. */
  block?: string;
}

const lineLengthMax = 4_000;
const quotesMax = 20_000;
const blockLengthMax = 20_000;

interface Fence {
  mark: string;
  language: string;
  lines: { line: number; text: string }[];
}

/**
 * Reads code spans, blocks, links and prose of Markdown or MDX line by line. Each line is scanned once, so that the time
 * is linear in the length of the page, however its marks nest. Longer lines than `lineLengthMax` are left out.
 */
export function readQuotes(text: string): Quote[] {
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  const reader = new PageReader();
  let at = frontMatterEnd(lines);
  for (; at < lines.length && reader.quotes.length < quotesMax; at++)
    reader.read(lines[at] as string, at + 1);
  reader.end();
  return reader.quotes.slice(0, quotesMax);
}

function frontMatterEnd(lines: readonly string[]): number {
  if (lines[0]?.trim() !== '---') return 0;
  const end = lines.findIndex((line, index) => index > 0 && line.trim() === '---');
  return end < 0 ? 0 : end + 1;
}

class PageReader {
  readonly quotes: Quote[] = [];
  #headings: { level: number; text: string }[] = [];
  #fence: Fence | undefined;
  #isInComment = false;
  #paragraph: { line: number; text: string }[] = [];
  /** What was said before the block that follows. */
  #introduction = '';

  read(line: string, number: number): void {
    if (this.#fence) {
      this.#readFenced(line, number);
      return;
    }
    if (line.length > lineLengthMax) {
      this.#endParagraph();
      return;
    }
    const shown = this.#withoutComments(line);
    const open = /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}|~{3,})\s*\{?\.?([\w+#-]*)[^`]*$/.exec(shown);
    if (open) {
      this.#endParagraph();
      const [, mark = '', language = ''] = open;
      this.#fence = { mark, language: language.toLowerCase(), lines: [] };
      return;
    }
    const heading = /^\s{0,3}(#{1,6})\s+(.*)$/.exec(shown);
    if (heading) {
      this.#endParagraph();
      const level = (heading[1] as string).length;
      this.#headings = this.#headings.filter((one) => one.level < level);
      this.#headings.push({ level, text: (heading[2] as string).slice(0, 300) });
      this.#paragraph.push({ line: number, text: shown });
      this.#endParagraph();
      this.#introduction = '';
      return;
    }
    if (/^\s*(?:>\s*)*$/.test(shown)) {
      this.#endParagraph();
      return;
    }
    // A list item, a table row or a new admonition stands for itself.
    if (/^[\s>]*(?:[-*+]\s|\d+[.)]\s|\||:::)/.test(shown)) this.#endParagraph();
    this.#paragraph.push({ line: number, text: shown });
  }

  end(): void {
    this.#endParagraph();
    // An unclosed fence reaches to the end of the page; what follows is not trusted to be code.
    this.#fence = undefined;
  }

  #readFenced(line: string, number: number): void {
    const fence = this.#fence as Fence;
    const close = /^[\s>]*(`{3,}|~{3,})\s*$/.exec(line)?.[1];
    if (close === undefined || close[0] !== fence.mark[0] || close.length < fence.mark.length) {
      if (line.length <= lineLengthMax) fence.lines.push({ line: number, text: line });
      return;
    }
    this.#fence = undefined;
    const block = fence.lines
      .map(({ text }) => text)
      .join('\n')
      .slice(0, blockLengthMax);
    for (const { line: at, text } of fence.lines)
      this.#add({
        line: at,
        text,
        form: 'block',
        language: fence.language,
        context: this.#introduction,
        block,
      });
  }

  #withoutComments(line: string): string {
    let shown = '';
    let rest = line;
    while (rest !== '') {
      const mark = this.#isInComment ? rest.indexOf('-->') : rest.indexOf('<!--');
      if (mark < 0) return this.#isInComment ? shown : shown + rest;
      if (!this.#isInComment) shown += rest.slice(0, mark);
      rest = rest.slice(mark + (this.#isInComment ? 3 : 4));
      this.#isInComment = !this.#isInComment;
    }
    return shown;
  }

  #endParagraph(): void {
    if (this.#paragraph.length === 0) return;
    const context = this.#paragraph
      .map(({ text }) => text.trim())
      .join(' ')
      .slice(0, 8_000);
    for (const { line, text } of this.#paragraph) {
      for (const span of readSpans(text))
        this.#add({ line, text: span, form: 'span', language: '', context });
      for (const target of readLinks(text))
        this.#add({ line, text: target, form: 'link', language: '', context });
      this.#add({ line, text, form: 'prose', language: '', context });
    }
    this.#introduction = context;
    this.#paragraph = [];
  }

  #add(quote: Omit<Quote, 'headings'>): void {
    this.quotes.push({ ...quote, headings: this.#headings.map(({ text }) => text) });
  }
}

/** The code spans of a line: between runs of as many backticks, or in `<code>`. */
function readSpans(line: string): string[] {
  const spans: string[] = [];
  const runs = [...line.matchAll(/`+/g)];
  for (let at = 0; at < runs.length; at++) {
    const open = runs[at] as RegExpExecArray;
    const closing = runs.findIndex((run, index) => index > at && run[0].length === open[0].length);
    if (closing < 0) continue;
    spans.push(line.slice(open.index + open[0].length, (runs[closing] as RegExpExecArray).index).trim());
    at = closing;
  }
  for (const [, text = ''] of line.matchAll(/<code>([^<>]{1,200})<\/code>/g)) spans.push(text.trim());
  return spans.filter((span) => span !== '');
}

/** The targets of links and reference definitions. Pictures are left out. */
function readLinks(line: string): string[] {
  const withoutCode = line.replace(/`[^`]*`/g, (code) => ' '.repeat(code.length));
  const targets: string[] = [];
  for (const { index } of withoutCode.matchAll(/\]\(/g)) {
    const target = /^\]\(\s*<?([^\s<>()]{1,500})>?(?:\s+["'(][^\n]{0,300})?\)/.exec(
      withoutCode.slice(index, index + 900),
    )?.[1];
    const open = withoutCode.lastIndexOf('[', index);
    if (target !== undefined && withoutCode[open - 1] !== '!') targets.push(target);
  }
  const reference = /^\s{0,3}\[[^\]]{1,200}\]:\s+<?([^\s<>]{1,500})>?/.exec(withoutCode)?.[1];
  if (reference !== undefined) targets.push(reference);
  return targets;
}
