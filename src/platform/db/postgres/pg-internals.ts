import type { Socket } from 'node:net';
import type pg from 'pg';

/*
 * Everything that Docket uses of `pg` beyond its types. No other file casts into the driver, and pg-internals.test.ts fails
 * if a version of the driver changes any of it.
 */

/** Writes the messages of the protocol. The driver's own query sends a Sync and waits for its answer after each statement. */
export interface WireConnection {
  readonly stream: Socket;
  /** By name: what the server has prepared, and what was sent to it and is not answered yet. */
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  parse(statement: { name: string; text: string }): void;
  bind(values: { statement: string; values: unknown[]; valueMapper: (value: unknown) => unknown }): void;
  describe(portal: { type: 'P' }): void;
  execute(portal: object): void;
  sync(): void;
  on(event: 'parameterStatus', listener: (status: ParameterStatus) => void): void;
  on(event: 'error', listener: () => void): void;
  off(event: 'parameterStatus', listener: (status: ParameterStatus) => void): void;
}

/** The driver reports settings of the session nowhere else, such as whether the server accepts writes. */
export interface ParameterStatus {
  parameterName: string;
  parameterValue: string;
}

interface ClientInternals {
  connection: WireConnection;
  processID: number;
  activeQuery?: pg.Query;
  cancel(client: pg.ClientBase, query: pg.Query): void;
}

const internalsOf = (client: pg.ClientBase) => client as unknown as ClientInternals;

export const wireConnection = (client: pg.ClientBase) => internalsOf(client).connection;

/** As the server or the pooler gave it: asking by a statement would need a connection that answers. */
export const backendPid = (client: pg.ClientBase) => internalsOf(client).processID;

/** The protocol's request to cancel is the only one that a pooler passes on. `canceller` is a client that is not connected. */
export function cancelActiveQuery(client: pg.ClientBase, canceller: pg.ClientBase): void {
  // The driver warns that this field will go whenever it is read.
  const { activeQuery } = internalsOf(client);
  if (!activeQuery) return;
  wireConnection(canceller).on('error', () => {});
  internalsOf(canceller).cancel(client, activeQuery);
}

/** A query that writes its own messages. With null the driver takes it as sent. */
export const submitBy = (submit: (connection: WireConnection) => null) =>
  submit as unknown as pg.Query['submit'];
