import { createHash } from 'node:crypto';
import pg from 'pg';
import { type Bind, binder, type Queries } from '../database.ts';
import { statements } from '../measurements.ts';
import type { BuildRow } from '../statements/row-builder.ts';
import { compileStatement, type Statement } from '../statements/statement.ts';
import type { PostgresServer } from './client.ts';
import { translatingErrors } from './errors.ts';
import { type WireConnection, wireConnection } from './pg-internals.ts';

export interface PreparedStatement {
  /** A named statement is parsed and planned once per connection. Empty for an unnamed statement. */
  name: string;
  text: string;
  bind: Bind;
}

export type Prepare = (shape: Statement<never, unknown>) => PreparedStatement;

/**
 * The name of a statement is a hash of its text: behind a pooler, processes share sessions of the server, so a name
 * must mean the same statement to all of them.
 */
export const statementName = (sql: string) =>
  `docket_${createHash('sha256').update(sql).digest('base64url').slice(0, 24)}`;

export function statementNames({ hasNamedStatements }: Pick<PostgresServer, 'hasNamedStatements'>): Prepare {
  const known = new WeakMap<Statement<never, unknown>, PreparedStatement>();
  return (shape) => {
    let entry = known.get(shape);
    if (!entry) {
      const { sql, names } = compileStatement(shape.text, 'postgres');
      const name = hasNamedStatements ? statementName(sql) : '';
      entry = { text: sql, bind: binder(names, arrayLiteral, shape), name };
      known.set(shape, entry);
    }
    return entry;
  };
}

const arrayLiteral = (list: readonly string[]) =>
  `{${list.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join()}}`;

export interface Field {
  name: string;
  dataTypeID: number;
}

interface ConnectionState {
  /** The row builders of the statements that the connection has described. */
  builders: Map<string, BuildRow>;
  unanswered: number;
}

const states = new WeakMap<WireConnection, ConnectionState>();

function connectionState(connection: WireConnection): ConnectionState {
  let state = states.get(connection);
  if (!state) {
    state = { builders: new Map(), unanswered: 0 };
    states.set(connection, state);
  }
  return state;
}

export interface QueryResult {
  rows: object[];
  /** The server's command tag: `SELECT 20`, `INSERT 0 1`, `COMMIT`. */
  tag: string;
}

/** The number of rows that the statement returned or changed. */
const tagCount = ({ tag }: QueryResult) => Number(tag.slice(tag.lastIndexOf(' ') + 1)) || 0;

export type Execute = (query: PreparedQuery) => Promise<QueryResult>;

export function queriesOn(prepare: Prepare, execute: Execute): Queries {
  const query = (shape: Statement<never, unknown>, params: object) => {
    const prepared = prepare(shape);
    const values = prepared.bind(params);
    return translatingErrors(() => execute(new PreparedQuery(prepared, values)));
  };
  return {
    find: async (shape, params) => (await query(shape, params)).rows[0] as never,
    list: async (shape, params) => (await query(shape, params)).rows as never,
    run: async (shape, params) => tagCount(await query(shape, params)),
  };
}

/**
 * One execution of a prepared statement, sent as part of a batch (postgres/batch.ts). It differs from the driver's own
 * query in two ways, which made up half of the driver's share of the bench row "ticket by id": it asks for the names
 * and types of the columns only the first time on a connection, and it builds rows with generated code.
 */
export class PreparedQuery {
  readonly name: string;
  readonly text: string;
  readonly result: Promise<QueryResult>;
  /** True if the server may have received it. */
  wasSent = false;
  readonly #statement: PreparedStatement;
  readonly #values: unknown[];
  #rows: object[] = [];
  #state: ConnectionState | undefined;
  #sentAt = 0;
  #build: BuildRow | undefined;
  #tag = '';
  #buildError: unknown;
  #resolve!: (result: QueryResult) => void;
  #reject!: (error: unknown) => void;

