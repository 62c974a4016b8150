import { decodeTerms, isTitleTerm, termIdOf } from './document-terms.ts';
import type { TermId } from './index-dialect.ts';
import type { DocumentRow } from './index-store.ts';

/** Where a word must occur: anywhere in the ticket, or in its title. */
export type MatchField = 'ticket' | 'title';

/** The names of the posting lists in `search_postings`. */
export const termListName = (field: MatchField, id: TermId) => `${field === 'title' ? 't' : 'w'}${id}`;
export const characterListName = (field: MatchField, character: string) =>
  `${field === 'title' ? 'k' : 'l'}${character}`;
export const bigramListName = (field: MatchField, bigram: string) =>
  `${field === 'title' ? 'e' : 'd'}${bigram}`;
export const homeListName = (homeId: string) => `h${homeId}`;

/** The fields by which lists of tickets are filtered, and the prefix of their posting lists. */
const facetPrefixes = {
  status: 's',
  priority: 'p',
  type: 'y',
  stage: 'g',
  /** The empty value lists the tickets without an assignee. */
  assignee: 'a',
  reporter: 'r',
  group: 'c',
  label: 'b',
} as const;
export type Facet = keyof typeof facetPrefixes;
export const facetListName = (facet: Facet, value: string) => `${facetPrefixes[facet]}${value}`;

/** The facets of a document as one column; no value contains a space. */
export const joinFacets = (listNames: string[]) => listNames.join(' ');

/** The names of all posting lists that contain a document, each once. */
export function postingListsOf(
  { homeId, facets, terms, characters, titleCharacters }: DocumentRow,
  bigramsOfTerm: (id: TermId) => string[],
): string[] {
  const lists = [homeListName(homeId), ...facets.split(' ')];
  const bigrams = { ticket: new Set<string>(), title: new Set<string>() };
  for (const code of decodeTerms(terms)) {
    const id = termIdOf(code);
    const isInTitle = isTitleTerm(code);
    lists.push(termListName('ticket', id));
    if (isInTitle) lists.push(termListName('title', id));
    for (const bigram of bigramsOfTerm(id)) {
      bigrams.ticket.add(bigram);
      if (isInTitle) bigrams.title.add(bigram);
    }
  }
  for (const field of ['ticket', 'title'] as const) {
    for (const bigram of bigrams[field]) lists.push(bigramListName(field, bigram));
  }
  for (const character of characters) lists.push(characterListName('ticket', character));
  for (const character of titleCharacters) lists.push(characterListName('title', character));
  return lists;
}

/** Whether two versions of a document are in the same posting lists. */
export const haveSamePostings = (a: DocumentRow, b: DocumentRow) =>
  a.homeId === b.homeId &&
  a.facets === b.facets &&
  a.characters === b.characters &&
  a.titleCharacters === b.titleCharacters &&
  Buffer.compare(a.terms, b.terms) === 0;
