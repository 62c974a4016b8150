/** A token of TypeScript or JavaScript; white space and comments are no tokens. */
export interface Token {
  kind: 'word' | 'string' | 'template' | 'number' | 'regex' | 'mark';
  text: string;
  /** Whether it is the first token of its line. */
  startsLine: boolean;
  /** Whether it starts in the first column. */
  isAtMargin: boolean;
  /** Whether the doc comment before it has `@deprecated`. */
  isDeprecated: boolean;
}

const wordShape = /[\p{ID_Start}$_#@][\p{ID_Continue}$\u200c\u200d]*/uy;
const numberShape = /\d[\w.]*/y;
const markShape = /\.\.\.|=>|\?\?=|\?\.(?!\d)|\?\?|&&=?|\|\|=?|[=!]==?|\*\*=?|[-+*/%&|^]=|\+\+|--|[\s\S]/y;
const beforeRegex =
  /^(?:return|typeof|case|in|of|delete|void|throw|new|do|else|instanceof|yield|await|default|extends)$/;

/**
 * Splits a source into tokens. It recognises strings, templates, comments and regular expressions, because brackets in
 * them do not count, and it never fails on invalid source.
 */
export function readTokens(source: string): Token[] {
  const tokens: Token[] = [];
  // The number of open braces in each open `${` of a template.
  const templates: number[] = [];
  let at = source.startsWith('#!') ? endOfLine(source, 0) : 0;
  let quotesFrom = 0;
  let startsLine = true;
  let isDeprecated = false;

  const push = (kind: Token['kind'], text: string) => {
    const isAtMargin = at === 0 || source[at - 1] === '\n';
    tokens.push({ kind, text, startsLine, isAtMargin, isDeprecated });
    startsLine = false;
    isDeprecated = false;
    at += text.length;
  };
  const findRegex = newRegexFinder(source);
  const match = (shape: RegExp): string | undefined => {
    shape.lastIndex = at;
    return shape.exec(source)?.[0];
  };

  while (at < source.length) {
    const char = source[at] as string;
    if (char === '\n' || char === '\r' || char === '\u2028' || char === '\u2029') {
      startsLine = true;
      at++;
    } else if (char === ' ' || char === '\t' || (char > '~' && /\s|\ufeff/.test(char))) at++;
    else if (source.startsWith('//', at)) at = endOfLine(source, at);
    else if (source.startsWith('/*', at)) {
      const end = source.indexOf('*/', at + 2);
      const comment = source.slice(at, end < 0 ? source.length : end + 2);
      if (comment.includes('\n')) startsLine = true;
      if (comment.startsWith('/**')) isDeprecated = /@deprecated\b/.test(comment);
      at += comment.length;
    } else if (char === '`' || (char === '}' && templates.at(-1) === 0)) {
      if (char === '}') templates.pop();
      const text = templatePart(source, at);
      if (text.endsWith('${')) templates.push(0);
      push('template', text);
    } else if (char === '"' || char === "'") {
      const end = at < quotesFrom ? -1 : endOfString(source, at);
      // A quote without an end on its line is an apostrophe in JSX text, and so are the later quotes of that line.
      if (end < 0 && at >= quotesFrom) quotesFrom = endOfLine(source, at);
      push(end < 0 ? 'mark' : 'string', end < 0 ? char : source.slice(at, end));
    } else {
      const regex = char === '/' && mayStartRegex(tokens) ? findRegex(at) : undefined;
      const word =
        regex !== undefined || (char < 'A' && char !== '$' && char !== '#') ? undefined : match(wordShape);
      const number = word === undefined ? match(numberShape) : undefined;
      if (regex !== undefined) push('regex', regex);
      else if (word !== undefined) push('word', word);
      else if (number !== undefined) push('number', number);
      else {
        const mark = match(markShape) as string;
        const open = templates.length - 1;
        if (open >= 0 && mark === '{') templates[open] = (templates[open] as number) + 1;
        if (open >= 0 && mark === '}') templates[open] = (templates[open] as number) - 1;
        push('mark', mark);
      }
    }
  }
  return tokens;
}

/**
 * Finds regular expressions. It remembers where a search on a line failed; otherwise a line of slashes would take
 * quadratic time.
 */
function newRegexFinder(source: string) {
  let noneBefore = 0;
  let noClassEndsBefore = 0;
  return (from: number): string | undefined => {
    if (from < noneBefore) return undefined;
    let isInClass = false;
    let at = from + 1;
    for (; at < source.length && !/[\n\r]/.test(source[at] as string); at++) {
      const char = source[at];
      if (char === '\\' && !/[\n\r]/.test(source[at + 1] ?? '\n')) at++;
      else if (isInClass) isInClass = char !== ']';
      else if (char === '[') {
        if (at < noClassEndsBefore) return undefined;
        isInClass = true;
      } else if (char === '/') {
        let end = at + 1;
        while (end < source.length && /[a-z]/.test(source[end] as string)) end++;
        return source.slice(from, end);
      }
    }
    if (isInClass) noClassEndsBefore = at;
    else noneBefore = at;
    return undefined;
  };
}

function endOfLine(source: string, from: number): number {
  const end = source.indexOf('\n', from);
  return end < 0 ? source.length : end;
}

/** The index after the closing quote, or -1 if the line has none. */
function endOfString(source: string, from: number): number {
  const quote = source[from];
  for (let at = from + 1; at < source.length; at++) {
    const char = source[at];
    if (char === quote) return at + 1;
    if (char === '\n') return -1;
    if (char === '\\') at++;
  }
  return -1;
}

/** The text from a backtick, or from the `}` of an expression, to the next `${` or the closing backtick. */
function templatePart(source: string, from: number): string {
  for (let at = from + 1; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === '`') return source.slice(from, at + 1);
    else if (source[at] === '$' && source[at + 1] === '{') return source.slice(from, at + 2);
  }
  return source.slice(from);
}

function mayStartRegex(tokens: Token[]): boolean {
  const last = tokens.at(-1);
  if (!last) return true;
  if (last.kind === 'word') return beforeRegex.test(last.text);
  if (last.kind === 'template') return last.text.endsWith('${');
  return last.kind === 'mark' && !/^(?:[)\]}]|\+\+|--)$/.test(last.text);
}
