import { subscribe } from 'node:diagnostics_channel';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { getCallSites } from 'node:util';
import type { Statement } from '../../src/platform/db/statements/statement.ts';
import { listStatementCalls, type StatementCall } from './statement-calls.ts';

/** A statement and the call that declared it. */
export interface DeclaredStatement {
  call: StatementCall;
  text: string;
  /** The columns of the result, in order of name. */
  columns: string[];
}

const root = path.resolve(import.meta.dirname, '../..');
const isOwnFrame = /\/(?:scripts\/generate\/statements|src\/platform\/db\/statements\/[a-z-]+)\.ts$/;

/**
 * Subscribes to the statements that are declared from now on, then loads every store: `declared` holds the statements of
 * constant text at once, and those put together at run time once they are used. No store may be loaded before.
 */
export async function collectStatements(): Promise<{
  calls: StatementCall[];
  declared: DeclaredStatement[];
}> {
  const calls = listStatementCalls();
  const callAt = new Map(calls.map((call) => [`${call.file}:${call.line}:${call.column}`, call]));
  const declared: DeclaredStatement[] = [];
  subscribe('docket:statement', (message) => {
    const call = callAt.get(findDeclaringSite());
    const { text } = message as Statement<never, unknown>;
    if (call) declared.push({ call, text, columns: columnsOf(call, text) });
  });
  for (const file of new Set(calls.map(({ file }) => file)))
    await import(pathToFileURL(path.join(root, file)).href);
  const missing = calls.find((call) => call.isConstant && !declared.some((known) => known.call === call));
  if (missing) throw new Error(`${missing.file} was loaded before the statements were collected.`);
  return { calls, declared };
}

/** A paged list also counts its rows and finds the sort values of one. */
function columnsOf({ kind, columns }: StatementCall, text: string): string[] {
  if (kind !== 'pagedList' && kind !== 'dynamicPagedList') return columns;
  if (text.startsWith('select count(*) as total ')) return ['total'];
  const sortValues = text.endsWith('limit 1 offset :offset') ? text.match(/\bafter\d+\b/g) : null;
  return sortValues ?? columns;
}

/** The innermost frame in a store, as `file:line:column`. */
function findDeclaringSite(): string {
  const site = getCallSites(20).find(
    ({ scriptName }) => scriptName.startsWith('file:') && !isOwnFrame.test(scriptName),
  );
  if (!site) return '';
  return `${path.relative(root, fileURLToPath(site.scriptName))}:${site.lineNumber}:${site.columnNumber}`;
}

const heading = `-- Every SQL statement of Docket, by the file that declares it. Written by \`npm run generate\`.
--
-- \`:name\` is a parameter. src/platform/db/statements/statement.ts compiles a statement once per engine:
--   in :names[]      SQLite: in (select value from json_each(?)); PostgreSQL: = any($1::text[])
--   not in :names[]  SQLite: not in (select value from json_each(?)); PostgreSQL: <> all($1::text[])
--   limit :limit     SQLite: limit ? + 0
--   for update …     SQLite: left out, because it has a single writer
-- \`\${…}\` is TypeScript: the function puts the statement together at run time.
`;

async function writeStatements(): Promise<string> {
  const { calls, declared } = await collectStatements();
  const sections = Map.groupBy(calls, ({ file }) => file);
  return [heading, ...[...sections].map(([file, own]) => writeSection(file, own, declared))].join('\n');
}

function writeSection(file: string, calls: StatementCall[], declared: DeclaredStatement[]): string {
  const entries = calls.map((call) => {
    const texts = textsOf(call, declared).map((text) => `${text.trim()};`);
    return `-- ${call.name}\n${texts.join('\n')}\n`;
  });
  return [`\n-- ${file}\n`, ...entries].join('\n');
}

function textsOf(call: StatementCall, declared: DeclaredStatement[]): string[] {
  const [first = '', table = '', columns = '', , ending = "''"] = call.args;
  if (call.kind === 'insertMany') {
    return [`insert into ${unquote(table)} (${unquote(columns)}) values … ${unquote(ending)}`];
  }
  if (call.kind === 'dynamicStatement') return [unquote(first)];
  if (call.kind === 'dynamicPagedList') {
    const { columns = '', from = '', joins = "''", where = '', sort = '' } = call.fields;
    const order = `order by \${${sort}}`;
    const source = `from ${unquote(from)} ${unquote(joins)} where ${unquote(where)}`;
    return [
      `select ${unquote(columns)} ${source} ${order} limit :limit`,
      `select ${unquote(columns)} ${source} and \${after} ${order} limit :limit`,
      `select \${after} from ${unquote(from)} where ${unquote(where)} ${order} limit 1 offset :offset`,
      `select count(*) as total from ${unquote(from)} where ${unquote(where)}`,
    ];
  }
  return declared.filter((statement) => statement.call === call).map(({ text }) => text);
}

/** The content of a literal, other source as an interpolation. */
const unquote = (source: string) => /^(['`])(.*)\1$/s.exec(source)?.[2] ?? `\${${source}}`;

if (import.meta.main) process.stdout.write(await writeStatements());
