import { FilterProblem, type Span } from './filter-problem.ts';

export const operators = ['=', '!=', '<=', '>=', '<', '>', '~', '!~'] as const;
export type Operator = (typeof operators)[number];
const keywords = ['and', 'or', 'not', 'in'] as const;
type Keyword = (typeof keywords)[number];

export interface Token extends Span {
  kind: 'word' | 'text' | 'keyword' | 'operator' | '(' | ')' | ',';
  /** A word as written, a quoted text without its quotes, a keyword in lower case. */
  value: string;
}

/** The maximum lengths of a filter and its parts. Each limit has its own message. */
export const filterCharactersMax = 4_000;

/** Words end at white space and at these characters; a value that contains one is quoted. */
const wordEnd = /[\s()"',=<>!~]/u;
const isSpace = (character: string) => /\s/u.test(character);
// biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL stores no NUL, and no name has the others
const controlCharacter = /[\u0000-\u0008\u000e-\u001f\u007f]/;

/** Splits a filter into tokens. Throws a FilterProblem at the first character that begins none. */
export function tokenize(text: string): Token[] {
  assertReadable(text);
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    if (isSpace(text[at] as string)) {
      at++;
      continue;
    }
    const token = readToken(text, at);
    tokens.push(token);
    at = token.to;
  }
  return tokens;
}

function assertReadable(text: string): void {
  if (text.length > filterCharactersMax)
    throw new FilterProblem(
      { from: filterCharactersMax, to: text.length },
      `A filter has at most ${filterCharactersMax} characters.`,
    );
  const control = text.search(controlCharacter);
  if (control >= 0)
    throw new FilterProblem({ from: control, to: control + 1 }, 'Control characters are not allowed.');
  if (!text.isWellFormed()) {
    const from = text.search(/\p{Surrogate}/u);
    throw new FilterProblem({ from, to: from + 1 }, 'This is half of a character.');
  }
}

function readToken(text: string, from: number): Token {
  const first = text[from] as string;
  if (first === '(' || first === ')' || first === ',')
    return { kind: first, value: first, from, to: from + 1 };
  if (first === '"' || first === "'") return readQuoted(text, from, first);
  const operator = operators.find((symbol) => text.startsWith(symbol, from));
  if (operator) return { kind: 'operator', value: operator, from, to: from + operator.length };
  if (first === '!') throw new FilterProblem({ from, to: from + 1 }, 'Expected != or !~.');
  return readWord(text, from);
}

function readQuoted(text: string, from: number, quote: string): Token {
  let value = '';
  for (let at = from + 1; at < text.length; at++) {
    const character = text[at] as string;
    if (character === quote) return { kind: 'text', value, from, to: at + 1 };
    if (character === '\\' && at + 1 < text.length) at++;
    value += text[at];
  }
  throw new FilterProblem({ from, to: text.length }, `The closing ${quote} is missing.`);
}

/** The prefix of the name of a custom field, which may be quoted: `field.Customer`, `field."Due to"`. */
export const ownFieldPrefix = 'field.';

function readWord(text: string, from: number): Token {
  let to = from;
  while (to < text.length && !wordEnd.test(text[to] as string)) to++;
  const value = text.slice(from, to);
  const next = text[to];
  if (value.toLowerCase() === ownFieldPrefix && (next === '"' || next === "'")) {
    const name = readQuoted(text, to, next);
    return { kind: 'word', value: ownFieldPrefix + name.value, from, to: name.to };
  }
  const keyword = value.toLowerCase();
  return isKeyword(keyword)
    ? { kind: 'keyword', value: keyword, from, to }
    : { kind: 'word', value, from, to };
}

const isKeyword = (word: string): word is Keyword => (keywords as readonly string[]).includes(word);

/** Quotes a value for a filter if necessary. */
export function quoteValue(value: string): string {
  if (value !== '' && !wordEnd.test(value) && !isKeyword(value.toLowerCase())) return value;
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}
