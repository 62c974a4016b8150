import { type Declared, readValue } from './declarations.ts';
import type { Token } from './js-tokens.ts';
import { newCursor, type TokenCursor } from './token-cursor.ts';

/** `module.exports = { a, b }`, `exports.a = …`: the names alone. Answers whether something was read. */
export function readCommonJs(cursor: TokenCursor, exported: Map<string, string | Declared>): boolean {
  if (!cursor.peek()?.startsLine) return false;
  const look = cursor.ahead();
  if (look.take('module') && !(look.take('.') && look.is('exports'))) return false;
  if (!look.take('exports')) return false;
  const name = look.take('.') ? look.takeWord() : undefined;
  if (!look.take('=')) return false;
  if (name !== undefined) exported.set(name, valueOrName(look, name));
  else if (look.is('{')) {
    const from = look.at;
    look.skipGroup();
    for (const key of objectKeys(look.tokens.slice(from + 1, look.at - 1))) exported.set(key, key);
  } else exported.set('module.exports', valueOrName(look, 'module.exports'));
  cursor.at = look.at;
  return true;
}

function valueOrName(look: TokenCursor, name: string): string | Declared {
  const word = look.peek();
  const value = readValue(look, name);
  if (value.signature !== '') return value;
  return word?.kind === 'word' && (look.is(';', 1) || look.peek(1)?.startsLine !== false)
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
