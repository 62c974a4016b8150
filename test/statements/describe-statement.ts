import pg from 'pg';
import type { DatabaseAddress } from '../../src/platform/db/index.ts';
import { connect } from '../../src/platform/db/sqlite/engine.ts';
import { compileStatement } from '../../src/platform/db/statements/statement.ts';

export interface Describer {
  /** Prepares a statement without running it; the names of its result columns, sorted. */
  columnsOf(text: string): Promise<string[]>;
  close(): Promise<void>;
}

export const connectDescriber = (address: DatabaseAddress): Promise<Describer> =>
  address.engine === 'sqlite' ? describeOnSqlite(address.file) : describeOnPostgres(address.url);

async function describeOnSqlite(file: string): Promise<Describer> {
  const connection = connect(file, 'write');
  return {
    columnsOf: async (text) => {
      const columns = connection.prepare(compileStatement(text, 'sqlite').sql).columns();
      return columns.map(({ name }) => name).sort();
    },
    close: async () => connection.close(),
  };
}

async function describeOnPostgres(url: string): Promise<Describer> {
  const client = new pg.Client(url);
  await client.connect();
  return {
    columnsOf: (text) =>
      new Promise((resolve, reject) => {
        client.query(new DescribeQuery(compileStatement(text, 'postgres').sql, resolve, reject));
      }),
    close: () => client.end(),
  };
}

/** The messages Parse and Describe without Execute, in the form that `pg` accepts from other packages. */
class DescribeQuery implements pg.Submittable {
  readonly #sql: string;
  readonly #resolve: (columns: string[]) => void;
  readonly #reject: (error: Error) => void;
  #columns: string[] = [];

  constructor(sql: string, resolve: (columns: string[]) => void, reject: (error: Error) => void) {
    this.#sql = sql;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: pg.Connection): void {
    connection.parse({ name: '', text: this.#sql, types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: { name: string }[] }): void {
    this.#columns = fields.map(({ name }) => name).sort();
  }

  handleError(error: Error): void {
    this.#reject(error);
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#columns);
  }
}
