import { type Queries, statement } from '../db/index.ts';

/** A column that stores sealed secrets. */
export interface SealedColumn {
  /** The context with which the secret of a row was sealed. */
  contextOf: (id: string) => string;
  /** Some of the rows whose secret has another prefix, and so was sealed with another key. */
  listSealedOtherwise: (queries: Queries, prefix: string, limit: number) => Promise<Sealed[]>;
  /** The rows with a secret in the order of their ids, after this one. */
  listAfter: (queries: Queries, id: string, limit: number) => Promise<Sealed[]>;
  /** Replaces the secret if the row still has the one that was read. */
  replace: (tx: Queries, row: Sealed, resealed: string) => Promise<unknown>;
}

interface Sealed {
  id: string;
  sealed: string;
}

/** `idColumn` identifies a row. Names of tables and columns come from code, never from a user. */
export function sealedColumn(
  table: string,
  idColumn: string,
  column: string,
  contextOf: (id: string) => string,
): SealedColumn {
  const sealedOtherwise = statement<{ start: string; limit: number }, Sealed>(
    `select ${idColumn} as id, ${column} as sealed from ${table} where ${column} not like :start limit :limit`,
  );
  const after = statement<{ after: string; limit: number }, Sealed>(`
    select ${idColumn} as id, ${column} as sealed from ${table}
    where ${column} is not null and ${idColumn} > :after order by ${idColumn} limit :limit`);
  const replace = statement<Sealed & { resealed: string }>(
    `update ${table} set ${column} = :resealed where ${idColumn} = :id and ${column} = :sealed`,
  );
  return {
    contextOf,
    listSealedOtherwise: (queries, prefix, limit) =>
      queries.list(sealedOtherwise, { start: `${prefix}%`, limit }),
    listAfter: (queries, id, limit) => queries.list(after, { after: id, limit }),
    replace: (tx, row, resealed) => tx.run(replace, { ...row, resealed }),
  };
}
