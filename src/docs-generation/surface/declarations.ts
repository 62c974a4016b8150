import { readCallable, skipInitializer, skipOne } from './callable.ts';
import { readMembers } from './class-members.ts';
import type { Token } from './js-tokens.ts';
import type { SurfaceItem } from './surface.ts';
import { printTokens, type TokenCursor } from './token-cursor.ts';

export type Declared = Omit<SurfaceItem, 'area' | 'name'>;

const modifiers = /^(?:declare|abstract|async|default)$/;

const textMax = 2_000;

/** Reads one declaration, or several of `const a, b`. The cursor ends after the part that was read. */
export function readDeclaration(cursor: TokenCursor, first: Token): [name: string, what: Declared][] {
  const deprecated = first.isDeprecated ? { isDeprecated: true } : {};
  let isAbstract = false;
  let isAsync = false;
  while (modifiers.test(cursor.peek()?.text ?? '') && cursor.peek(1)?.kind === 'word') {
    isAbstract ||= cursor.is('abstract');
    isAsync ||= cursor.is('async');
    cursor.at++;
  }
  if (cursor.is('const') && cursor.is('enum', 1)) cursor.at++;
  const keyword = cursor.takeWord();
  if (keyword === 'function') {
    const isGenerator = cursor.take('*');
    const name = cursor.is('(') || cursor.is('<') ? 'default' : (cursor.takeWord() ?? 'default');
    const { text, parameters } = readCallable(cursor);
    if (cursor.is('{')) cursor.skipGroupUnlessBroken();
    const signature = `${isAsync ? 'async ' : ''}function${isGenerator ? '*' : ''} ${name}${text}`;
    return [[name, { signature: signature.slice(0, textMax), parameters, ...deprecated }]];
  }
  if (keyword === 'class' || keyword === 'interface') {
    const isNamed = !cursor.is('{') && !cursor.is('extends');
    const name = isNamed ? (cursor.takeWord() ?? 'default') : 'default';
    const from = cursor.at;
    while (cursor.peek() && !cursor.is('{')) cursor.is('<') ? cursor.skipAngles() : skipOne(cursor);
    const heading = printTokens(cursor.tokens.slice(from, cursor.at));
    const space = heading === '' || heading.startsWith('<') ? '' : ' ';
    const members = readMembers(cursor, keyword === 'class');
    const signature = `${isAbstract ? 'abstract ' : ''}${keyword} ${name}${space}${heading}`;
    return [[name, { signature, members, ...deprecated }]];
  }
  if (keyword === 'type') {
    const name = cursor.takeWord();
    if (name === undefined) return [];
    const from = cursor.at;
    if (cursor.is('<')) cursor.skipAngles();
    const generics = printTokens(cursor.tokens.slice(from, cursor.at));
    const body = cursor.ahead();
    if (cursor.take('=')) cursor.skipType();
    const text = printTokens(cursor.tokens.slice(from, cursor.at));
    const signature = `type ${name}${text.startsWith('<') ? '' : ' '}${text}`.slice(0, textMax);
    body.take('=');
    return [[name, { signature, ...readAlias(body, cursor.at, `type ${name}${generics}`), ...deprecated }]];
  }
  if (keyword === 'enum') {
    const name = cursor.takeWord();
    const from = cursor.at;
    if (cursor.is('{')) cursor.skipGroup();
    const text = printTokens(cursor.tokens.slice(from, cursor.at));
    return name === undefined
      ? []
      : [[name, { signature: `enum ${name} ${text}`.slice(0, textMax), ...deprecated }]];
  }
  if (keyword === 'namespace' || keyword === 'module') {
    const name = cursor.peek()?.kind === 'word' ? cursor.takeWord() : undefined;
    while (cursor.is('.')) cursor.at += 2;
    const from = cursor.at;
    if (cursor.is('{')) cursor.skipGroupUnlessBroken();
    const text = printTokens(cursor.tokens.slice(from, cursor.at));
    return name === undefined
      ? []
      : [[name, { signature: `namespace ${name} ${text}`.slice(0, textMax), ...deprecated }]];
  }
  if (keyword === 'const' || keyword === 'let' || keyword === 'var')
    return readVariables(cursor, keyword, deprecated);
  if (keyword === 'import') return [];
  // `export import a = b.c`
  const name = keyword !== undefined && cursor.is('=') ? keyword : undefined;
  return name === undefined ? [] : [[name, { signature: `import ${name}` }]];
}

