import { readCallable, skipInitializer } from './callable.ts';
import { printTokens, type TokenCursor } from './token-cursor.ts';

const textMax = 2_000;

/** The public members of a class or interface, by name. The cursor is at its opening brace. */
export function readMembers(cursor: TokenCursor, isClass: boolean): Record<string, string> {
  const from = cursor.at;
  if (!cursor.is('{')) return {};
  cursor.skipGroup();
  const inside = cursor.inside(from);
  const members: Record<string, string> = {};
  while (inside.peek()) {
    const start = inside.at;
    readMember(inside, isClass, members);
    if (inside.at === start) inside.at++;
  }
  return members;
}

function readMember(inside: TokenCursor, isClass: boolean, members: Record<string, string>): void {
  if (inside.take(';') || inside.take(',')) return;
  let isPrivate = false;
  let prefix = '';
  while (inside.peek()?.text.startsWith('@')) {
    inside.at++;
    while (inside.is('.')) inside.at += 2;
    if (inside.is('(')) inside.skipGroup();
  }
  while (
    /^(?:public|private|protected|static|readonly|async|get|set|override|abstract|declare|accessor)$/.test(
      inside.peek()?.text ?? '',
    ) &&
    /^(?:word|string|number)$|^mark$/.test(inside.peek(1)?.kind ?? '') &&
    !/^[(:;=?!<,})]$/.test(inside.peek(1)?.text ?? ';')
  ) {
    const word = inside.takeWord() as string;
    if (word === 'private' || word === 'protected') isPrivate = true;
    if (/^(?:static|readonly|async|get|set|abstract)$/.test(word)) prefix += `${word} `;
  }
  if (inside.take('*')) prefix += '*';
  const from = inside.at;
  const name = inside.peek();
  if (!name) return;
  if (name.text === '{') {
    inside.skipGroup();
    return;
  }
  if (inside.is('[') || inside.is('(') || inside.is('<')) {
    if (!inside.is('<')) inside.skipGroup();
  } else inside.at++;
  const key = printTokens(inside.tokens.slice(from, inside.at));
  inside.take('?');
  inside.take('!');
  if (inside.is('(') || inside.is('<')) readCallable(inside);
  else if (inside.take(':')) inside.skipType();
  const signature = `${prefix}${printTokens(inside.tokens.slice(from, inside.at))}`;
  if (inside.is('{') && isClass) inside.skipGroup();
  else if (inside.take('=')) skipInitializer(inside);
  if (!isPrivate && !key.startsWith('#')) members[`${prefix}${key}`] = signature.slice(0, textMax);
}
