import {
  defineInsert,
  dynamicStatement,
  type Insert,
  insertMany,
  type Queries,
  sql,
  statement,
  type Tx,
} from '../../platform/db/index.ts';
import type { IndexDialect, Term, TermId } from './index-dialect.ts';
import type { IndexedText } from './posting-lists.ts';

export interface TicketText {
  id: string;
  key: string | null;
  title: string;
  description: string | null;
}

export interface TextRow extends IndexedText {
  doc: number;
}

const texts = statement<{ ids: string[] }, TicketText>(`
  select t.id, lower(p.key) || '-' || t.number as key, t.title_folded as title, t.description_folded as description
  from tickets t left join projects p on p.id = t.project_id
  where t.id in :ids[] and t.deleted_at is null`);
const terms = statement<{ terms: string[] }, Term>(
  'select id, term from search_terms where term in :terms[]',
);

export const listTicketTexts = (queries: Queries, ids: string[]) => queries.list(texts, { ids });
export const listCommentTexts = sql.list<{ ids: string[] }, { ticketId: string; content: string }>(`
  select ticket_id as "ticketId", content_folded as content from comments where ticket_id in :ids[]`);
export const listCriterionTexts = sql.list<{ ids: string[] }, { ticketId: string; content: string }>(`
  select ticket_id as "ticketId", text_folded as content from ticket_criteria
  where ticket_id in :ids[] and text_folded is not null`);

export function listTexts(tx: Tx, dialect: IndexDialect, docs: number[]): Promise<TextRow[]> {
  const { sql, params } = dialect.numbersTable('docs', docs);
  const shape = dynamicStatement<object, TextRow>(`
    select x.doc, x.terms, x.characters, x.title_characters as "titleCharacters"
    from ${sql} n join search_texts x on x.doc = n.value`);
  return tx.list(shape, params);
}

export const saveTexts: Insert<TextRow> = defineInsert(
  'search_texts',
  'doc terms characters titleCharacters',
  {},
  `on conflict (doc) do update set terms = excluded.terms, characters = excluded.characters,
    title_characters = excluded.title_characters`,
);

export async function removeTexts(tx: Tx, dialect: IndexDialect, docs: number[]): Promise<void> {
  const { sql, params } = dialect.isOneOf('doc', 'docs', docs);
  await tx.run(dynamicStatement<object>(`delete from search_texts where ${sql}`), params);
}

export function listTermsById(queries: Queries, dialect: IndexDialect, ids: Iterable<TermId>) {
  const { sql, params } = dialect.numbersTable('ids', ids);
  const shape = dynamicStatement<object, Term>(
    `select t.id, t.term from ${sql} n join search_terms t on t.id = n.value`,
  );
  return queries.list(shape, params);
}

/** Returns the ids of terms, and assigns ids to new terms. */
export async function assignTermIds(tx: Tx, texts: Set<string>): Promise<Map<string, TermId>> {
  const idByTerm = new Map<string, TermId>();
  const read = async (list: string[]) => {
    for (const { id, term } of await tx.list(terms, { terms: list })) idByTerm.set(term, id);
  };
  await read([...texts]);
  const missing = [...texts].filter((term) => !idByTerm.has(term));
  if (missing.length === 0) return idByTerm;
  await insertMany(
    tx,
    'search_terms',
    ['term'],
    missing.map((term) => [term]),
  );
  await read(missing);
  return idByTerm;
}
