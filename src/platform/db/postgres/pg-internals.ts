import type { Socket } from 'node:net';
import type pg from 'pg';

/*
 * Everything that Docket uses of `pg` beyond its types. No other file casts into the driver, and pg-internals.test.ts fails
 * if a version of the driver changes any of it.
 */

/** Writes the messages of the protocol. The driver's own query sends a Sync and waits for its answer after each statement. */
export interface WireConnection {
  readonly stream: Socket;
  /** The statements that the server has prepared, and those that were sent but not answered yet, by name. */
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

/** The only way to learn of session settings, such as whether the server accepts writes. */
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

const clientInternals = (client: pg.ClientBase) => client as unknown as ClientInternals;

export const wireConnection = (client: pg.ClientBase) => clientInternals(client).connection;

/** The process id that the server or pooler sent at the start; readable even if the connection is silent. */
export const backendPid = (client: pg.ClientBase) => clientInternals(client).processID;

/** Sends the protocol's cancel request, which poolers forward. `canceller` is a client that is not connected. */
export function cancelActiveQuery(client: pg.ClientBase, canceller: pg.ClientBase): void {
  // Read here alone: the driver prints a deprecation warning whenever this field is read.
  const { activeQuery } = clientInternals(client);
  if (!activeQuery) return;
  wireConnection(canceller).on('error', () => {});
  clientInternals(canceller).cancel(client, activeQuery);
}

/** Makes a query that writes its own protocol messages. Returning null makes the driver treat it as sent. */
export const submitBy = (submit: (connection: WireConnection) => null) =>
  submit as unknown as pg.Query['submit'];
