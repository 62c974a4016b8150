import { Lexer, type MarkedOptions, type Token, type TokensList } from 'marked';

const options: MarkedOptions = { gfm: true, breaks: true };
const maxBlockDepth = 12;
const maxInlineDepth = 12;
/** Some rules of marked take the square of the length of one run of text. */
const maxRunLength = 4000;
/** marked joins the lines of quotes in steps that take the square of their number. */
const maxQuoteLines = 2000;
/** Longer than the server takes for any text. */
const maxLength = 200_000;

/** marked's lexer with bounds on nesting and on the length of one run; beyond them text stays text. */
class BoundedLexer extends Lexer {
  #blockDepth = 0;
  #inlineDepth = 0;

  override blockTokens(source: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[];
  override blockTokens(source: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList;
  override blockTokens(source: string, tokens: Token[] = [], lastParagraphClipped?: boolean): Token[] {
    if (this.#blockDepth >= maxBlockDepth) {
      tokens.push({ type: 'paragraph', raw: source, text: source, tokens: [plain(source)] });
      return tokens;
    }
    this.#blockDepth += 1;
    try {
      return super.blockTokens(source, tokens, lastParagraphClipped);
    } finally {
      this.#blockDepth -= 1;
    }
  }

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    if (source.length > maxRunLength) {
      tokens.push(...source.split(/(?<=\n)/).flatMap((line) => this.#lineTokens(line)));
      return tokens;
    }
    if (this.#inlineDepth >= maxInlineDepth) {
      tokens.push(plain(source));
      return tokens;
    }
    this.#inlineDepth += 1;
    try {
      return super.inlineTokens(source, tokens);
    } finally {
      this.#inlineDepth -= 1;
    }
  }

  #lineTokens(line: string): Token[] {
    return line.length > maxRunLength ? [plain(line)] : this.inlineTokens(line, []);
  }
}

const plain = (text: string): Token => ({ type: 'text', raw: text, text, escaped: false });

export function lexMarkdown(text: string): Token[] {
  const quoteLines = text.match(/^ {0,3}>/gm)?.length ?? 0;
  if (text.length > maxLength || quoteLines > maxQuoteLines) return [{ type: 'code', raw: text, text }];
  return new BoundedLexer(options).lex(text);
}