  constructor(statement: PreparedStatement, values: unknown[]) {
    this.name = statement.name;
    this.text = statement.text;
    this.#statement = statement;
    this.#values = values;
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** True if the connection has to parse the statement first and may keep it under its name. */
  isNewOn({ parsedStatements, submittedNamedStatements }: WireConnection): boolean {
    const { name } = this;
    return (
      name !== '' && parsedStatements[name] === undefined && submittedNamedStatements[name] === undefined
    );
  }

  write(connection: WireConnection): void {
    const { name, text } = this;
    const isNew = this.isNewOn(connection);
    this.#state = connectionState(connection);
    this.#state.unanswered++;
    if (statements.isWanted) this.#sentAt = performance.now();
    this.#rows = [];
    this.#buildError = undefined;
    this.#build = this.#state.builders.get(name);
    if (isNew) connection.submittedNamedStatements[name] = text;
    if (isNew || name === '') connection.parse({ name, text });
    connection.bind({ statement: name, values: this.#values, valueMapper: encode });
    if (!this.#build) connection.describe({ type: 'P' });
    connection.execute({});
  }

  /** Makes the same execution once more. */
  again(): PreparedQuery {
    return new PreparedQuery(this.#statement, this.#values);
  }

  /** An unnamed statement is described each time, because nothing would report that its columns have changed. */
  #keepBuilder(build: BuildRow): void {
    if (this.name !== '') this.#state?.builders.set(this.name, build);
  }

  describeRows(fields: Field[]): void {
    this.#build = builderFor(fields);
    this.#keepBuilder(this.#build);
  }

  addRow(values: (string | null)[]): void {
    try {
      this.#rows.push((this.#build as BuildRow)(values));
    } catch (error) {
      this.#buildError = error;
    }
  }

  /** The server has run the statement. The end of the batch says whether it succeeded. */
  complete(tag: string): void {
    this.#tag = tag;
    if (!this.#build) this.#keepBuilder(noRow);
  }

  /** Stops waiting for an answer; from then on the statement may be sent again. */
  noteAnswer(): void {
    if (!this.#state) return;
    this.#state.unanswered--;
    this.#state = undefined;
    if (this.#sentAt > 0)
      statements.publish({ statement: this.text, ms: performance.now() - this.#sentAt, ran: 'server' });
  }

  succeed(): void {
    this.noteAnswer();
    if (this.#buildError) this.#reject(this.#buildError);
    else this.#resolve({ rows: this.#rows, tag: this.#tag });
  }

  fail(error: unknown): void {
    this.noteAnswer();
    this.#reject(error);
  }
}

/** For a statement that returns no rows, the server sends no description. */
const noRow: BuildRow = () => ({});

/** The number of statements that are prepared on the connection. */
export const preparedCount = (client: pg.ClientBase) => stateOfClient(client)?.builders.size ?? 0;

/** The number of statements that were sent but not answered yet. */
export const unansweredCount = (client: pg.ClientBase) => stateOfClient(client)?.unanswered ?? 0;

const stateOfClient = (client: pg.ClientBase) => states.get(wireConnection(client));

function encode(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return value;
}

const { TEXT, VARCHAR, INT2, INT4, INT8 } = pg.types.builtins;
const texts: number[] = [TEXT, VARCHAR];
/** Counts and times are bigint columns but JavaScript numbers: they stay far below 2^53. */
const integers: number[] = [INT2, INT4, INT8];

/** Generates a row builder like row-builder.ts does for SQLite. PostgreSQL sends every value as text. */
function builderFor(fields: Field[]): BuildRow {
  const parsers = fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID, 'text'));
  const columns = fields.map(({ name, dataTypeID }, i) => {
    if (texts.includes(dataTypeID)) return `${JSON.stringify(name)}: values[${i}]`;
    const parsed = integers.includes(dataTypeID) ? `+values[${i}]` : `parsers[${i}](values[${i}])`;
    return `${JSON.stringify(name)}: values[${i}] === null ? null : ${parsed}`;
  });
  const build = `return (values) => ({ ${columns.join(', ')} });`;
  return new Function('parsers', build)(parsers) as BuildRow;
}
