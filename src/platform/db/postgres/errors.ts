import { DatabaseUnavailable, type Unavailability, UniqueViolation } from '../database.ts';

/** The server did not run this statement: an earlier one of its batch failed, or the connection was lost before. */
export class StatementSkipped extends Error {
  constructor(cause: unknown) {
    super('the statement was not run', { cause });
  }
}

/** Runs a query and translates its errors to those of database.ts. */
export async function translatingErrors<T>(query: () => Promise<T>): Promise<T> {
  try {
    return await query();
  } catch (error) {
    throw translate(error);
  }
}

// The last three SQLSTATE patterns: too many connections, role or password refused, no such database.
const lostOrRefused =
  /ECONNREFUSED|ECONNRESET|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|^57P0|^08|^25P0[34]|^53300|^28|^3D/;
const lostMessages = /timeout (exceeded|expired)|read timeout|Connection terminated|not queryable/;

/** The meaning of SQLSTATEs: read-only transaction, disk full, cancelled or timed out, lock not available. */
const reasons: Record<string, [reason: Unavailability, message: string]> = {
  25006: ['read-only', 'the database accepts no writes'],
  53100: ['server-full', 'the disk of the database server is full'],
  57014: ['busy', 'the statement ran into its time limit'],
  '55P03': ['busy', 'another transaction holds a lock for too long'],
};

function translate(error: unknown): unknown {
  if (error instanceof AggregateError) return translate(error.errors[0]);
  if (error instanceof StatementSkipped) return translate(error.cause);
  if (!(error instanceof Error)) return error;
  const { code = '', table } = error as { code?: string; table?: string };
  if (code === '23505') return new UniqueViolation(table ?? 'unknown');
  if (reasons[code]) {
    const [reason, message] = reasons[code];
    return new DatabaseUnavailable(message, { cause: error, reason });
  }
  if (isConnectionLost(error)) {
    return new DatabaseUnavailable('the database does not answer', { cause: error });
  }
  return error;
}

/** True if the connection was lost or refused. Accepts the driver's error and its translation. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof StatementSkipped) return isConnectionLost(error.cause);
  if (error instanceof DatabaseUnavailable) return error.reason === 'unreachable';
  if (!(error instanceof Error)) return false;
  return lostOrRefused.test((error as { code?: string }).code ?? '') || lostMessages.test(error.message);
}
