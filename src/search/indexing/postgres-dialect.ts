import { dynamicStatement, escapeLike, statement } from '../../platform/db/index.ts';
import { type IndexDialect, type PostingBlock, similarTermsMax, type Term } from './index-dialect.ts';

type Row = { id: number };
const byTrigrams = statement<{ pattern: string; limit: number }, Row>(
  "select id from search_terms where term like :pattern escape '!' limit :limit",
);
// The expression `term || ''` keeps the planner from the trigram index, which it would read as a whole for a pattern
// without three letters or digits in a row.
const byTableScan = statement<{ pattern: string; limit: number }, Row>(
  "select id from search_terms where term || '' like :pattern escape '!' limit :limit",
);
const hasTrigram = /[\p{L}\p{N}]{3}/u;
const startsWithTrigram = /^[\p{L}\p{N}]/u;
const upsertPostings = statement<{ lists: string[]; blocks: string[]; docs: string[] }>(`
  insert into search_postings (list, block, docs)
  select list, block, decode(docs, 'hex')
  from unnest(:lists::text[], :blocks::integer[], :docs::text[]) as given (list, block, docs)
  on conflict (list, block) do update set docs = excluded.docs`);
const deletePostings = statement<{ lists: string[]; blocks: string[] }>(`
  delete from search_postings p
  using unnest(:lists::text[], :blocks::integer[]) as given (list, block)
  where p.list = given.list and p.block = given.block`);

export const postgresDialect: IndexDialect = {
  eventOrder: {
    after: '(xid, seq) > (:xid, :seq)',
    afterCursor: '(xid, seq) > ((select xid from search_cursor), (select seq from search_cursor))',
    ascending: 'xid, seq',
    descending: 'xid desc, seq desc',
  },
  concatenatedDocs: "string_agg(docs, '')",
  findTerms: async (queries, { text, isPrefix, like }, limit) => {
    const isByTrigrams = (isPrefix ? startsWithTrigram : hasTrigram).test(text);
    const rows = await queries.list(isByTrigrams ? byTrigrams : byTableScan, { pattern: like, limit });
    return rows.map(({ id }) => id);
  },
  findSimilarTerms: (queries, { fragments, charactersMin, charactersMax }) => {
    const isByTrigrams = fragments.every((text) => hasTrigram.test(text));
    const hasFragment = (i: number) =>
      isByTrigrams ? `term like :fragment${i} escape '!'` : `strpos(term, :fragment${i}) > 0`;
    const shape = dynamicStatement<object, Term>(`
      select id, term from search_terms where length(term) between :charactersMin and :charactersMax
        and (${fragments.map((_, i) => hasFragment(i)).join(' or ')})
      order by abs(length(term) * 2 - :charactersMin - :charactersMax), id limit ${similarTermsMax}`);
    const operandOf = (text: string) => (isByTrigrams ? `%${escapeLike(text)}%` : text);
    return queries.list(shape, {
      ...Object.fromEntries(fragments.map((text, i) => [`fragment${i}`, operandOf(text)])),
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
  writePostings: async (tx, blocks) => {
    const kept = blocks.filter(({ docs }) => docs);
    const emptied = blocks.filter(({ docs }) => !docs);
    const hex = kept.map(({ docs }) => Buffer.from(docs ?? []).toString('hex'));
    if (kept.length > 0) await tx.run(upsertPostings, { ...keysOf(kept), docs: hex });
    if (emptied.length > 0) await tx.run(deletePostings, keysOf(emptied));
  },
};

const keysOf = (blocks: PostingBlock[]) => ({
  lists: blocks.map(({ list }) => list),
  blocks: blocks.map(({ block }) => String(block)),
});
