import { dynamicStatement, escapeLike, statement } from '../../platform/db/index.ts';
import { type Posting, type SearchIndex, similarTermsMax, type Term } from './index-dialect.ts';

type Row = { id: number };
const byGrams = statement<{ pattern: string; limit: number }, Row>(
  "select id from search_terms where term like :pattern escape '!' limit :limit",
);
const byReading = statement<{ pattern: string; limit: number }, Row>(
  "select id from search_terms where term || '' like :pattern escape '!' limit :limit",
);
// Without a whole trigram of letters and digits the index of the grams would be read as a whole; as an expression it is
// not asked.
const hasGram = /[\p{L}\p{N}]{3}/u;
const startsWithGram = /^[\p{L}\p{N}]/u;
const write = statement<{ lists: string[]; blocks: string[]; docs: string[] }>(`
  insert into search_postings (list, block, docs)
  select list, block, decode(docs, 'hex')
  from unnest(:lists::text[], :blocks::integer[], :docs::text[]) as given (list, block, docs)
  on conflict (list, block) do update set docs = excluded.docs`);
const remove = statement<{ lists: string[]; blocks: string[] }>(`
  delete from search_postings p
  using unnest(:lists::text[], :blocks::integer[]) as given (list, block)
  where p.list = given.list and p.block = given.block`);

export const postgresIndex: SearchIndex = {
  eventOrder: {
    after: '(xid, seq) > (:xid, :seq)',
    afterCursor: '(xid, seq) > ((select xid from search_cursor), (select seq from search_cursor))',
    ascending: 'xid, seq',
    descending: 'xid desc, seq desc',
  },
  joinedDocs: "string_agg(docs, '')",
  findTerms: async (queries, { text, isStart, pattern }, limit) => {
    const isByGrams = (isStart ? startsWithGram : hasGram).test(text);
    const rows = await queries.list(isByGrams ? byGrams : byReading, { pattern, limit });
    return rows.map(({ id }) => id);
  },
  findSimilarTerms: (queries, { fragments, lettersMin, lettersMax }) => {
    const isByGrams = fragments.every((text) => hasGram.test(text));
    const holds = (i: number) =>
      isByGrams ? `term like :fragment${i} escape '!'` : `strpos(term, :fragment${i}) > 0`;
    const shape = dynamicStatement<object, Term>(`
      select id, term from search_terms where length(term) between :lettersMin and :lettersMax
        and (${fragments.map((_, i) => holds(i)).join(' or ')})
      order by abs(length(term) * 2 - :lettersMin - :lettersMax), id limit ${similarTermsMax}`);
    const sought = (text: string) => (isByGrams ? `%${escapeLike(text)}%` : text);
    return queries.list(shape, {
      ...Object.fromEntries(fragments.map((text, i) => [`fragment${i}`, sought(text)])),
      lettersMin,
      lettersMax,
    });
  },
  numbers: (name, numbers) => ({
    sql: `(select unnest(:${name}::integer[]) as value)`,
    params: { [name]: `{${[...numbers].join()}}` },
  }),
  isAmong: (column, name, numbers) => ({
    sql: `${column} = any(:${name}::integer[])`,
    params: { [name]: `{${[...numbers].join()}}` },
  }),
  writePostings: async (tx, postings) => {
    const kept = postings.filter(({ docs }) => docs);
    const gone = postings.filter(({ docs }) => !docs);
    const hex = kept.map(({ docs }) => Buffer.from(docs ?? []).toString('hex'));
    if (kept.length > 0) await tx.run(write, { ...placesOf(kept), docs: hex });
    if (gone.length > 0) await tx.run(remove, placesOf(gone));
  },
};

const placesOf = (postings: Posting[]) => ({
  lists: postings.map(({ list }) => list),
  blocks: postings.map(({ block }) => String(block)),
});
