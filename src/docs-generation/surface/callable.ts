import type { Token } from './js-tokens.ts';
import { newCursor, printTokens, type TokenCursor } from './token-cursor.ts';

/** Reads `<T>(a: string, b?: number): void`, starting at the `<` or `(`. */
export function readCallable(cursor: TokenCursor): { text: string; parameters: string[] } {
  const from = cursor.at;
  if (cursor.is('<')) cursor.skipAngles();
  const open = cursor.at;
  if (cursor.is('(')) cursor.skipGroup();
  const parameters = splitParameters(cursor.tokens.slice(open + 1, cursor.at - 1));
  if (cursor.take(':')) cursor.skipType();
  return { text: printTokens(cursor.tokens.slice(from, cursor.at)), parameters };
}

function splitParameters(tokens: Token[]): string[] {
  const cursor = newCursor(tokens);
  const parameters: string[] = [];
  let from = 0;
  const end = () => {
    const text = printTokens(tokens.slice(from, cursor.at));
    if (text !== '') parameters.push(text);
    from = cursor.at + 1;
  };
  while (cursor.peek()) {
    if (cursor.is(',')) end();
    if (cursor.is('<') && cursor.peek(-1)?.kind === 'word') cursor.skipAngles();
    else if (cursor.is('{')) cursor.skipGroup();
    else skipOne(cursor);
  }
  end();
  return parameters;
}

export function skipOne(cursor: TokenCursor): void {
  if (cursor.is('(') || cursor.is('[')) cursor.skipGroup();
  else cursor.at++;
}

const continues =
  /^(?:[-+*/%&|^=<>?:.,([`!~]|=>|\?\?|&&|\|\||\?\.|[=!]==?|\*\*|in|of|instanceof|as|satisfies)$/;

/** Skips to the end of the statement, or to the comma before its next variable. */
export function skipInitializer(cursor: TokenCursor): void {
  while (cursor.peek()) {
    const token = cursor.peek() as Token;
    if (cursor.is(';') || cursor.is(',') || cursor.is('}')) return;
    const last = cursor.peek(-1) as Token;
    const isOpen = last.kind !== 'string' && (continues.test(last.text) || last.text === '{');
    if (
      token.startsLine &&
      !isOpen &&
      !(token.kind === 'mark' && continues.test(token.text)) &&
      !(token.kind === 'word' && /^(?:in|of|instanceof|as|satisfies)$/.test(token.text))
    )
      return;
    if (cursor.take('as') || cursor.take('satisfies')) cursor.skipType();
    else if (cursor.is('(') || cursor.is('[') || cursor.is('{')) cursor.skipGroup();
    else if (cursor.is('<') && last.kind === 'word' && isTypeArguments(cursor)) cursor.skipAngles();
    else if (token.kind === 'template') cursor.skipTemplate();
    else cursor.at++;
  }
}

/** Tells `new Map<string, Token>()` from a comparison. */
function isTypeArguments(cursor: TokenCursor): boolean {
  const ahead = cursor.ahead();
  ahead.skipAngles();
  return ahead.peek(-1)?.text === '>' && (ahead.is('(') || ahead.peek() === undefined || ahead.is(';'));
}
