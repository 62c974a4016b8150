import { addDeclaration, type CodeFile } from '../code/code-file.ts';
import type { Declaration, Parameter } from '../declaration.ts';
import { isUnbalanced, Tokens } from './tokens.ts';

const shape =
  /"""[\s\S]*?(?:"""|$)|"(?:\\.|[^"\\\n])*"|#[^\n]*|\.\.\.|[A-Za-z_]\w*|-?\d[\w.+-]*|[{}()[\]:=!|&@$]/g;

/** Reads a document in the schema definition language; queries declare nothing. */
export function readGraphql(text: string): CodeFile {
  // Descriptions and comments count for nothing.
  const words = (text.match(shape) ?? []).filter((token) => !/^(?:#|""")/.test(token));
  const tokens = new Tokens(words);
  const file: CodeFile = { declarations: new Map(), hasErrors: isUnbalanced(words) };
  while (tokens.next !== undefined) readDefinition(tokens, file);
  return file;
}

function readDefinition(tokens: Tokens, file: CodeFile): void {
  const isExtension = tokens.skip('extend');
  const keyword = tokens.take();
  switch (keyword) {
    case 'type':
    case 'interface':
    case 'input':
    case 'enum':
    case 'union':
    case 'scalar': {
      const name = tokens.take();
      const bases = tokens.next === 'implements' ? readBases(tokens) : [];
      const isDeprecated = skipDirectives(tokens);
      const members =
        keyword === 'union' && tokens.skip('=')
          ? readUnion(tokens)
          : tokens.next === '{'
            ? readMembers(tokens.takeBlock(), keyword)
            : new Map();
      addDeclaration(file.declarations, name, {
        kind: keyword === 'enum' || keyword === 'union' ? 'enum' : keyword === 'scalar' ? 'type' : 'class',
        signature: `${keyword} ${name}`,
        // A scalar and a type whose fields stand elsewhere merge with their extensions.
        members,
        ...(bases.length > 0 && { bases }),
        modifiers: [keyword],
        ...(isDeprecated && !isExtension && { isDeprecated }),
      });
      break;
    }
    case 'directive': {
      tokens.skip('@');
      const name = `@${tokens.take()}`;
      const parameters = tokens.next === '(' ? readArguments(tokens.takeBlock()) : [];
      addDeclaration(file.declarations, name, {
        kind: 'function',
        signature: `directive ${name}${printArguments(parameters)}`,
        calls: [{ parameters }],
        modifiers: [],
      });
      break;
    }
    case 'query':
    case 'mutation':
    case 'subscription':
    case 'fragment':
      // The document asks instead of declaring.
      tokens.takeUntil('{');
      if (tokens.next === '{') tokens.takeBlock();
      break;
    case '{':
    case '}':
      break;
    default:
      if (keyword === 'schema' && tokens.next === '{') tokens.takeBlock();
  }
}

function readBases(tokens: Tokens): string[] {
  tokens.take();
  const bases: string[] = [];
  while (tokens.next !== undefined && /^(?:&|[A-Za-z_]\w*)$/.test(tokens.next)) {
    const token = tokens.take();
    if (token !== '&') bases.push(token);
  }
  return bases;
}

/** Skips `@name(…)`. Returns whether one of them is `@deprecated`. */
function skipDirectives(tokens: Tokens): boolean {
  let isDeprecated = false;
  while (tokens.skip('@')) {
    if (tokens.take() === 'deprecated') isDeprecated = true;
    if (tokens.next === '(') tokens.takeBlock();
  }
  return isDeprecated;
}

const caseOf = (name: string): Declaration => ({ kind: 'value', signature: name, modifiers: ['case'] });

function readUnion(tokens: Tokens): Map<string, Declaration> {
  const members = new Map<string, Declaration>();
  do {
    tokens.skip('|');
    if (!/^[A-Za-z_]\w*$/.test(tokens.next ?? '')) break;
    const name = tokens.take();
    members.set(name, caseOf(name));
  } while (tokens.next === '|');
  return members;
}

function readMembers(tokens: Tokens, keyword: string): Map<string, Declaration> {
  const members = new Map<string, Declaration>();
  while (tokens.next !== undefined) {
    const name = tokens.take();
    if (!/^[A-Za-z_]\w*$/.test(name)) continue;
    if (keyword === 'enum') {
      const isDeprecated = skipDirectives(tokens);
      members.set(name, { ...caseOf(name), ...(isDeprecated && { isDeprecated }) });
      continue;
    }
    const parameters = tokens.next === '(' ? readArguments(tokens.takeBlock()) : [];
    if (!tokens.skip(':')) continue;
    const type = readType(tokens);
    const hasDefault = skipDefault(tokens);
    const isDeprecated = skipDirectives(tokens);
    const notes = isDeprecated ? { isDeprecated } : {};
    members.set(
      name,
      keyword === 'input'
        ? {
            kind: 'value',
            signature: `${name}: ${type}${hasDefault ? ' = …' : ''}`,
            type: [type],
            isOptional: hasDefault || !type.endsWith('!'),
            modifiers: [],
            ...notes,
          }
        : {
            kind: 'function',
            signature: `${name}${printArguments(parameters)}: ${type}`,
            calls: [{ parameters, returns: [type] }],
            modifiers: [],
            ...notes,
          },
    );
  }
  return members;
}

function readArguments(tokens: Tokens): Parameter[] {
  const parameters: Parameter[] = [];
  while (tokens.next !== undefined) {
    const name = tokens.take();
    if (!tokens.skip(':')) continue;
    const type = readType(tokens);
    const hasDefault = skipDefault(tokens);
    skipDirectives(tokens);
    parameters.push({
      name,
      type: [type],
      isOptional: hasDefault || !type.endsWith('!'),
      isRest: false,
      passing: 'name',
    });
  }
  return parameters;
}

/** `[User!]!` */
function readType(tokens: Tokens): string {
  let type = '';
  while (tokens.next === '[') type += tokens.take();
  type += tokens.take();
  while (tokens.next === ']' || tokens.next === '!') type += tokens.take();
  return type;
}

function skipDefault(tokens: Tokens): boolean {
  if (!tokens.skip('=')) return false;
  if (tokens.next === '[' || tokens.next === '{') tokens.takeBlock();
  else if (!tokens.skip('$')) tokens.take();
  return true;
}

const printArguments = (parameters: readonly Parameter[]) =>
  parameters.length === 0
    ? ''
    : `(${parameters.map(({ name, type, isOptional }) => `${name}: ${type}${isOptional && type?.[0]?.endsWith('!') ? ' = …' : ''}`).join(', ')})`;
