export interface KotlinToken {
  text: string;
  startsLine: boolean;
  /** True if it touches the token in front of it. */
  isGlued: boolean;
  /** True if it may stand between the angle brackets of a type. */
  isInTypes: boolean;
  /** The KDoc comment in front of it. */
  doc: string;
  /** For a bracket, the index of the one that closes it. */
  closing?: number;
}

const lexeme =
  /[\p{L}_][\p{L}\p{N}_]*|`[^`\n]*`|'(?:\\u[0-9a-fA-F]{4}|\\.|[^'\\\n])'|\d(?:\w|\.(?=\d))*|->|::|[=!<>+\-*/%]=|[^\s]/uy;
const ofTypes = /^(?:[\p{L}_`].*|[<>.,?*:&@([]|->|"")$/u;
const blank = /\s+/y;

/** Reads the tokens of a Kotlin file. A string, with all that its templates contain, is the token `""`. */
export function readKotlinTokens(text: string): { tokens: KotlinToken[]; isUnbalanced: boolean } {
  const tokens: KotlinToken[] = [];
  const open: KotlinToken[] = [];
  let isUnbalanced = false;
  let startsLine = true;
  let isGlued = false;
  let doc = '';
  let at = text.startsWith('#!') ? endOfLine(text, 0) : 0;
  while (at < text.length) {
    blank.lastIndex = at;
    const space = blank.exec(text)?.[0];
    if (space !== undefined) {
      startsLine ||= space.includes('\n');
      isGlued = false;
      at += space.length;
    } else if (text.startsWith('//', at)) at = endOfLine(text, at);
    else if (text.startsWith('/*', at)) {
      const end = endOfComment(text, at);
      if (text.startsWith('/**', at)) doc = text.slice(at, end);
      at = end;
    } else {
      const isString = text[at] === '"';
      lexeme.lastIndex = at;
      const word = isString ? '""' : (lexeme.exec(text)?.[0] ?? (text[at] as string));
      const token: KotlinToken = {
        text: word.replaceAll('`', ''),
        startsLine,
        isGlued,
        isInTypes: ofTypes.test(word),
        doc,
      };
      if (/^[([{]$/.test(word)) open.push(token);
      if (/^[)\]}]$/.test(word)) {
        const opening = open.pop();
        if (opening && opening.text === { ')': '(', ']': '[', '}': '{' }[word])
          opening.closing = tokens.length;
        else isUnbalanced = true;
      }
      tokens.push(token);
      startsLine = false;
      isGlued = true;
      doc = '';
      at = isString ? endOfString(text, at) : at + word.length;
    }
  }
  return { tokens, isUnbalanced: isUnbalanced || open.length > 0 };
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** Comments nest. */
function endOfComment(text: string, from: number): number {
  const mark = /\/\*|\*\//g;
  mark.lastIndex = from;
  let depth = 0;
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    depth += found[0] === '/*' ? 1 : -1;
    if (depth === 0) return mark.lastIndex;
  }
  return text.length;
}

/** The end of the string at `from`. A template may contain strings, which may contain templates. */
function endOfString(text: string, from: number): number {
  // What is open: a string with its quote, or the braces of a template.
  const open: string[] = [];
  for (let at = from; at < text.length; ) {
    const inner = open.at(-1);
    const isInString = inner === '"' || inner === '"""';
    const quote = text.startsWith('"""', at) ? '"""' : '"';
    if (isInString && text.startsWith(inner, at)) {
      at += inner.length;
      // Further quotes belong to the end of a raw string.
      while (inner === '"""' && text[at] === '"') at++;
      open.pop();
      if (open.length === 0) return at;
    } else if (isInString && text.startsWith('${', at)) {
      open.push('{');
      at += 2;
    } else if (isInString) {
      if (inner === '"' && text[at] === '\n') return at;
      at += inner === '"' && text[at] === '\\' ? 2 : 1;
    } else if (text[at] === '"') {
      open.push(quote);
      at += quote.length;
    } else if (text.startsWith("'\"'", at)) at += 3;
    else if (text.startsWith('/*', at)) at = endOfComment(text, at);
    else {
      if (text[at] === '{') open.push('{');
      if (text[at] === '}') open.pop();
      at++;
    }
  }
  return text.length;
}
