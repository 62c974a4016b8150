import { statement } from '../statements/statement.ts';

export const postgresSize = statement<object, { bytes: number }>(
  'select pg_database_size(current_database()) as bytes',
);