/** A type alias of an object type has members, and one of a function type has parameters. */
function readAlias(body: TokenCursor, end: number, heading: string): Partial<Declared> {
  if (body.is('{')) {
    const members = readMembers(body, false);
    return body.at === end ? { members, heading } : {};
  }
  if (!body.is('(') && !body.is('<')) return {};
  const { parameters } = readCallable(body);
  return body.is('=>') ? { parameters } : {};
}

function readVariables(cursor: TokenCursor, keyword: string, deprecated: object): [string, Declared][] {
  const read: [string, Declared][] = [];
  do {
    if (cursor.is('{') || cursor.is('[')) {
      const from = cursor.at;
      cursor.skipGroup();
      for (const name of boundNames(cursor.tokens.slice(from, cursor.at)))
        read.push([name, { signature: `${keyword} ${name}`, ...deprecated }]);
      if (cursor.take(':')) cursor.skipType();
      skipInitializer(cursor);
      continue;
    }
    const name = cursor.takeWord();
    if (name === undefined) return read;
    cursor.take('!');
    const from = cursor.at;
    if (cursor.take(':')) cursor.skipType();
    const annotation = printTokens(cursor.tokens.slice(from, cursor.at));
    const value: Declared = cursor.take('=') ? readValue(cursor, name) : { signature: '' };
    const signature =
      annotation === '' ? value.signature || `${keyword} ${name}` : `${keyword} ${name}${annotation}`;
    read.push([
      name,
      {
        signature: signature.slice(0, textMax),
        ...(annotation === '' && value.parameters && { parameters: value.parameters }),
        ...deprecated,
      },
    ]);
    skipInitializer(cursor);
  } while (cursor.take(','));
  return read;
}

/** The names that `{ a, b: c = 1, ...d }` or `[a, , b]` bind. */
function boundNames(tokens: Token[]): string[] {
  const names: string[] = [];
  for (let at = 1; at < tokens.length - 1; at++) {
    const [last, token, next] = [tokens[at - 1], tokens[at], tokens[at + 1]] as [Token, Token, Token];
    if (token.kind === 'word' && /^(?:[{[,:]|\.\.\.)$/.test(last.text) && /^[}\],=]$/.test(next.text))
      names.push(token.text);
  }
  return names;
}

/** The signature of an assigned function or `as const` value; empty for other values. */
export function readValue(cursor: TokenCursor, name: string): Declared {
  const from = cursor.at;
  const ahead = cursor.ahead();
  const isAsync = ahead.take('async');
  if (ahead.take('function')) {
    const isGenerator = ahead.take('*');
    if (!ahead.is('(') && !ahead.is('<')) ahead.takeWord();
    const { text, parameters } = readCallable(ahead);
    return {
      signature: `${isAsync ? 'async ' : ''}function${isGenerator ? '*' : ''} ${name}${text}`,
      parameters,
    };
  }
  if (ahead.is('(') || ahead.is('<')) {
    const { text, parameters } = readCallable(ahead);
    if (ahead.is('=>')) {
      // Skips the parameters: their commas do not separate variables.
      cursor.at = ahead.at;
      return { signature: `const ${name} = ${isAsync ? 'async ' : ''}${text} => …`, parameters };
    }
    ahead.at = from;
  } else if (ahead.peek()?.kind === 'word' && ahead.is('=>', 1)) {
    const parameter = ahead.takeWord() as string;
    return {
      signature: `const ${name} = ${isAsync ? 'async ' : ''}(${parameter}) => …`,
      parameters: [parameter],
    };
  }
  if (ahead.is('[') || ahead.is('{') || ahead.peek()?.kind === 'string') {
    ahead.is('[') || ahead.is('{') ? ahead.skipGroup() : ahead.at++;
    if (ahead.is('as') && ahead.is('const', 1)) {
      const text = printTokens(ahead.tokens.slice(from, ahead.at));
      return { signature: `const ${name} = ${text} as const` };
    }
  }
  return { signature: '' };
}
