import { dynamicStatement, statement } from '../../platform/db/index.ts';
import { type SearchIndex, similarTermsMax, type Term } from './index-dialect.ts';

type Row = { id: number };
// A trigram needs three letters.
const gramLettersMin = 3;
const byGrams = statement<{ phrase: string; pattern: string; limit: number }, Row>(`
  select id from search_terms
  where id in (select rowid from search_term_grams where search_term_grams match :phrase)
    and term like :pattern escape '!' limit :limit`);
// Texts are compared byte by byte here.
const byStart = statement<{ start: string; limit: number }, Row>(
  'select id from search_terms where term >= :start and term < :start || char(1114111) limit :limit',
);
const write = statement<{ list: string; block: number; docs: Uint8Array }>(`
  insert into search_postings (list, block, docs) values (:list, :block, :docs)
  on conflict (list, block) do update set docs = excluded.docs`);
const remove = statement<{ list: string; block: number }>(
  'delete from search_postings where list = :list and block = :block',
);

export const sqliteIndex: SearchIndex = {
  // There is one writer, and a comparison of pairs would be read from the first event on.
  eventOrder: {
    after: 'seq > :seq',
    afterCursor: 'seq > (select seq from search_cursor)',
    ascending: 'seq',
    descending: 'seq desc',
  },
  joinedDocs: "cast(string_agg(docs, '') as blob)",
  findTerms: async (queries, { text, letters, pattern }, limit) => {
    const rows =
      letters < gramLettersMin
        ? await queries.list(byStart, { start: text, limit })
        : await queries.list(byGrams, { phrase: phraseOf(text), pattern, limit });
    return rows.map(({ id }) => id);
  },
  findSimilarTerms: (queries, { fragments, lettersMin, lettersMax }) => {
    const isByGrams = fragments.every((text) => [...text].length >= gramLettersMin);
    const holdsOne = isByGrams
      ? 'id in (select rowid from search_term_grams where search_term_grams match :phrases)'
      : `(${fragments.map((_, i) => `instr(term, :fragment${i}) > 0`).join(' or ')})`;
    const shape = dynamicStatement<object, Term>(`
      select id, term from search_terms where length(term) between :lettersMin and :lettersMax and ${holdsOne}
      order by abs(length(term) * 2 - :lettersMin - :lettersMax), id limit ${similarTermsMax}`);
    return queries.list(shape, {
      ...(isByGrams
        ? { phrases: fragments.map(phraseOf).join(' OR ') }
        : Object.fromEntries(fragments.map((text, i) => [`fragment${i}`, text]))),
      lettersMin,
      lettersMax,
    });
  },
  numbers: (name, numbers) => ({
    sql: `json_each(:${name})`,
    params: { [name]: `[${[...numbers].join()}]` },
  }),
  isAmong: (column, name, numbers) => ({
    sql: `${column} in (select value from json_each(:${name}))`,
    params: { [name]: `[${[...numbers].join()}]` },
  }),
  writePostings: async (tx, postings) => {
    for (const { list, block, docs } of postings) {
      if (docs) await tx.run(write, { list, block, docs });
      else await tx.run(remove, { list, block });
    }
  },
};

const phraseOf = (text: string) => `"${text.replaceAll('"', '""')}"`;
