import { dynamicStatement, type Queries, sql, statement, type Tx } from '../../platform/db/index.ts';
import { decodeUint32s } from './doc-set.ts';
import type { IndexDialect } from './index-dialect.ts';
import { orderFields } from './indexed-fields.ts';
import {
  type Bucket,
  decodeBounds,
  decodeDirectory,
  encodeBounds,
  encodeDirectory,
} from './order-directory.ts';
import type { Position, SortKey, SortOrder } from './sort-orders.ts';

const directory = statement<{ sort: string }, { buckets: Uint8Array; bounds: string }>(
  'select buckets, bounds from search_orders where sort = :sort',
);
/** Returns undefined if there is no document yet. */
export async function findDirectory(queries: Queries, sort: SortOrder): Promise<Bucket[] | undefined> {
  const row = await queries.find(directory, { sort });
  if (!row) return undefined;
  const bounds = decodeBounds(row.bounds);
  return decodeDirectory(row.buckets).map((bucket, i) => ({ ...bucket, low: bounds[i] }));
}

const sizes = statement<{ sort: string }, { buckets: Uint8Array }>(
  'select buckets from search_orders where sort = :sort',
);
/** Lists the numbers and sizes of the buckets in ascending order. Reading their bounds costs ten times as much. */
export async function listBucketSizes(queries: Queries, sort: SortOrder) {
  const row = await queries.find(sizes, { sort });
  return row ? decodeDirectory(row.buckets) : [];
}

const upsertDirectory = statement<{ sort: string; buckets: Uint8Array; bounds: string }>(`
  insert into search_orders (sort, buckets, bounds) values (:sort, :buckets, :bounds)
  on conflict (sort) do update set buckets = excluded.buckets, bounds = excluded.bounds`);
const setSizes = statement<{ sort: string; buckets: Uint8Array }>(
  'update search_orders set buckets = :buckets where sort = :sort',
);
export async function saveDirectory(
  tx: Tx,
  sort: SortOrder,
  buckets: Bucket[],
  { withBounds }: { withBounds: boolean },
): Promise<void> {
  const encoded = encodeDirectory(buckets);
  if (withBounds) await tx.run(upsertDirectory, { sort, buckets: encoded, bounds: encodeBounds(buckets) });
  else await tx.run(setSizes, { sort, buckets: encoded });
}

export const findLastBucket = sql.count<object, { bucket: number }>(
  'select coalesce(max(bucket), 0) as bucket from search_buckets',
);

/** Reads the documents of buckets, by bucket number. */
export async function readBuckets(
  queries: Queries,
  dialect: IndexDialect,
  numbers: number[],
): Promise<Map<number, Uint32Array>> {
  if (numbers.length === 0) return new Map();
  const { sql, params } = dialect.numbersTable('buckets', numbers);
  const shape = dynamicStatement<object, { bucket: number; docs: Uint8Array }>(
    `select b.bucket, b.docs from ${sql} n join search_buckets b on b.bucket = n.value`,
  );
  const rows = await queries.list(shape, params);
  return new Map(rows.map(({ bucket, docs }) => [bucket, decodeUint32s(docs)]));
}

/** Lists the positions of documents in an order. */
export async function listPositions(
  queries: Queries,
  dialect: IndexDialect,
  sort: SortOrder,
  docs: number[],
): Promise<Map<number, Position>> {
  if (docs.length === 0) return new Map();
  const { sql, params } = dialect.numbersTable('docs', docs);
  const shape = dynamicStatement<object, { doc: number; key: SortKey; id: string }>(`
    select d.doc, d.${orderFields[sort].column} as key, d.ticket_id as id
    from ${sql} n join search_documents d on d.doc = n.value`);
  const rows = await queries.list(shape, params);
  return new Map(rows.map(({ doc, key, id }) => [doc, { key, id }]));
}
