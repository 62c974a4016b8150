import type { Database, ReadCaller, WorkerReads } from './database.ts';

/** The database as one caller sees it: worker reads and transactions count towards this caller's share. */
export const databaseFor = (db: Database, caller: ReadCaller): Database => new CallersDatabase(db, caller);

/** Creates the worker reads at their first use, because most requests need none. */
class CallersDatabase implements Database {
  readonly #db: Database;
  readonly #caller: ReadCaller;
  #own: WorkerReads | undefined;

  constructor(db: Database, caller: ReadCaller) {
    this.#db = db;
    this.#caller = caller;
  }

  get engine() {
    return this.#db.engine;
  }
  get reads() {
    return this.#db.reads;
  }
  get workerReads() {
    return this.#reads().workerReads;
  }
  get runOnWorker() {
    return this.#reads().runOnWorker;
  }
  get readsFor() {
    return this.#db.readsFor;
  }
  get transaction(): Database['transaction'] {
    return (work) => this.#db.transaction(work, this.#caller.person);
  }
  get subscribe() {
    return this.#db.subscribe;
  }
  get status() {
    return this.#db.status;
  }
  get presence() {
    return this.#db.presence;
  }
  get ping() {
    return this.#db.ping;
  }
  get close() {
    return this.#db.close;
  }

  #reads(): WorkerReads {
    this.#own ??= this.#db.readsFor(this.#caller);
    return this.#own;
  }
}
