import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'libpg-query';
import { classifyStatement, type Reach } from './distribution/classify-statement.ts';
import { crossingStatements, reasons } from './distribution/crossing-statements.ts';
import { placements } from './distribution/tables.ts';
import type { StatementCall } from './generate/statement-calls.ts';
import { collectStatements } from './generate/statements.ts';
import { report, type Violation } from './violation.ts';

/**
 * Checks for every statement that its rows belong to one workspace, which a parameter names, so that servers could share the
 * workspaces (docs/scale.md). Those that reach more are listed with the reason in distribution/crossing-statements.ts.
 */
const { calls, declared } = await collectStatements();
const violations: Violation[] = [...(await findUnplacedTables())];
const counts = new Map<Reach | 'put together at run time', number>();
const crossing: { call: StatementCall; reach: string }[] = [];

for (const call of calls.filter(({ file }) => !path.basename(file).startsWith('sqlite-'))) {
  const reaches = await reachesOf(call);
  const worst = (['all workspaces', 'joins one server', 'several keys'] as const).find((reach) =>
    reaches.includes(reach),
  );
  const reach = reaches.length === 0 ? 'put together at run time' : (worst ?? reaches[0] ?? 'no workspace');
  counts.set(reach, (counts.get(reach) ?? 0) + 1);
  if (worst || reaches.length === 0) crossing.push({ call, reach });
}

for (const { call, reach } of crossing) {
  if (crossingStatements[call.file]?.[call.name]) continue;
  const problem = `${call.name} (${reach}) is not in scripts/distribution/crossing-statements.ts. Restrict it to one workspace, or list it with a reason.`;
  violations.push({ rule: 'distribution', location: `${call.file}:${call.line}`, problem });
}
for (const [file, names] of Object.entries(crossingStatements)) {
  for (const name of Object.keys(names)) {
    if (crossing.some(({ call }) => call.file === file && call.name === name)) continue;
    const problem = `${name} reaches one workspace at most, or is gone. Remove it from scripts/distribution/crossing-statements.ts.`;
    violations.push({ rule: 'distribution', location: file, problem });
  }
}

print();
report(violations);

/** A multi-row insert names the key in each row. */
async function reachesOf(call: StatementCall): Promise<Reach[]> {
  if (call.kind.startsWith('dynamic')) return [];
  if (call.kind !== 'insertMany') {
    const texts = declared.filter((statement) => statement.call === call).map(({ text }) => text);
    return Promise.all(texts.map(classifyStatement));
  }
  const [, tableSource = '', columnsSource = ''] = call.args;
  const table = /^'(\w+)'$/.exec(tableSource)?.[1];
  if (table === undefined) return [];
  const columns = Array.from(columnsSource.matchAll(/'(\w+)'/g), ([, name]) => name);
  const isLiteral = columnsSource.startsWith('[') && columns.length > 0;
  if (!isLiteral && placements[table]?.place === 'workspace') return [];
  const names = isLiteral ? columns : ['a_column'];
  const values = names.map((_, i) => `:p${i}`);
  return [await classifyStatement(`insert into ${table} (${names}) values (${values})`)];
}

/** The tables that the migrations create, without those that only the migrator and the platform use. */
async function findUnplacedTables(): Promise<Violation[]> {
  const folder = path.resolve(import.meta.dirname, '../migrations');
  const tables = new Set<string>();
  for (const file of readdirSync(folder).filter(
    (name) => /^\d{4}.*\.sql$/.test(name) && !name.includes('.sqlite.'),
  )) {
    const { stmts = [] } = await parse(readFileSync(path.join(folder, file), 'utf8'));
    for (const { stmt } of stmts) if (stmt) followSchema(stmt as SchemaChange, tables);
  }
  return [...tables]
    .filter((table) => !placements[table])
    .map((table) => ({
      rule: 'distribution',
      location: table,
      problem: 'has no place in scripts/distribution/tables.ts. Say to which workspace its rows belong.',
    }));
}

type SchemaChange = Partial<Record<'CreateStmt' | 'DropStmt' | 'RenameStmt', Record<string, unknown>>>;

function followSchema({ CreateStmt, DropStmt, RenameStmt }: SchemaChange, tables: Set<string>): void {
  if (CreateStmt) tables.add((CreateStmt.relation as { relname: string }).relname);
  if (DropStmt?.removeType === 'OBJECT_TABLE') {
    const objects = DropStmt.objects as { List: { items: { String: { sval: string } }[] } }[];
    for (const { List } of objects) tables.delete(List.items.at(-1)?.String.sval as string);
  }
  if (RenameStmt?.renameType === 'OBJECT_TABLE') {
    tables.delete((RenameStmt.relation as { relname: string }).relname);
    tables.add(RenameStmt.newname as string);
  }
}

function print(): void {
  console.log('Statements by what they reach:');
  for (const [reach, count] of counts) console.log(`  ${String(count).padStart(4)}  ${reach}`);
  for (const [reason, sentence] of Object.entries(reasons)) {
    const own = crossing.filter(({ call }) => crossingStatements[call.file]?.[call.name] === reason);
    console.log(`\n${sentence}`);
    for (const { call, reach } of own) console.log(`  ${call.file} ${call.name} (${reach})`);
  }
}
