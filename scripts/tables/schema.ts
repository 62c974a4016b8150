import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'libpg-query';

/** The tables and views that the migrations leave, with their columns. A view has those of its first table. */
export type Schema = Map<string, Set<string>>;

/** `libpg-query` must be loaded. */
export function readSchema(root: string): Schema {
  const schema: Schema = new Map();
  const files = globSync('migrations/*.sql', { cwd: root, exclude: ['**/*.sqlite.sql'] });
  for (const file of files.sort()) {
    const { stmts = [] } = parseSync(readFileSync(path.join(root, file), 'utf8'));
    for (const { stmt } of stmts) applyChange(schema, stmt as Change);
  }
  return schema;
}

// biome-ignore lint/suspicious/noExplicitAny: the syntax tree of PostgreSQL has hundreds of types
type Change = Record<string, any>;

function applyChange(
  schema: Schema,
  { CreateStmt, ViewStmt, DropStmt, RenameStmt, AlterTableStmt }: Change,
): void {
  if (CreateStmt) schema.set(CreateStmt.relation.relname, new Set(CreateStmt.tableElts?.map(columnName)));
  if (ViewStmt) schema.set(ViewStmt.view.relname, schema.get(firstTable(ViewStmt)) ?? new Set());
  for (const { List } of DropStmt?.objects ?? []) schema.delete(List?.items.at(-1).String.sval);
  if (RenameStmt) renameIn(schema, RenameStmt);
  for (const { AlterTableCmd } of AlterTableStmt?.cmds ?? []) {
    const columns = schema.get(AlterTableStmt.relation.relname);
    if (AlterTableCmd.subtype === 'AT_AddColumn') columns?.add(columnName(AlterTableCmd.def));
    if (AlterTableCmd.subtype === 'AT_DropColumn') columns?.delete(AlterTableCmd.name);
  }
}

const firstTable = ({ query }: Change) => query.SelectStmt.fromClause?.[0].RangeVar?.relname;

/** Undefined for a constraint. */
const columnName = ({ ColumnDef }: Change) => ColumnDef?.colname;

function renameIn(schema: Schema, { renameType, relation, subname, newname }: Change): void {
  const columns = schema.get(relation?.relname);
  if (!columns) return;
  if (renameType === 'OBJECT_TABLE') {
    schema.delete(relation.relname);
    schema.set(newname, columns);
  } else if (renameType === 'OBJECT_COLUMN') {
    columns.delete(subname);
    columns.add(newname);
  }
}
