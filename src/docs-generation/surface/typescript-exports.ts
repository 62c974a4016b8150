import { readCommonJs } from './commonjs-exports.ts';
import { type Declared, readDeclaration, readValue } from './declarations.ts';
import { readTokens, type Token } from './js-tokens.ts';
import type { SurfaceItem } from './surface.ts';
import { newCursor, type TokenCursor } from './token-cursor.ts';

const statementKeywords =
  /^(?:export|function|class|interface|type|enum|const|let|var|abstract|declare|async|namespace|module|import)$/;

const textMax = 2_000;

/** The exports of a TypeScript or JavaScript module, each with its signature if the file declares it. */
export function readTypeScriptExports(source: string, isCommonJs = false): SurfaceItem[] {
  const tokens = readTokens(source);
  const declared = new Map<string, Declared>();
  const exported = new Map<string, string | Declared>();
  const cursor = newCursor(tokens);

  while (cursor.at < tokens.length) {
    const token = tokens[cursor.at] as Token;
    const before = tokens[cursor.at - 1];
    const startsStatement = token.startsLine || !before || /^[;}]$/.test(before.text);
    if (token.kind === 'word' && startsStatement && statementKeywords.test(token.text) && !isMember(cursor)) {
      readStatement(cursor, declared, exported);
    } else if (!isCommonJs || !readCommonJs(cursor, exported)) {
      if (cursor.is('{') || cursor.is('(') || cursor.is('[')) cursor.skipGroupUnlessBroken();
      else cursor.at++;
    }
  }
  return [...exported]
    .map(([name, by]): SurfaceItem => {
      const what = typeof by === 'string' ? declared.get(by) : by;
      return { area: 'export', name, ...(what ?? { signature: `export { ${name} }` }) };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Whether a keyword is used as a name: `type: 1`, `type = 1`, `async()`. */
function isMember(cursor: TokenCursor): boolean {
  const next = cursor.peek(1);
  return (
    next === undefined ||
    (next.kind === 'mark' && /^(?:[:=.,;)(?]|=>)$/.test(next.text) && !isExportAssignment(cursor))
  );
}

const isExportAssignment = (cursor: TokenCursor) => cursor.is('export') && cursor.is('=', 1);

function readStatement(
  cursor: TokenCursor,
  declared: Map<string, Declared>,
  exported: Map<string, string | Declared>,
): void {
  const first = cursor.peek() as Token;
  if (!cursor.take('export')) {
    for (const [name, what] of readDeclaration(cursor, first)) addDeclared(declared, name, what);
    return;
  }
  if (cursor.take('=')) {
    const name = cursor.peek()?.kind === 'word' && !cursor.is('.', 1) ? cursor.takeWord() : undefined;
    exported.set('export =', name ?? { signature: 'export =' });
    return;
  }
  if (cursor.take('as')) {
    cursor.take('namespace');
    return;
  }
  if (cursor.is('*') || (cursor.is('type') && cursor.is('*', 1))) readStar(cursor, exported);
  else if (cursor.is('{') || (cursor.is('type') && cursor.is('{', 1))) readList(cursor, exported);
  else if (cursor.take('default')) readDefault(cursor, first, declared, exported);
  else readExported(cursor, first, declared, exported);
}

function readExported(
  cursor: TokenCursor,
  first: Token,
  declared: Map<string, Declared>,
  exported: Map<string, string | Declared>,
): void {
  if (cursor.is('import')) cursor.at++;
  for (const [name, what] of readDeclaration(cursor, first)) {
    addDeclared(declared, name, what);
    exported.set(name, name);
  }
}

/** Overloads of a function, and merged interfaces, become one item with several lines. */
function addDeclared(declared: Map<string, Declared>, name: string, what: Declared): void {
  const known = declared.get(name);
  if (!known) {
    declared.set(name, what);
    return;
  }
  declared.set(name, {
    signature: `${known.signature}\n${what.signature}`.slice(0, textMax),
    ...((known.isDeprecated || what.isDeprecated) && { isDeprecated: true }),
    ...((known.members || what.members) && { members: { ...known.members, ...what.members } }),
  });
}

function readStar(cursor: TokenCursor, exported: Map<string, string | Declared>): void {
  cursor.take('type');
  cursor.take('*');
  const alias = cursor.take('as') ? nameOf(cursor) : undefined;
  const from = cursor.take('from') ? unquote(cursor.peek()?.text ?? '') : '';
  const name = alias ?? `* from ${from}`;
  exported.set(name, {
    signature: alias ? `export * as ${alias} from '${from}'` : `export * from '${from}'`,
  });
}

function readList(cursor: TokenCursor, exported: Map<string, string | Declared>): void {
  cursor.take('type');
  const from = cursor.at;
  cursor.skipGroup();
  const inside = cursor.inside(from);
  const origin = cursor.take('from') ? unquote(cursor.peek()?.text ?? '') : undefined;
  while (inside.peek()) {
    if (inside.is('type') && !inside.is(',', 1) && inside.peek(1) && !inside.is('as', 1)) inside.at++;
    const local = nameOf(inside);
    const name = inside.take('as') ? nameOf(inside) : local;
    if (local === undefined || name === undefined) inside.at++;
    else if (origin === undefined) exported.set(name, local);
    else
      exported.set(name, {
        signature: `export { ${local === name ? name : `${local} as ${name}`} } from '${origin}'`,
      });
    inside.take(',');
  }
}

/** A name, or a name as a string. */
function nameOf(cursor: TokenCursor): string | undefined {
  const token = cursor.peek();
  if (token?.kind !== 'word' && token?.kind !== 'string') return undefined;
  cursor.at++;
  return token.kind === 'word' ? token.text : unquote(token.text);
}

const unquote = (text: string) => text.slice(1, -1);

function readDefault(
  cursor: TokenCursor,
  first: Token,
  declared: Map<string, Declared>,
  exported: Map<string, string | Declared>,
): void {
  const isDeclaration = /^(?:function|class|interface|abstract|enum)$/.test(cursor.peek()?.text ?? '');
  if (isDeclaration || (cursor.is('async') && cursor.is('function', 1))) {
    const [made] = readDeclaration(cursor, first);
    if (made) {
      const [name, what] = made;
      if (name !== 'default') addDeclared(declared, name, what);
      exported.set('default', name === 'default' ? what : name);
    }
    return;
  }
  const word = cursor.peek();
  if (word?.kind === 'word' && (!cursor.peek(1) || cursor.is(';', 1) || cursor.peek(1)?.startsLine)) {
    cursor.at++;
    exported.set('default', word.text);
    return;
  }
  const value = readValue(cursor, 'default');
  exported.set('default', { ...value, signature: value.signature || 'export default' });
}
