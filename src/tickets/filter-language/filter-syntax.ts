import { FilterProblem, type Span } from './filter-problem.ts';
import { type Operator, type Token, tokenize } from './filter-tokens.ts';

/** A filter as written, before names are looked up. */
export type FilterNode =
  | { kind: 'and'; parts: FilterNode[] }
  | { kind: 'or'; parts: FilterNode[] }
  | { kind: 'not'; part: FilterNode }
  | Condition;

export interface Condition {
  kind: 'condition';
  field: Name;
  /** Undefined for a field that stands alone, such as `overdue`. */
  comparison: { operator: Operator | 'in' | 'not in'; span: Span; values: Name[] } | undefined;
}

export interface Name extends Span {
  text: string;
  /** A quoted value is never a word with a meaning, such as `me` or `none`. */
  isQuoted: boolean;
}

/** A filter within these limits is as fast as a plain one. Larger filters are useless and would delay others. */
export const filterLimits = { depth: 20, conditions: 100, values: 200 };

/** Throws a FilterProblem if the text is not a filter. */
export const parseFilter = (text: string): FilterNode => new Parser(tokenize(text), text.length).parse();

/** Recursive descent with one token of look-ahead: `or` binds weaker than `and`, and `and` weaker than `not`. */
class Parser {
  readonly #tokens: Token[];
  readonly #end: Span;
  #next = 0;
  #depth = 0;
  #conditions = 0;
  #values = 0;

  constructor(tokens: Token[], length: number) {
    this.#tokens = tokens;
    this.#end = { from: length, to: length };
  }

  parse(): FilterNode {
    const node = this.#parseOr();
    if (this.#peek()) throw this.#unexpected('and, or, or the end of the filter');
    return node;
  }

  #parseOr = (): FilterNode => this.#parseChain('or', () => this.#parseChain('and', () => this.#parseNot()));

  #parseChain(word: 'and' | 'or', parsePart: () => FilterNode): FilterNode {
    const first = parsePart();
    const parts = [first];
    while (this.#takeKeyword(word)) parts.push(parsePart());
    return parts.length === 1 ? first : { kind: word, parts };
  }

  #parseNot(): FilterNode {
    const opening = this.#peek();
    if (this.#takeKeyword('not'))
      return this.#nested(opening, () => ({ kind: 'not', part: this.#parseNot() }));
    if (this.#take('(')) {
      const node = this.#nested(opening, this.#parseOr);
      if (!this.#take(')')) throw this.#unexpected('and, or, or a closing parenthesis');
      return node;
    }
    return this.#parseCondition();
  }

  #nested(opening: Token | undefined, parse: () => FilterNode): FilterNode {
    if (++this.#depth > filterLimits.depth)
      throw new FilterProblem(
        opening ?? this.#end,
        `Parentheses and not may be nested ${filterLimits.depth} deep at most.`,
      );
    const node = parse();
    this.#depth--;
    return node;
  }

  #parseCondition(): Condition {
    const field = this.#takeName('a field, not, or an opening parenthesis');
    if (++this.#conditions > filterLimits.conditions)
      throw new FilterProblem(field, `A filter has at most ${filterLimits.conditions} conditions.`);
    const token = this.#peek();
    if (token?.kind === 'operator') {
      this.#next++;
      const values = [this.#takeValue()];
      return {
        kind: 'condition',
        field,
        comparison: { operator: token.value as Operator, span: token, values },
      };
    }
    const isNegated = this.#takeKeyword('not');
    if (isNegated || (token?.kind === 'keyword' && token.value === 'in')) {
      if (!this.#takeKeyword('in')) throw this.#unexpected('in');
      const span = { from: (token as Token).from, to: this.#tokens[this.#next - 1]?.to ?? this.#end.to };
      const operator = isNegated ? 'not in' : 'in';
      return { kind: 'condition', field, comparison: { operator, span, values: this.#takeList() } };
    }
    return { kind: 'condition', field, comparison: undefined };
  }

  #takeList(): Name[] {
    if (!this.#take('(')) throw this.#unexpected('a list of values in parentheses');
    const values = [this.#takeValue()];
    while (this.#take(',')) values.push(this.#takeValue());
    if (!this.#take(')')) throw this.#unexpected('a comma or a closing parenthesis');
    return values;
  }

  /** Reads a value. `start of month` is one value of three words. */
  #takeValue(): Name {
    const name = this.#takeName('a value');
    if (++this.#values > filterLimits.values)
      throw new FilterProblem(name, `A filter has at most ${filterLimits.values} values.`);
    const of = this.#peek();
    if (
      name.isQuoted ||
      !/^(?:start|end)$/i.test(name.text) ||
      of?.kind !== 'word' ||
      !/^of$/i.test(of.value)
    )
      return name;
    this.#next++;
    const unit = this.#takeName('week, month, quarter or year');
    return { text: `${name.text} of ${unit.text}`, from: name.from, to: unit.to, isQuoted: false };
  }

  #takeName(expected: string): Name {
    const token = this.#peek();
    if (token?.kind !== 'word' && token?.kind !== 'text') throw this.#unexpected(expected);
    this.#next++;
    return { text: token.value, from: token.from, to: token.to, isQuoted: token.kind === 'text' };
  }

  #takeKeyword(word: string): boolean {
    const token = this.#peek();
    if (token?.kind !== 'keyword' || token.value !== word) return false;
    this.#next++;
    return true;
  }

  #take(kind: Token['kind']): boolean {
    if (this.#peek()?.kind !== kind) return false;
    this.#next++;
    return true;
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#next];
  }

  #unexpected(expected: string): FilterProblem {
    const token = this.#peek();
    const found = token ? `found ${describe(token)}` : 'the filter ends here';
    return new FilterProblem(token ?? this.#end, `Expected ${expected}, but ${found}.`);
  }
}

const quotedCharactersMax = 40;
const describe = ({ kind, value }: Token) =>
  kind === 'text' ? `the text ${shortened(value)}` : shortened(value);

/** A name shortened for a message. */
export const shortened = (text: string) =>
  `“${text.length > quotedCharactersMax ? `${text.slice(0, quotedCharactersMax).toWellFormed()}…` : text}”`;
