import { channel } from 'node:diagnostics_channel';

/**
 * One SQL text for both engines, compiled once per engine and prepared once per connection.
 *
 *   :name        a parameter
 *   in :names[]  a list parameter; also `not in :names[]`
 *   :running(t.rowid)  a condition of statements that scan: lets a lane end the statement. Only SQLite needs it. The
 *                argument is a number that differs from row to row; every index has the rowid.
 *   for update   a row lock, also `for update of t skip locked`, and `for key share`, which only excludes `for update`;
 *                left out on SQLite, which has a single writer
 */
export interface Statement<Params, Row> {
  readonly text: string;
  /** The parameters `:p0`, `:p1` … are passed as an array: an object with thousands of names is slow to build. */
  readonly takesList?: true;
  /** For the type checker only: parameters and row. */
  readonly shape?: (params: Params) => Row;
}

export type SqlValue = string | number | null | Uint8Array;
export const engines = ['sqlite', 'postgres'] as const;
export type Engine = (typeof engines)[number];

export interface CompiledStatement {
  sql: string;
  /** The parameter names in the order of the driver's list. */
  names: string[];
}

/** Publishes every statement, for docs/statements.sql and for the test that prepares them all on both engines. */
const declared = channel('docket:statement');

export function statement<P extends object, R = never>(text: string): Statement<P, R> {
  return declareStatement({ text });
}

export function declareStatement<S extends Statement<never, unknown>>(shape: S): S {
  declared.publish(shape);
  return shape;
}

const dynamicShapes = new Map<string, Statement<never, unknown>>();
const dynamicShapesMax = 500;

/** Makes a statement at run time. The same text returns the same statement, so it is prepared once. */
export function dynamicStatement<P extends object, R = never>(text: string): Statement<P, R> {
  const known = declareStatement(dynamicShapes.get(text) ?? { text });
  dynamicShapes.delete(text);
  dynamicShapes.set(text, known);
  // The engines refer to prepared statements weakly, so dropping the least recently used one frees it there too.
  if (dynamicShapes.size > dynamicShapesMax)
    dynamicShapes.delete(dynamicShapes.keys().next().value as string);
  return known as Statement<P, R>;
}

const token =
  /'(?:[^']|'')*'|::|\s+for (?:update|key share)\b(?: of \w+)?(?: skip locked)?|\b(?:not\s+)?in\s+:([a-zA-Z_]\w*)\[\]|:running\(([^)]*)\)|:([a-zA-Z_]\w*)/g;

/** The SQL function of `:running`. A call costs as much as reading a row, so only one row in 256 calls it. */
export const runningFunction = 'docket_running';
const runningMask = 255;

export function compileStatement(text: string, engine: Engine): CompiledStatement {
  return engine === 'sqlite' ? compileForSqlite(text) : compileForPostgres(text);
}

function compileForSqlite(text: string): CompiledStatement {
  const names: string[] = [];
  const sql = text.replace(token, (whole, list?: string, row?: string, scalar?: string, at?: number) => {
    if (row) return `((${row} & ${runningMask}) <> 0 or ${runningFunction}())`;
    const name = list ?? scalar;
    if (name === undefined) return /^\s/.test(whole) ? '' : whole;
    names.push(name);
    if (list) return `${isNegated(whole) ? 'not ' : ''}in (select value from json_each(?))`;
    return isLimit.test(text.slice(0, at)) ? '? + 0' : '?';
  });
  return { sql, names };
}

function compileForPostgres(text: string): CompiledStatement {
  const names: string[] = [];
  const sql = text.replace(token, (whole, list?: string, row?: string, scalar?: string) => {
    if (row) return 'true';
    const name = list ?? scalar;
    if (name === undefined) return whole;
    const known = names.indexOf(name);
    const position = known >= 0 ? known + 1 : names.push(name);
    if (!list) return `$${position}`;
    return isNegated(whole) ? `<> all($${position}::text[])` : `= any($${position}::text[])`;
  });
  return { sql, names };
}

/**
 * SQLite plans by the value of a bare `limit ?` and recompiles the statement at every call, which takes a third of the
 * time of a small list. It does not look into a sum.
 */
const isLimit = /\blimit\s+$/;

const isNegated = (list: string) => list.startsWith('not');
