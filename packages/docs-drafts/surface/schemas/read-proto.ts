import { addDeclaration, type CodeFile } from '../code/code-file.ts';
import type { Declaration } from '../declaration.ts';
import { descend, TooDeep } from '../nesting.ts';
import { isUnbalanced, Tokens } from './tokens.ts';

const shape =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[\w.]+|[{}()[\]<>=;,:-]/g;

/** Reads messages, enums and services. Throws `TooDeep`. */
export function readProto(text: string): CodeFile {
  const words = (text.match(shape) ?? []).filter((token) => !/^\/[/*]/.test(token));
  refuseDeepNesting(words);
  const tokens = new Tokens(words);
  const file: CodeFile = { declarations: new Map(), hasErrors: isUnbalanced(words) };
  const all = readStatements(tokens);
  const prefix = all.find(([keyword]) => keyword === 'package')?.[1];
  readAll(all, prefix === undefined ? '' : `${prefix}.`, file.declarations);
  return file;
}

/** Each level copies its words, so that deep nesting would take quadratic time. */
function refuseDeepNesting(words: readonly string[]): void {
  let depth = 0;
  for (const word of words) {
    if (word === '{' && ++depth > levelsMax) throw new TooDeep();
    if (word === '}') depth--;
  }
}

const levelsMax = 60;

/** Words up to `;`, or up to a block, which is the last element. */
type Statement = (string | Statement[])[];

function readStatements(tokens: Tokens): Statement[] {
  const statements: Statement[] = [];
  while (tokens.next !== undefined) {
    const words: Statement = tokens.takeUntil(';', '{');
    if (tokens.next === '{') {
      const block = tokens.takeBlock();
      words.push(descend(() => readStatements(block)));
    } else if (!tokens.skip(';') && tokens.next !== undefined) tokens.take();
    if (words.length > 0) statements.push(words);
  }
  return statements;
}

const wordsOf = (statement: Statement) => statement.filter((one) => typeof one === 'string');
const blockOf = (statement: Statement) => statement.find((one) => typeof one !== 'string') ?? [];
const isDeprecated = (words: readonly string[]) => /\bdeprecated = true\b/.test(words.join(' '));

function readAll(statements: readonly Statement[], prefix: string, into: Map<string, Declaration>): void {
  for (const statement of statements) {
    const [keyword, name = ''] = wordsOf(statement);
    if (!/^(?:message|enum|service|extend)$/.test(keyword ?? '') || statement.length < 2) continue;
    const inside = blockOf(statement);
    const members = new Map<string, Declaration>();
    // Fields of other messages.
    if (keyword !== 'extend') {
      if (keyword === 'message') descend(() => readAll(inside, `${prefix}${name}.`, into));
      for (const one of inside) readMember(keyword as string, one, '', members);
    }
    if (keyword === 'extend') continue;
    addDeclaration(into, `${prefix}${name}`, {
      kind: keyword === 'enum' ? 'enum' : 'class',
      signature: `${keyword} ${prefix}${name}`,
      members,
      modifiers: [keyword as string],
      ...(inside.some((one) => /^option deprecated = true$/.test(wordsOf(one).join(' '))) && {
        isDeprecated: true,
      }),
    });
  }
}

function readMember(
  owner: string,
  statement: Statement,
  group: string,
  members: Map<string, Declaration>,
): void {
  const words = wordsOf(statement);
  const [first] = words;
  if (
    first === undefined ||
    (/^(?:option|reserved|extensions|message|enum|extend|import|syntax)$/.test(first) && words[2] !== '=')
  )
    return;
  const notes = isDeprecated(words) ? { isDeprecated: true } : {};
  if (first === 'oneof' && words[2] !== '=') {
    for (const one of blockOf(statement)) readMember(owner, one, `oneof ${words[1]}`, members);
    return;
  }
  if (owner === 'service') {
    const [, method, request, result] =
      /^rpc (\w+) \( ([^)]*) \) returns \( ([^)]*) \)/.exec(words.join(' ')) ?? [];
    if (method === undefined) return;
    const signature = `rpc ${method}(${request}) returns (${result})`;
    members.set(method, {
      ...{ kind: 'value', signature, type: [`(${request}) returns (${result})`], modifiers: [], ...notes },
    });
    return;
  }
  const at = words.indexOf('=');
  const name = words[at - 1];
  const number = words[at + 1] === '-' ? `-${words[at + 2]}` : words[at + 1];
  if (at < 1 || name === undefined || number === undefined) return;
  if (owner === 'enum') {
    members.set(name, {
      kind: 'value',
      signature: `${name} = ${number}`,
      modifiers: ['case', `number ${number}`],
      ...notes,
    });
    return;
  }
  const label = /^(?:repeated|required|optional)$/.test(first) ? first : '';
  const type = words
    .slice(label === '' ? 0 : 1, at - 1)
    .join('')
    .replace(/^\./, '');
  members.set(name, {
    kind: 'value',
    signature: `${label === '' ? '' : `${label} `}${type} ${name} = ${number}`,
    type: [type],
    modifiers: [`number ${number}`, ...(label === '' ? [] : [label]), ...(group === '' ? [] : [group])],
    ...notes,
  });
}
