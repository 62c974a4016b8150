import type { Database, Queries, Tx } from '../../platform/db/index.ts';
import type { PendingDocument } from './document-store.ts';
import * as documents from './document-store.ts';
import { decodeTermId, decodeTerms, encodeTerms, termCode } from './document-terms.ts';
import { engineDialect } from './engine-dialect.ts';
import type { IndexDialect, TermId } from './index-dialect.ts';
import { lockCursor } from './index-store.ts';
import { PostingChanges } from './posting-changes.ts';
import { haveSameLists, pendingTextList, textLists } from './posting-lists.ts';
import { postingTables } from './posting-tables.ts';
import { listBigrams, splitIntoTerms, uniqueCharacters } from './terms.ts';
import type { TextRow, TicketText } from './text-store.ts';
import * as store from './text-store.ts';

/**
 * The second phase: indexes the texts of documents that the first phase queued, the newest documents first, and returns
 * how many. All belong to one block, so a rebuild writes each row of `search_postings` once. Texts are read and
 * tokenized before the transaction, which skips a document that the first phase has changed meanwhile.
 */
export async function indexNextTexts(db: Database, docsMax: number): Promise<number> {
  const dialect = engineDialect(db);
  const pending = await readPending(db.reads, dialect, docsMax);
  if (pending.length === 0) return 0;
  const tokenized = await readTokenized(
    db.reads,
    pending.filter(({ homeId }) => homeId !== null),
  );
  await db.transaction(async (tx) => {
    await lockCursor(tx);
    await writeTexts(tx, dialect, pending, tokenized);
  });
  return pending.length;
}

async function readPending(
  queries: Queries,
  dialect: IndexDialect,
  docsMax: number,
): Promise<PendingDocument[]> {
  const docs = [...(await documents.findPendingTexts(queries))].reverse();
  const textBlock = (doc: number) => Math.floor(doc / postingTables.texts.docsPerBlock);
  const [newest] = docs;
  if (newest === undefined) return [];
  const inBlock = docs.filter((doc) => textBlock(doc) === textBlock(newest));
  return documents.listPendingDocuments(queries, dialect, inBlock.slice(0, docsMax));
}

interface TokenizedText {
  terms: Set<string>;
  titleTerms: Set<string>;
  characters: string;
  titleCharacters: string;
}

async function readTokenized(
  queries: Queries,
  pending: PendingDocument[],
): Promise<Map<string, TokenizedText>> {
  if (pending.length === 0) return new Map();
  const ids = pending.map(({ ticketId }) => ticketId);
  const tickets = await store.listTicketTexts(queries, ids);
  const other = Map.groupBy(
    [
      ...(await store.listCommentTexts(queries, { ids })),
      ...(await store.listCriterionTexts(queries, { ids })),
    ],
    ({ ticketId }) => ticketId,
  );
  return new Map(
    tickets.map((ticket) => {
      const contents = (other.get(ticket.id) ?? []).map(({ content }) => content);
      return [ticket.id, tokenize(ticket, contents)];
    }),
  );
}

function tokenize({ key, title, description }: TicketText, contents: string[]): TokenizedText {
  const whole = [key ?? '', title, description ?? '', ...contents].join('\n');
  return {
    terms: splitIntoTerms(whole),
    titleTerms: splitIntoTerms(title),
    characters: uniqueCharacters(whole),
    titleCharacters: uniqueCharacters(title),
  };
}

async function writeTexts(
  tx: Tx,
  dialect: IndexDialect,
  pending: PendingDocument[],
  tokenized: Map<string, TokenizedText>,
): Promise<void> {
  const unchanged = await selectUnchanged(tx, dialect, pending);
  const docs = unchanged.map(({ doc }) => doc);
  const idByTerm = await store.assignTermIds(tx, termsIn(tokenized.values()));
  const stored = new Map((await store.listTexts(tx, dialect, docs)).map((row) => [row.doc, row]));
  const bigramsOfTerm = newBigrams(await readTermsById(tx, dialect, idByTerm, stored.values()));
  const postings = new PostingChanges(postingTables.texts);
  const pendingTexts = new PostingChanges(postingTables.facets);
  const saved: TextRow[] = [];
  const removed: number[] = [];
  for (const { doc, ticketId, homeId } of unchanged) {
    const before = stored.get(doc);
    const text = homeId === null ? undefined : tokenized.get(ticketId);
    const after = text && textRow(doc, text, idByTerm);
    pendingTexts.move(doc, [pendingTextList], []);
    if (before && after && haveSameLists(before, after)) continue;
    const lists = (row: TextRow | undefined) => (row ? textLists(row, bigramsOfTerm) : []);
    postings.move(doc, lists(before), lists(after));
    if (after) saved.push(after);
    else removed.push(doc);
  }
  await postings.write(tx, dialect);
  await pendingTexts.write(tx, dialect);
  await store.saveTexts(tx, saved);
  if (removed.length === 0) return;
  await store.removeTexts(tx, dialect, removed);
  // Only from now on may their numbers be given to other tickets.
  const gone = unchanged.filter(({ homeId }) => homeId === null).map(({ doc }) => doc);
  await documents.removeDocuments(tx, dialect, gone);
}

async function selectUnchanged(tx: Tx, dialect: IndexDialect, pending: PendingDocument[]) {
  const docs = pending.map(({ doc }) => doc);
  const current = await documents.listPendingDocuments(tx, dialect, docs);
  const versions = new Map(current.map(({ doc, changedIn }) => [doc, changedIn]));
  return pending.filter(({ doc, changedIn }) => versions.get(doc) === changedIn);
}

function termsIn(texts: Iterable<TokenizedText>): Set<string> {
  const all = new Set<string>();
  for (const { terms } of texts) for (const term of terms) all.add(term);
  return all;
}

/** Reads the texts of all terms by id, including the terms that the documents had before. */
async function readTermsById(
  tx: Tx,
  dialect: IndexDialect,
  idByTerm: Map<string, TermId>,
  before: Iterable<TextRow>,
): Promise<Map<TermId, string>> {
  const termsById = new Map(Array.from(idByTerm, ([term, id]) => [id, term]));
  const missing = new Set<TermId>();
  for (const { terms } of before) {
    for (const code of decodeTerms(terms))
      if (!termsById.has(decodeTermId(code))) missing.add(decodeTermId(code));
  }
  if (missing.size === 0) return termsById;
  for (const { id, term } of await store.listTermsById(tx, dialect, missing)) termsById.set(id, term);
  return termsById;
}

/** Returns the bigrams of a term, which are computed once for all documents of a step. */
function newBigrams(termsById: Map<TermId, string>) {
  const known = new Map<TermId, string[]>();
  return (id: TermId): string[] => {
    const bigrams = known.get(id) ?? listBigrams(termsById.get(id) ?? '');
    known.set(id, bigrams);
    return bigrams;
  };
}

function textRow(doc: number, text: TokenizedText, idByTerm: Map<string, TermId>): TextRow {
  const { terms, titleTerms, characters, titleCharacters } = text;
  const codes = Array.from(terms, (term) => termCode(idByTerm.get(term) as TermId, titleTerms.has(term)));
  return { doc, terms: encodeTerms(codes), characters, titleCharacters };
}
