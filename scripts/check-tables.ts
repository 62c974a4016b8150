import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadModule } from 'libpg-query';
import { type ForeignTables, foreignTables } from './tables/foreign-tables.ts';
import { readSchema, type Schema } from './tables/schema.ts';
import { findTableUses, type TableUse } from './tables/table-uses.ts';
import { report, type Violation } from './violation.ts';

const { modules } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as { modules: string[] };

interface Table {
  owner: string;
  /** The columns that other modules may read. */
  published: readonly string[];
}

/**
 * Checks that each table belongs to one module, which declares it in its `tables.ts`. Only that module writes it. Higher
 * modules read the columns that it publishes; for all else they use what its `index.ts` exports: functions, or fragments of SQL.
 */
export async function findForeignTables(root: string, exceptions: ForeignTables): Promise<Violation[]> {
  await loadModule();
  const schema = readSchema(root);
  const tables = await readOwners(root);
  const isRead = new Set<string>();
  const needed = new Set<string>();
  const violations = checkOwners(schema, tables);
  for (const file of globSync('src/*/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).sort()) {
    const module = moduleName(file);
    for (const use of findTableUses(readFileSync(path.join(root, file), 'utf8'), schema)) {
      const problem = findProblem(use, module, tables);
      const [table = ''] = use.tables;
      if (!problem)
        for (const each of use.tables)
          isRead.add(`${each}.${tables.get(each)?.owner === module ? '' : use.column}`);
      else if (exceptions[file]?.[table]) needed.add(`${file} ${table}`);
      else violations.push({ rule: 'tables', location: `${file}:${use.line}`, problem });
    }
  }
  return [...violations, ...findUnused(tables, isRead), ...findUnneeded(exceptions, needed)];
}

const moduleName = (file: string) => file.split('/')[1] as string;

async function readOwners(root: string): Promise<Map<string, Table>> {
  const owners = new Map<string, Table>();
  for (const file of globSync('src/*/tables.ts', { cwd: root })) {
    const { tables } = await import(pathToFileURL(path.resolve(root, file)).href);
    for (const [name, published] of listTables(tables)) {
      if (owners.has(name))
        throw new Error(
          `${name} is in two tables.ts: of ${owners.get(name)?.owner} and ${moduleName(file)}.`,
        );
      owners.set(name, { owner: moduleName(file), published });
    }
  }
  return owners;
}

/** `private` lists those of which nothing is published. */
const listTables = ({ private: unpublished = '', ...published }: Record<string, string>) => [
  ...Object.entries(published).map(([name, columns]) => [name, words(columns)] as const),
  ...words(unpublished).map((name) => [name, []] as const),
];
const words = (text: string) => text.split(/\s+/).filter(Boolean);

function checkOwners(schema: Schema, tables: Map<string, Table>): Violation[] {
  const problem = 'has no owner. Add it to the tables.ts of the module that writes it.';
  const unowned = [...schema.keys()].filter((name) => !tables.has(name));
  const gone = [...tables].filter(([name]) => !schema.has(name));
  return [
    ...unowned.map((location) => ({ rule: 'tables', location, problem })),
    ...gone.map(([name, { owner }]) => ({
      rule: 'tables',
      location: `src/${owner}/tables.ts`,
      problem: `owns ${name}, which no migration creates.`,
    })),
  ];
}

/** Undefined if the module may use the table so. */
function findProblem(
  { tables: names, column, isWrite }: TableUse,
  module: string,
  tables: Map<string, Table>,
) {
  const candidates = names.flatMap((name) => ({ name, ...(tables.get(name) as Table) }));
  if (candidates.some(({ owner }) => owner === module)) return undefined;
  const [first] = candidates;
  if (!first?.owner) return undefined;
  const { name, owner } = first;
  if (isWrite)
    return `writes ${name}, a table of ${owner}. Call a function that src/${owner}/index.ts exports.`;
  if (column !== undefined) {
    if (column === 'rowid' || candidates.some(({ published }) => published.includes(column)))
      return undefined;
    return `reads ${name}.${column}, which ${owner} does not publish. Use what src/${owner}/index.ts exports, or publish the column in src/${owner}/tables.ts.`;
  }
  if (modules.indexOf(owner) > moduleLevel(module))
    return `reads ${name}, a table of the higher module ${owner}. Let ${owner} do it, or pass it in from the composition root.`;
  if (first.published.length === 0)
    return `reads ${name}, of which ${owner} publishes no column. Call a function that src/${owner}/index.ts exports.`;
  return undefined;
}

/** `composition` is above all that it joins. */
const moduleLevel = (module: string) => (modules.includes(module) ? modules.indexOf(module) : modules.length);

function findUnused(tables: Map<string, Table>, isRead: Set<string>): Violation[] {
  return [...tables].flatMap(([name, { owner, published }]) =>
    published
      .filter((column) => !isRead.has(`${name}.${column}`))
      .map((column) => ({
        rule: 'tables',
        location: `src/${owner}/tables.ts`,
        problem: `publishes ${name}.${column}, which no other module reads.`,
      })),
  );
}

function findUnneeded(exceptions: ForeignTables, needed: Set<string>): Violation[] {
  return Object.entries(exceptions).flatMap(([file, names]) =>
    Object.keys(names)
      .filter((name) => !needed.has(`${file} ${name}`))
      .map((name) => ({
        rule: 'tables',
        location: 'scripts/tables/foreign-tables.ts',
        problem: `lists ${name} for ${file}, which no longer needs it. Remove the entry.`,
      })),
  );
}

if (import.meta.main) report(await findForeignTables('.', foreignTables));
