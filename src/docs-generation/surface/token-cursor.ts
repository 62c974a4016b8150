import type { Token } from './js-tokens.ts';

const closing: Record<string, string> = { '(': ')', '[': ']', '{': '}' };
const typeOperators =
  /^(?:keyof|typeof|readonly|unique|infer|asserts|is|new|abstract|extends|in|out|import)$/;
const exportable =
  /^(?:function|class|interface|type|enum|const|let|var|abstract|declare|async|namespace|module|import|default|\{|\*)$/;
const joins = /^(?:\||&|=>|\?|:|\.|\?\.)$/;

/** How often the tokens may be walked over: a source that nests without end must not take for ever. */
const walksMax = 30;

export const newCursor = (tokens: readonly Token[]) =>
  new TokenCursor(tokens, 0, { left: tokens.length * walksMax });

/** Walks over tokens by their brackets. */
export class TokenCursor {
  readonly tokens: readonly Token[];
  readonly #budget: { left: number };
  at: number;

  constructor(tokens: readonly Token[], at: number, budget: { left: number }) {
    this.tokens = tokens;
    this.at = at;
    this.#budget = budget;
  }

  /** Another one at the same place, to look ahead with. */
  ahead(): TokenCursor {
    return new TokenCursor(this.tokens, this.at, this.#budget);
  }

  /** Over what stands between the bracket at `from` and the one before here. */
  inside(from: number): TokenCursor {
    return new TokenCursor(this.tokens.slice(from + 1, this.at - 1), 0, this.#budget);
  }

  /** Whether there is something to walk over, and strength left to do so. */
  #goesOn(): boolean {
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

  /** Takes the token if it is this one. */
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

  /** From an opening bracket past the one that closes it. Brackets of other kinds in between count too. */
  skipGroup(): void {
    const open: string[] = [];
    while (this.#goesOn()) {
      const { kind, text } = this.tokens[this.at++] as Token;
      if (kind === 'template') {
        if (text.endsWith('${')) open.push('`');
        if (text.startsWith('}')) open.splice(open.lastIndexOf('`', -2), 1);
        continue;
      }
      if (kind !== 'mark') continue;
      if (closing[text]) open.push(closing[text] as string);
      else if (text === open.at(-1)) open.pop();
      if (open.length === 0) return;
    }
  }

  /**
   * A bracket that is open by our count and not in the source would hide all that follows. `export` at the margin is
   * a statement of the module, whatever was counted before.
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

  /** Past `<…>`, where arrows and brackets may stand inside. */
  skipAngles(): void {
    let depth = 0;
    while (this.#goesOn()) {
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

  /** Past a type: to where something stands that cannot belong to it, such as the body of a function. */
  skipType(): void {
    let needsOperand = true;
    while (this.#goesOn()) {
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
        // The arrow of a type follows its parameters; any other belongs to the function that has this type.
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
    } while (depth > 0 && this.#goesOn());
  }
}

/** Tokens as one line, laid out the same way whatever the source looks like. */
export function printTokens(tokens: readonly Token[]): string {
  let line = '';
  let last: Token | undefined;
  const open: string[] = [];
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1];
    // The end of a line ends a member as well as a semicolon does.
    if (last && open.at(-1) === '{' && startsMember(last, token, next)) line += ';';
    if (/^[{([]$/.test(token.text)) open.push(token.text);
    else if (/^[})\]]$/.test(token.text)) open.pop();
    // A comma or semicolon before a closing bracket, and a bar before the first of a union, are layout.
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
