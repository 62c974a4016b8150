import { statement } from '../platform/db/index.ts';
import type { NewDocument, SearchIndex, TermGroups } from './search-index.ts';

const findTerms = statement<{ pattern: string; limit: number }, { id: number }>(
  "select id from search_terms where term like :pattern escape '!' limit :limit",
);
const insert = statement<Omit<NewDocument, 'terms' | 'titleTerms'> & { terms: string }>(`
  insert into search_documents (ticket_id, home_id, updated_at, digest, terms)
  values (:ticketId, :homeId, :updatedAt, :digest, :terms::integer[])`);
const clearing = ['delete from search_documents', 'delete from search_terms'].map((sql) =>
  statement<object>(sql),
);

export const postgresIndex: SearchIndex = {
  eventOrder: {
    after: '(xid, seq) > (:xid, :seq)',
    upTo: '(xid, seq) <= (:toXid, :toSeq)',
    ascending: 'xid, seq',
    descending: 'xid desc, seq desc',
  },
  listedHitsMax: Number.POSITIVE_INFINITY,
  findTerms: async (queries, { pattern }, limit) =>
    (await queries.list(findTerms, { pattern, limit })).map(({ id }) => id),
  documents: (terms) => ({
    from: 'search_documents d',
    sql: overlapping(terms),
    params: listsOf(terms),
  }),
  holds: (terms) => ({ sql: overlapping(terms), params: listsOf(terms) }),
  // As an expression no index answers it, so that the newest are read one by one.
  holdsOne: (terms) => ({ sql: `coalesce(${overlapping(terms)}, false)`, params: listsOf(terms) }),
  count: (terms, hasTail) => ({
    sql: `select count(*) as total from search_documents d where ${overlapping(terms)}${
      hasTail ? ' and d.ticket_id not in :tail[]' : ''
    }`,
    params: listsOf(terms),
  }),
  insertDocument: (tx, { terms, titleTerms, ...document }) =>
    tx.run(insert, { ...document, terms: write({ terms, titleTerms }) }),
  clear: async (tx) => {
    for (const step of clearing) await tx.run(step, {});
  },
};

const overlapping = ({ groups, in: place }: TermGroups) =>
  `(${groups.map((_, i) => `d.terms && :${place}${i}::integer[]`).join(' and ')})`;

const listsOf = ({ groups, in: place }: TermGroups) =>
  Object.fromEntries(
    groups.map((ids, i) => [`${place}${i}`, `{${ids.map((id) => (place === 'title' ? -id : id)).join()}}`]),
  );

const write = ({ terms, titleTerms }: Pick<NewDocument, 'terms' | 'titleTerms'>) =>
  `{${[...terms, ...titleTerms.map((id) => -id)].join()}}`;
