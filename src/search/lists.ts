import type { DocumentRow } from './index-store.ts';
import type { TermId } from './search-index.ts';
import { decodeTerms, isTitleTerm, termIn } from './term-list.ts';

/** Where the words must be. */
export type Place = 'ticket' | 'title';

/** The names of the lists in `search_postings`. */
export const termListName = (place: Place, id: TermId) => `${place === 'title' ? 't' : 'w'}${id}`;
export const letterListName = (place: Place, letter: string) => `${place === 'title' ? 'k' : 'l'}${letter}`;
export const homeListName = (homeId: string) => `h${homeId}`;
export const statusListName = (status: string) => `s${status}`;

/** All lists a document stands in, each once. */
export function listsOf({ homeId, status, terms, letters, titleLetters }: DocumentRow): string[] {
  const lists = [homeListName(homeId), statusListName(status)];
  for (const code of decodeTerms(terms)) {
    lists.push(termListName('ticket', termIn(code)));
    if (isTitleTerm(code)) lists.push(termListName('title', termIn(code)));
  }
  for (const letter of letters) lists.push(letterListName('ticket', letter));
  for (const letter of titleLetters) lists.push(letterListName('title', letter));
  return lists;
}

/** Whether two documents stand in the same lists. */
export const areAlike = (a: DocumentRow, b: DocumentRow) =>
  a.homeId === b.homeId &&
  a.status === b.status &&
  a.letters === b.letters &&
  a.titleLetters === b.titleLetters &&
  Buffer.compare(a.terms, b.terms) === 0;
