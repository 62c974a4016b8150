import { decodeTermId, decodeTerms, isTitleTerm } from './document-terms.ts';
import type { TermId } from './index-dialect.ts';
import { facetFields } from './indexed-fields.ts';

/** Where a word must occur: anywhere in the ticket, or in its title. */
export type MatchField = 'ticket' | 'title';

export const termListName = (field: MatchField, id: TermId) => `${field === 'title' ? 't' : 'w'}${id}`;
export const characterListName = (field: MatchField, character: string) =>
  `${field === 'title' ? 'k' : 'l'}${character}`;
export const bigramListName = (field: MatchField, bigram: string) =>
  `${field === 'title' ? 'e' : 'd'}${bigram}`;
/** The list of documents whose text must still be indexed. */
export const pendingTextList = 'x';

/** The filters with posting lists. A home's list has its tickets. */
export type Facet = 'home' | keyof typeof facetFields;
export const facetPrefix = (facet: Facet): string => (facet === 'home' ? 'h' : facetFields[facet].prefix);
export const facetListName = (facet: Facet, value: string) => `${facetPrefix(facet)}${value}`;
export const homeListName = (homeId: string) => facetListName('home', homeId);

/** Deleting a label or group records no event on its tickets, so their documents still have it. */
export type VanishingFacet = 'label' | 'group';
export const isVanishing = (facet: string): facet is VanishingFacet => facet === 'label' || facet === 'group';

/** Joins the facets of a document into one column. No value contains a space. */
export const joinFacets = (listNames: string[]) => listNames.join(' ');

/** Lists the facet lists that contain a document. The document of a deleted ticket has no home and is in none. */
export const facetLists = ({ homeId, facets }: { homeId: string | null; facets: string }): string[] =>
  homeId === null ? [] : [homeListName(homeId), ...facets.split(' ')];

/** The parts of a document's text from which its posting lists are made. */
export interface IndexedText {
  terms: Uint8Array;
  /** The distinct characters of the whole ticket, and of its title. */
  characters: string;
  titleCharacters: string;
}

/** Lists the text lists that contain a document, each once. */
export function textLists(
  { terms, characters, titleCharacters }: IndexedText,
  bigramsOfTerm: (id: TermId) => string[],
): string[] {
  const lists: string[] = [];
  const bigrams = { ticket: new Set<string>(), title: new Set<string>() };
  for (const code of decodeTerms(terms)) {
    const id = decodeTermId(code);
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

/** True if two texts are in the same posting lists. */
export const haveSameLists = (a: IndexedText, b: IndexedText) =>
  a.characters === b.characters &&
  a.titleCharacters === b.titleCharacters &&
  Buffer.compare(a.terms, b.terms) === 0;
