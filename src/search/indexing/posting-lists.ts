import { decodeTerms, isTitleTerm, termIn } from './document-terms.ts';
import type { TermId } from './index-dialect.ts';
import type { DocumentRow } from './index-store.ts';

/** Where the words must be. */
export type Place = 'ticket' | 'title';

/** The names of the lists in `search_postings`. */
export const termListName = (place: Place, id: TermId) => `${place === 'title' ? 't' : 'w'}${id}`;
export const letterListName = (place: Place, letter: string) => `${place === 'title' ? 'k' : 'l'}${letter}`;
export const pairListName = (place: Place, pair: string) => `${place === 'title' ? 'e' : 'd'}${pair}`;
export const homeListName = (homeId: string) => `h${homeId}`;

/** What lists of tickets are narrowed to, and the sign that their names begin with. */
const facetSigns = {
  status: 's',
  priority: 'p',
  type: 'y',
  stage: 'g',
  /** Nobody is the empty value. */
  assignee: 'a',
  reporter: 'r',
  group: 'c',
  label: 'b',
} as const;
export type Facet = keyof typeof facetSigns;
export const facetListName = (facet: Facet, value: string) => `${facetSigns[facet]}${value}`;

/** As they are kept in a document; no value has a space in it. */
export const joinFacets = (names: string[]) => names.join(' ');

/** All lists a document stands in, each once. */
export function listsOf(
  { homeId, facets, terms, letters, titleLetters }: DocumentRow,
  pairsIn: (id: TermId) => string[],
): string[] {
  const lists = [homeListName(homeId), ...facets.split(' ')];
  const pairs = { ticket: new Set<string>(), title: new Set<string>() };
  for (const code of decodeTerms(terms)) {
    const id = termIn(code);
    const isInTitle = isTitleTerm(code);
    lists.push(termListName('ticket', id));
    if (isInTitle) lists.push(termListName('title', id));
    for (const pair of pairsIn(id)) {
      pairs.ticket.add(pair);
      if (isInTitle) pairs.title.add(pair);
    }
  }
  for (const place of ['ticket', 'title'] as const) {
    for (const pair of pairs[place]) lists.push(pairListName(place, pair));
  }
  for (const letter of letters) lists.push(letterListName('ticket', letter));
  for (const letter of titleLetters) lists.push(letterListName('title', letter));
  return lists;
}

/** Whether two documents stand in the same lists. */
export const areAlike = (a: DocumentRow, b: DocumentRow) =>
  a.homeId === b.homeId &&
  a.facets === b.facets &&
  a.letters === b.letters &&
  a.titleLetters === b.titleLetters &&
  Buffer.compare(a.terms, b.terms) === 0;
