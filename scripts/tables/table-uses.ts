import { parse } from '@babel/parser';
import { scanSync } from 'libpg-query';
import type { Schema } from './schema.ts';

/** A place in the source whose SQL names a table. */
export interface TableUse {
  line: number;
  /** The tables that the alias, or the column without one, may belong to. */
  tables: string[];
  /** Undefined where the table itself is named. */
  column?: string;
  isWrite: boolean;
}

interface Literal {
  line: number;
  tokens: string[];
  named: { table: string; alias: string; isWrite: boolean }[];
}

/**
 * Finds every table and column that the string literals of a file name in SQL: whole statements, and fragments of those that
 * are put together at run time, which the scanner of PostgreSQL reads and its parser would refuse. An alias whose table is
 * not in the same literal is looked up in the file.
 */
export function findTableUses(source: string, schema: Schema): TableUse[] {
  const tree = parse(source, { sourceType: 'module', plugins: ['typescript'] });
  const literals = literalsIn(tree.program.body as unknown as Node[]).flatMap((found) =>
    readLiteral(found, schema),
  );
  const inFile = literals.flatMap(({ named }) => named);
  return literals.flatMap((literal) => [
    ...literal.named.map(({ table, isWrite }) => ({ line: literal.line, tables: [table], isWrite })),
    ...columnsIn(literal, inFile, schema),
  ]);
}

type Node = { type: string; loc: { start: { line: number } } } & Record<string, unknown>;

/** `role` is the property that the literal is the value of, or the function that it is an argument of. */
function literalsIn(node: unknown, role = ''): { text: string; line: number; role: string }[] {
  if (Array.isArray(node)) return node.flatMap((each) => literalsIn(each, role));
  if (!isNode(node) || node.type === 'ImportDeclaration') return [];
  const line = node.loc.start.line;
  if (node.type === 'StringLiteral') return [{ text: node.value as string, line, role }];
  const inner = Object.entries(node).flatMap(([name, child]) =>
    literalsIn(child, literalRole(node, name, role)),
  );
  if (node.type !== 'TemplateLiteral') return inner;
  const parts = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
  return [{ text: parts.join(interpolation), line, role }, ...inner];
}

const interpolation = ' $1 ';
const isNode = (node: unknown): node is Node => typeof (node as Node | null)?.type === 'string';

function literalRole(node: Node, name: string, role: string): string {
  if (node.type === 'ObjectProperty') return (node.key as { name?: string }).name ?? '';
  if (node.type === 'CallExpression' && name === 'arguments')
    return (node.callee as { name?: string }).name ?? '';
  return node.type === 'TemplateLiteral' ? '' : role;
}

function readLiteral({ text, line, role }: ReturnType<typeof literalsIn>[number], schema: Schema): Literal[] {
  const isProse = /^[A-Z]/.test(text);
  if (isProse) return [];
  try {
    const tokens = scanSync(impliedStart(text, role, schema) + text).tokens.map((token) =>
      unquoted(token.text),
    );
    return [{ line, tokens, named: tablesIn(tokens, schema) }];
  } catch {
    // What PostgreSQL cannot divide into tokens is no SQL.
    return [];
  }
}

/** Functions that write a table, or build statements that do, given its name. */
const tableFunctions = new Set(
  'insertMany defineInsert changeQueue takeOldestFrom eventCursor eventsBehind newLinkStore sealedColumn'.split(
    ' ',
  ),
);

/** What the function or property puts before the literal. */
function impliedStart(text: string, role: string, schema: Schema): string {
  if (tableFunctions.has(role) && schema.has(text)) return 'insert into ';
  const [, first = '', isJoin] = /^(\w+)(?: \w+ (?:left )?(join)\b)?/.exec(text) ?? [];
  return schema.has(first) && (role === 'from' || isJoin) ? 'from ' : '';
}

const unquoted = (token: string) => token.toLowerCase().replace(/^"(.*)"$/, '$1');

function tablesIn(tokens: string[], schema: Schema): Literal['named'] {
  const named: Literal['named'] = [];
  for (const [index, token] of tokens.entries()) {
    if (!/^(?:from|join|into|update|using)$/.test(token)) continue;
    const before = tokens[index - 1] ?? '';
    // `for update of t`, `do update set`
    if (token === 'update' && /^(?:for|do|key)$/.test(before)) continue;
    const isWrite = token === 'into' || token === 'update' || (token === 'from' && before === 'delete');
    // `from a x, b y` names several, among them results of queries and interpolations.
    for (let at = index + 1; isName(tokens[at]); ) {
      const table = tokens[at] as string;
      const alias = tokens[at + 1] === 'as' ? at + 2 : at + 1;
      const end = isName(tokens[alias]) && tokens[alias] !== '$1' ? alias : at;
      if (schema.has(table)) named.push({ table, alias: tokens[end] as string, isWrite });
      if (tokens[end + 1] !== ',') break;
      at = end + 2;
    }
  }
  return named;
}

const isName = (token = '') => /^(?:[a-z_]\w*|\$1)$/.test(token) && !keywords.has(token);
const keywords = new Set(
  `as where join left inner cross on set order group limit for values select returning union using default having
  offset end and or then else when from`.split(/\s+/),
);

function columnsIn({ line, tokens, named }: Literal, inFile: Literal['named'], schema: Schema): TableUse[] {
  const own = new Set(named.map(({ table }) => table));
  return tokens.flatMap((token, index) => {
    if (tokens[index + 1] === '.') {
      const hasAlias = ({ alias }: { alias: string }) => alias === token;
      const meant = named.some(hasAlias) ? named : inFile;
      const column = tokens[index + 2] ?? '';
      // An alias may also name a subquery, whose columns are not those of a table.
      const hasColumn = (table: string) => column === '*' || schema.get(table)?.has(column);
      const tables = [...new Set(meant.filter(hasAlias).map(({ table }) => table))].filter(hasColumn);
      return tables.length > 0 ? [{ line, tables, column, isWrite: false }] : [];
    }
    if (/^(?:\.|as|:)$/.test(tokens[index - 1] ?? '')) return [];
    const tables = [...own].filter((table) => schema.get(table)?.has(token));
    return tables.length > 0 ? [{ line, tables, column: token, isWrite: false }] : [];
  });
}
