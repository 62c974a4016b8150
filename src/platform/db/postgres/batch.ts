import pg from 'pg';
import { StatementSkipped } from './errors.ts';
import { submitBy, type WireConnection, wireConnection } from './pg-internals.ts';
import type { Field, PreparedQuery } from './query.ts';

/**
 * What the failure of a statement means for the others of its batch.
 *
 * | each for itself | they run again without it                                    |
 * | all or none     | they belong to one transaction: those after it fail likewise |
 */
export type Togetherness = 'each for itself' | 'all or none';

// The answers of a batch arrive together, so a slow statement delays at most seven others.
const statementsMax = 8;

const waiting = new WeakMap<pg.ClientBase, { queries: PreparedQuery[]; togetherness: Togetherness }>();

/** Sends the statements of one event-loop turn in batches, with one system call. */
export function sendTogether(client: pg.ClientBase, query: PreparedQuery, togetherness: Togetherness): void {
  query.wasSent = true;
  const batch = waiting.get(client);
  if (batch) batch.queries.push(query);
  else {
    waiting.set(client, { queries: [query], togetherness });
    setImmediate(flushBatch, client);
  }
}

/** Sends the statements that wait for the end of the turn. */
export function flushBatch(client: pg.ClientBase): void {
  const batch = waiting.get(client);
  if (!batch) return;
  waiting.delete(client);
  const connection = wireConnection(client);
  connection.stream.cork();
  let portion: PreparedQuery[] = [];
  const submit = () => {
    if (portion.length > 0) client.query(new Batch(client, portion, batch.togetherness));
    portion = [];
  };
  for (const query of batch.queries) {
    // A new statement is a batch of its own: after a failure before it the server would not prepare it, and statements
    // sent meanwhile rely on that.
    const isNew = query.isNewOn(connection);
    if (isNew || portion.length === statementsMax) submit();
    portion.push(query);
    if (isNew) submit();
  }
  submit();
  connection.stream.uncork();
}

/**
 * Statements with one Sync: the server sends their answers with one system call, in one transaction. After a failure it
 * skips the rest and undoes what the batch did outside of an explicit transaction.
 */
class Batch extends pg.Query {
  /** The name of the statement that is answered next, under which the driver records what is prepared. */
  declare name: string;
  declare text: string;
  readonly #client: pg.ClientBase;
  readonly #queries: readonly PreparedQuery[];
  readonly #togetherness: Togetherness;
  #current: PreparedQuery;
  #answered = 0;
  #isWritten = false;

  constructor(client: pg.ClientBase, queries: readonly PreparedQuery[], togetherness: Togetherness) {
    const first = queries[0] as PreparedQuery;
    super(first.text);
    this.name = first.name;
    this.#client = client;
    this.#queries = queries;
    this.#togetherness = togetherness;
    this.#current = first;
    this.submit = submitBy((connection) => this.#submit(connection));
  }

  #submit(connection: WireConnection): null {
    for (const query of this.#queries) query.write(connection);
    connection.sync();
    this.#isWritten = true;
    return null;
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#current.describeRows(fields);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#current.addRow(fields);
  }

  handleCommandComplete({ text: tag }: { text: string }): void {
    this.#current.complete(tag);
    const next = this.#queries[++this.#answered];
    if (!next) return;
    this.#current = next;
    this.name = next.name;
    this.text = next.text;
  }

  handleReadyForQuery(): void {
    for (const query of this.#queries) query.succeed();
  }

  /** The driver passes no `ReadyForQuery` on after an error of the server, so the other statements are settled here. */
  handleError(error: unknown): void {
    const failed = this.#current;
    if (!isAnswer(error)) {
      const failure = this.#isWritten ? error : new StatementSkipped(error);
      for (const query of this.#queries) query.fail(failure);
      return;
    }
    if (this.#togetherness === 'all or none') {
      for (const query of this.#queries.slice(0, this.#answered)) query.succeed();
      failed.fail(error);
      for (const query of this.#queries.slice(this.#answered + 1)) query.fail(new StatementSkipped(error));
      return;
    }
    failed.fail(error);
    const others = this.#queries.filter((query) => query !== failed);
    for (const query of others) query.noteAnswer();
    if (others.length > 0) this.#client.query(new Batch(this.#client, others, this.#togetherness));
  }
}

/** True for the server's answer to a statement. Every other error means that the connection is lost. */
const isAnswer = (error: unknown) => error instanceof pg.DatabaseError;
