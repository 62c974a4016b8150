import { type Declared, readValue } from './declarations.ts';
import type { Token } from './js-tokens.ts';
import { newCursor, type TokenCursor } from './token-cursor.ts';

/** Reads `module.exports = { a, b }` or `exports.a = …`. Returns false if the cursor is at something else. */
export function readCommonJs(cursor: TokenCursor, exported: Map<string, string | Declared>): boolean {
  if (!cursor.peek()?.startsLine) return false;
  const ahead = cursor.ahead();
  if (ahead.take('module') && !(ahead.take('.') && ahead.is('exports'))) return false;
  if (!ahead.take('exports')) return false;
  const name = ahead.take('.') ? ahead.takeWord() : undefined;
  if (!ahead.take('=')) return false;
  if (name !== undefined) exported.set(name, valueOrName(ahead, name));
  else if (ahead.is('{')) {
    const from = ahead.at;
    ahead.skipGroup();
    for (const key of objectKeys(ahead.tokens.slice(from + 1, ahead.at - 1))) exported.set(key, key);
  } else exported.set('module.exports', valueOrName(ahead, 'module.exports'));
  cursor.at = ahead.at;
  return true;
}

function valueOrName(ahead: TokenCursor, name: string): string | Declared {
  const word = ahead.peek();
  const value = readValue(ahead, name);
  if (value.signature !== '') return value;
  return word?.kind === 'word' && (ahead.is(';', 1) || ahead.peek(1)?.startsLine !== false)
    ? word.text
    : { signature: `exports.${name}` };
}

function objectKeys(tokens: Token[]): string[] {
  const cursor = newCursor(tokens);
  const keys: string[] = [];
  let expectsKey = true;
  while (cursor.peek()) {
    const { kind, text } = cursor.peek() as Token;
    if (text === ',' && kind === 'mark') expectsKey = true;
    else if (expectsKey && (kind === 'word' || kind === 'string')) {
      const isModifier = /^(?:async|get|set)$/.test(text) && cursor.peek(1)?.kind === 'word';
      if (!isModifier) {
        keys.push(kind === 'word' ? text : unquote(text));
        expectsKey = false;
      }
    } else if (text === '...') expectsKey = false;
    if (cursor.is('{') || cursor.is('(') || cursor.is('[')) cursor.skipGroup();
    else cursor.at++;
  }
  return keys;
}

const unquote = (text: string) => text.slice(1, -1);
