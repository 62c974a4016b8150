import { statement } from '../platform/db/index.ts';
import type { NewDocument, SearchIndex, TermGroups } from './search-index.ts';

type Row = { id: number };
// A trigram needs three letters; what is shorter is looked for in every term.
const gramLettersMin = 3;
const byGrams = statement<{ phrase: string; pattern: string; limit: number }, Row>(`
  select id from search_terms
  where id in (select rowid from search_term_grams where search_term_grams match :phrase)
    and term like :pattern escape '!' limit :limit`);
const byReading = statement<{ pattern: string; limit: number }, Row>(
  "select id from search_terms where term like :pattern escape '!' limit :limit",
);
const insert = statement<Omit<NewDocument, 'terms' | 'titleTerms'>>(`
  insert into search_documents (ticket_id, home_id, updated_at, digest)
  values (:ticketId, :homeId, :updatedAt, :digest)`);
const insertTerms = statement<{ ticketId: string; terms: string }>(`
  insert into search_index (rowid, terms) select doc, :terms from search_documents where ticket_id = :ticketId`);
const clearing = [
  'delete from search_documents',
  "insert into search_index (search_index) values ('delete-all')",
  'delete from search_terms',
  "insert into search_term_grams (search_term_grams) values ('delete-all')",
].map((sql) => statement<object>(sql));

export const sqliteIndex: SearchIndex = {
  // There is one writer, and a comparison of pairs would be read from the first event on.
  eventOrder: { after: 'seq > :seq', upTo: 'seq <= :toSeq', ascending: 'seq', descending: 'seq desc' },
  listedHitsMax: 2_000,
  findTerms: async (queries, { text, letters, pattern }, limit) => {
    const phrase = `"${text.replaceAll('"', '""')}"`;
    const rows =
      letters < gramLettersMin
        ? await queries.list(byReading, { pattern, limit })
        : await queries.list(byGrams, { phrase, pattern, limit });
    return rows.map(({ id }) => id);
  },
  documents: (terms) => ({
    from: 'search_index join search_documents d on d.doc = search_index.rowid',
    sql: `search_index match :${terms.in}Match`,
    params: matching(terms),
  }),
  holds: (terms) => ({
    sql: `d.doc in (select rowid from search_index where search_index match :${terms.in}Match)`,
    params: matching(terms),
  }),
  count: (terms, hasTail) => ({
    sql: `select count(*) as total from search_index where search_index match :${terms.in}Match${
      hasTail ? ' and rowid not in (select doc from search_documents where ticket_id in :tail[])' : ''
    }`,
    params: matching(terms),
  }),
  insertDocument: async (tx, { terms, titleTerms, ...document }) => {
    await tx.run(insert, document);
    await tx.run(insertTerms, { ticketId: document.ticketId, terms: write({ terms, titleTerms }) });
  },
  clear: async (tx) => {
    for (const step of clearing) await tx.run(step, {});
  },
};

/** The numbers are all that reaches the syntax of FTS5, so nothing that somebody typed means anything in it. */
function matching({ groups, in: place }: TermGroups): Record<string, string> {
  const sign = place === 'title' ? 't' : 'w';
  const parts = groups.map((ids) => `(${ids.map((id) => sign + id).join(' OR ')})`);
  return { [`${place}Match`]: parts.join(' AND ') };
}

const write = ({ terms, titleTerms }: Pick<NewDocument, 'terms' | 'titleTerms'>) =>
  [...terms.map((id) => `w${id}`), ...titleTerms.map((id) => `t${id}`)].join(' ');
