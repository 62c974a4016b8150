import type { Token } from './js-tokens.ts';

const closing: Record<string, string> = { '(': ')', '[': ']', '{': '}' };
const typeOperators =
  /^(?:keyof|typeof|readonly|unique|infer|asserts|is|new|abstract|extends|in|out|import)$/;
const exportable =
  /^(?:function|class|interface|type|enum|const|let|var|abstract|declare|async|namespace|module|import|default|\{|\*)$/;
const joins = /^(?:\||&|=>|\?|:|\.|\?\.)$/;

/** The budget in passes over all tokens; bounds the time for deeply nested source. */
const passesMax = 30;

export const newCursor = (tokens: readonly Token[]) =>
  new TokenCursor(tokens, 0, { left: tokens.length * passesMax });

/** Reads tokens, and skips bracketed groups and types. */
export class TokenCursor {
  readonly tokens: readonly Token[];
  readonly #budget: { left: number };
  at: number;

  constructor(tokens: readonly Token[], at: number, budget: { left: number }) {
    this.tokens = tokens;
    this.at = at;
    this.#budget = budget;
  }

  /** A copy at the same position, for lookahead. */
  ahead(): TokenCursor {
    return new TokenCursor(this.tokens, this.at, this.#budget);
  }

  /** A cursor over the tokens between the bracket at `from` and the one before the current position. */
  inside(from: number): TokenCursor {
    return new TokenCursor(this.tokens.slice(from + 1, this.at - 1), 0, this.#budget);
  }

  /** False at the end of the tokens, or when the budget is used up. */
  #hasNext(): boolean {
    if (this.#budget.left-- <= 0) this.at = this.tokens.length;
    return this.at < this.tokens.length;
  }

  peek(ahead = 0): Token | undefined {
    return this.tokens[this.at + ahead];
  }

  is(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token?.text === text && (token.kind === 'word' || token.kind === 'mark');
  }

  /** Consumes the next token if it has this text. */
  take(text: string): boolean {
    if (!this.is(text)) return false;
    this.at++;
    return true;
  }

  takeWord(): string | undefined {
    const token = this.peek();
    if (token?.kind !== 'word') return undefined;
    this.at++;
    return token.text;
  }

  /** Skips from an opening bracket past its closing one, including nested brackets of all kinds. */
  skipGroup(): void {
    const open: string[] = [];
    while (this.#hasNext()) {
      const { kind, text } = this.tokens[this.at++] as Token;
      if (kind === 'template') {
        if (text.startsWith('}')) open.splice(open.lastIndexOf('`'), 1);
        if (text.endsWith('${')) open.push('`');
        continue;
      }
      if (kind !== 'mark') continue;
      if (closing[text]) open.push(closing[text] as string);
      else if (text === open.at(-1)) open.pop();
      if (open.length === 0) return;
    }
  }

  /**
   * Skips a group, but stops at an `export` in the first column: that is always a statement of the module, so a
   * miscounted bracket cannot hide the rest of the source.
   */
  skipGroupUnlessBroken(): void {
    const from = this.at;
    this.skipGroup();
    for (let at = from + 1; at < this.at; at++) {
      const token = this.tokens[at] as Token;
      if (!token.isAtMargin || token.kind !== 'word' || token.text !== 'export') continue;
      if (!exportable.test(this.tokens[at + 1]?.text ?? '')) continue;
      this.at = at;
      return;
    }
  }

  /** Skips `<…>`, which may contain arrows and brackets. */
  skipAngles(): void {
    let depth = 0;
    while (this.#hasNext()) {
      if (this.is('(') || this.is('[') || this.is('{')) {
        this.skipGroup();
        continue;
      }
      if (this.is('<')) depth++;
      if (this.is('>')) depth--;
      if (depth > 0 && this.is(';')) return;
      this.at++;
      if (depth === 0) return;
    }
  }

  /** Skips a type, up to the first token that cannot belong to it, such as the body of a function. */
  skipType(): void {
    let needsOperand = true;
    while (this.#hasNext()) {
      const token = this.peek() as Token;
      if (!needsOperand && token.startsLine && !joins.test(token.text) && !this.is('extends')) return;
      if (this.is('(') || this.is('[') || this.is('{')) {
        if (this.is('{') && !needsOperand) return;
        if (token.text === '[' && !needsOperand && token.startsLine) return;
        this.skipGroup();
        needsOperand = false;
      } else if (this.is('<')) {
        this.skipAngles();
      } else if (token.kind === 'mark' && joins.test(token.text)) {
        // The arrow of a function type follows `)`; any other arrow belongs to the function whose return type this is.
        if (token.text === '=>' && !this.is(')', -1)) return;
        this.at++;
        needsOperand = true;
      } else if (token.kind === 'mark' && token.text !== '-' && token.text !== '...') {
        return;
      } else if (token.kind === 'word' && typeOperators.test(token.text)) {
        this.at++;
        needsOperand = true;
      } else if (token.kind === 'template') {
        if (token.text.endsWith('${')) this.skipTemplate();
        else this.at++;
        needsOperand = false;
      } else if (needsOperand || token.kind === 'number') {
        this.at++;
        needsOperand = token.kind === 'mark';
      } else return;
    }
  }

  skipTemplate(): void {
    let depth = 0;
    do {
      const token = this.tokens[this.at++];
      if (token?.kind !== 'template') continue;
      if (token.text.startsWith('}')) depth--;
      if (token.text.endsWith('${')) depth++;
    } while (depth > 0 && this.#hasNext());
  }
}

/** Prints tokens on one line in canonical format, whatever the layout of the source. */
export function printTokens(tokens: readonly Token[]): string {
  let line = '';
  let last: Token | undefined;
  const open: string[] = [];
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1];
    // A line break ends a member like a semicolon.
    if (last && open.at(-1) === '{' && startsMember(last, token, next)) line += ';';
    if (/^[{([]$/.test(token.text)) open.push(token.text);
    else if (/^[})\]]$/.test(token.text)) open.pop();
    // Drops trailing commas and semicolons, and the leading bar of a union.
    if (/^[,;]$/.test(token.text) && (next === undefined || /^[)\]}>]$/.test(next.text))) continue;
    if (token.text === '|' && (last === undefined || /^[=(<:|,]$|^=>$/.test(last.text))) continue;
    if (last && needsSpace(last, token)) line += ' ';
    line += token.text;
    last = token;
  }
  return line;
}

const startsMember = (last: Token, token: Token, next: Token | undefined) =>
  token.startsLine &&
  (token.kind === 'word' || token.kind === 'string') &&
  !/^(?:[{;,|&=:([<?]|=>)$/.test(last.text) &&
  (/^(?:readonly|new|get|set)$/.test(token.text) || /^[:?(<]$/.test(next?.text ?? ''));

function needsSpace(last: Token, token: Token): boolean {
  if (last.text === '...' || last.text === '.' || token.text === '.') return false;
  if (/^[([<]$/.test(last.text) || /^[)\],;:?>.]$/.test(token.text)) return false;
  if (last.text === '!' || last.text === '-') return false;
  if (/^[([<]$/.test(token.text)) return /^(?:=>|[=|&:,;{}?])$/.test(last.text);
  return true;
}
