import { DatabaseUnavailable, UniqueViolation } from './database.ts';

/** Runs a query and translates its errors to those of database.ts. */
export async function translatingErrors<T>(query: () => Promise<T>): Promise<T> {
  try {
    return await query();
  } catch (error) {
    throw translate(error);
  }
}

// The last three SQLSTATE patterns: too many connections, role or password refused, no such database.
const unreachable =
  /ECONNREFUSED|ECONNRESET|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|^57P0|^08|^53300|^28|^3D/;

function translate(error: unknown): unknown {
  if (error instanceof AggregateError) return translate(error.errors[0]);
  if (!(error instanceof Error)) return error;
  const { code = '', table } = error as { code?: string; table?: string };
  if (code === '23505') return new UniqueViolation(table ?? 'unknown');
  if (unreachable.test(code) || /timeout exceeded|Connection terminated/.test(error.message)) {
    return new DatabaseUnavailable('the database does not answer', { cause: error });
  }
  return error;
}
