import { dynamicStatement, escapeLike, statement } from '../../platform/db/index.ts';
import { encodeUint32s } from './doc-set.ts';
import {
  type IndexDialect,
  type PostingBlock,
  similarTermsMax,
  type Term,
  type TermBlock,
} from './index-dialect.ts';

type Row = { id: number };
const termsWithBlocksMax = 4;
/** A term, or a block of its posting lists. */
interface TermRow extends Row {
  inTitle: number | null;
  block: number | null;
  docs: Uint8Array | null;
}
const byTrigrams = statement<{ pattern: string; limit: number }, TermRow>(`
  with found as materialized (select id from search_terms where term like :pattern escape '!' limit :limit)
  select id, null::integer as "inTitle", null::integer as block, null::bytea as docs from found
  union all
  select f.id, case when p.list = 't' || f.id then 1 else 0 end, p.block, p.docs
  from found f join search_postings p on p.list in ('w' || f.id, 't' || f.id)
  where (select count(*) from found) <= ${termsWithBlocksMax}`);
// The expression hides the trigram index from the planner, which would read the whole index for a pattern without three
// letters or digits in a row.
const unindexedTerm = "term || ''";
const byTableScan = statement<{ pattern: string; limit: number }, Row>(
  `select id from search_terms where ${unindexedTerm} like :pattern escape '!' limit :limit`,
);
const hasTrigram = /[\p{L}\p{N}]{3}/u;
const startsWithTrigram = /^[\p{L}\p{N}]/u;
const upsertBuckets = statement<{ buckets: string[]; docs: string[] }>(`
  insert into search_buckets (bucket, docs)
  select bucket, decode(docs, 'hex') from unnest(:buckets::integer[], :docs::text[]) as given (bucket, docs)
  on conflict (bucket) do update set docs = excluded.docs`);
const deleteBuckets = statement<{ buckets: string[] }>(
  'delete from search_buckets where bucket = any(:buckets::integer[])',
);

export const postgresDialect: IndexDialect = {
  eventOrder: {
    after: '(xid, seq) > (:xid, :seq)',
    afterCursor: '(xid, seq) > ((select xid from search_cursor), (select seq from search_cursor))',
    ascending: 'xid, seq',
    descending: 'xid desc, seq desc',
  },
  concatenatedDocs: "string_agg(docs, '')",
  findTerms: async (queries, { text, isPrefix, like }, limit) => {
    const params = { pattern: like, limit };
    const isByTrigrams = (isPrefix ? startsWithTrigram : hasTrigram).test(text);
    if (!isByTrigrams) return { ids: (await queries.list(byTableScan, params)).map(({ id }) => id) };
    const rows = await queries.list(byTrigrams, params);
    const ids = rows.filter(({ docs }) => docs === null).map(({ id }) => id);
    const blocks = rows.filter((row): row is Row & TermBlock => row.docs !== null);
    return ids.length > termsWithBlocksMax ? { ids } : { ids, blocks };
  },
  findSimilarTerms: (queries, { fragments: { ends, parts }, charactersMin, charactersMax }) => {
    const isByTrigrams =
      parts.every((text) => hasTrigram.test(text)) &&
      ends.every(({ prefix }) => startsWithTrigram.test(prefix));
    const patterns = [
      ...ends.map(({ prefix, suffix }) => `${escapeLike(prefix)}%${escapeLike(suffix)}`),
      ...parts.map((text) => `%${escapeLike(text)}%`),
    ];
    const isLike = patterns.map(
      (_, i) => `${isByTrigrams ? 'term' : unindexedTerm} like :pattern${i} escape '!'`,
    );
    const shape = dynamicStatement<object, Term>(`
      select id, term from search_terms where length(term) between :charactersMin and :charactersMax
        and (${isLike.join(' or ')})
      order by abs(length(term) * 2 - :charactersMin - :charactersMax), id limit ${similarTermsMax}`);
    return queries.list(shape, {
      ...Object.fromEntries(patterns.map((pattern, i) => [`pattern${i}`, pattern])),
      charactersMin,
      charactersMax,
    });
  },
  numbersTable: (name, numbers) => ({
    sql: `(select unnest(:${name}::integer[]) as value)`,
    params: { [name]: `{${[...numbers].join()}}` },
  }),
  isOneOf: (column, name, numbers) => ({
    sql: `${column} = any(:${name}::integer[])`,
    params: { [name]: `{${[...numbers].join()}}` },
  }),
  writePostings: async (tx, { name }, blocks) => {
    const upsert = dynamicStatement<{ lists: string[]; blocks: string[]; docs: string[] }>(`
      insert into ${name} (list, block, docs)
      select list, block, decode(docs, 'hex')
      from unnest(:lists::text[], :blocks::integer[], :docs::text[]) as given (list, block, docs)
      on conflict (list, block) do update set docs = excluded.docs`);
    const remove = dynamicStatement<{ lists: string[]; blocks: string[] }>(`
      delete from ${name} p
      using unnest(:lists::text[], :blocks::integer[]) as given (list, block)
      where p.list = given.list and p.block = given.block`);
    const kept = blocks.filter(({ docs }) => docs);
    const emptied = blocks.filter(({ docs }) => !docs);
    if (kept.length > 0)
      await tx.run(upsert, {
        ...blockKeys(kept),
        docs: kept.map(({ docs }) => toHex(docs ?? new Uint8Array())),
      });
    if (emptied.length > 0) await tx.run(remove, blockKeys(emptied));
  },
  writeBuckets: async (tx, buckets, emptied) => {
    if (buckets.length > 0)
      await tx.run(upsertBuckets, {
        buckets: buckets.map(({ number }) => String(number)),
        docs: buckets.map(({ docs }) => toHex(encodeUint32s(docs))),
      });
    if (emptied.length > 0) await tx.run(deleteBuckets, { buckets: emptied.map(String) });
  },
  truncate: async (tx, tables) =>
    void (await tx.run(dynamicStatement<object>(`truncate ${tables.join()}`), {})),
};

const toHex = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');

const blockKeys = (blocks: PostingBlock[]) => ({
  lists: blocks.map(({ list }) => list),
  blocks: blocks.map(({ block }) => String(block)),
});
