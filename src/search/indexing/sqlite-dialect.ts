import { dynamicStatement, escapeLike, statement } from '../../platform/db/index.ts';
import { encodeUint32s } from './doc-set.ts';
import { type IndexDialect, similarTermsMax, type Term } from './index-dialect.ts';

type Row = { id: number };
const trigramCharacters = 3;
const byTrigrams = statement<{ phrase: string; pattern: string; limit: number }, Row>(`
  select id from search_terms
  where id in (select rowid from search_term_grams where search_term_grams match :phrase)
    and term like :pattern escape '!' limit :limit`);
// SQLite compares text byte by byte, so a range of the unique index on `term` is a prefix search.
const byPrefix = statement<{ prefix: string; limit: number }, Row>(
  'select id from search_terms where term >= :prefix and term < :prefix || char(1114111) limit :limit',
);
const upsertBucket = statement<{ bucket: number; docs: Uint8Array }>(`
  insert into search_buckets (bucket, docs) values (:bucket, :docs)
  on conflict (bucket) do update set docs = excluded.docs`);
const deleteBucket = statement<{ bucket: number }>('delete from search_buckets where bucket = :bucket');

export const sqliteDialect: IndexDialect = {
  // SQLite has one writer, so `seq` alone is the order; comparing pairs would scan from the first event.
  eventOrder: {
    after: 'seq > :seq',
    afterCursor: 'seq > (select seq from search_cursor)',
    ascending: 'seq',
    descending: 'seq desc',
  },
  concatenatedDocs: "cast(string_agg(docs, '') as blob)",
  findTerms: async (queries, { text, characters, like }, limit) => {
    const rows =
      characters < trigramCharacters
        ? await queries.list(byPrefix, { prefix: text, limit })
        : await queries.list(byTrigrams, { phrase: ftsPhrase(text), pattern: like, limit });
    return { ids: rows.map(({ id }) => id) };
  },
  findSimilarTerms: (queries, { fragments: { ends, parts }, charactersMin, charactersMax }) => {
    const isSimilarInLength = 'length(term) between :charactersMin and :charactersMax';
    const hasEnds = ends.map(
      (_, i) => `select id from search_terms
        where term >= :prefix${i} and term < :prefix${i} || char(1114111) and term like :ends${i} escape '!' and ${isSimilarInLength}`,
    );
    const shape = dynamicStatement<object, Term>(`
      select id, term from search_terms where ${isSimilarInLength} and id in (
        select rowid from search_term_grams where search_term_grams match :phrases union all ${hasEnds.join(' union all ')})
      order by abs(length(term) * 2 - :charactersMin - :charactersMax), id limit ${similarTermsMax}`);
    const endParams = ends.flatMap(({ prefix, suffix }, i) => [
      [`prefix${i}`, prefix],
      [`ends${i}`, `${escapeLike(prefix)}%${escapeLike(suffix)}`],
    ]);
    return queries.list(shape, {
      phrases: parts.map(ftsPhrase).join(' OR '),
      ...Object.fromEntries(endParams),
      charactersMin,
      charactersMax,
    });
  },
  numbersTable: (name, numbers) => ({
    sql: `json_each(:${name})`,
    params: { [name]: `[${[...numbers].join()}]` },
  }),
  isOneOf: (column, name, numbers) => ({
    sql: `${column} in (select value from json_each(:${name}))`,
    params: { [name]: `[${[...numbers].join()}]` },
  }),
  writePostings: async (tx, { name }, blocks) => {
    const upsert = dynamicStatement<{ list: string; block: number; docs: Uint8Array }>(`
      insert into ${name} (list, block, docs) values (:list, :block, :docs)
      on conflict (list, block) do update set docs = excluded.docs`);
    const remove = dynamicStatement<{ list: string; block: number }>(
      `delete from ${name} where list = :list and block = :block`,
    );
    for (const { list, block, docs } of blocks) {
      if (docs) await tx.run(upsert, { list, block, docs });
      else await tx.run(remove, { list, block });
    }
  },
  writeBuckets: async (tx, buckets, emptied) => {
    for (const { number, docs } of buckets)
      await tx.run(upsertBucket, { bucket: number, docs: encodeUint32s(docs) });
    for (const bucket of emptied) await tx.run(deleteBucket, { bucket });
  },
  // Without a condition, SQLite frees the pages of a table without visiting its rows.
  truncate: async (tx, tables) => {
    for (const table of tables) await tx.run(dynamicStatement<object>(`delete from ${table}`), {});
  },
};

const ftsPhrase = (text: string) => `"${text.replaceAll('"', '""')}"`;
