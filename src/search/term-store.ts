import { dynamicStatement, escapeLike, type Queries } from '../platform/db/index.ts';
import type { TermId } from './search-index.ts';

export interface SimilarTerm {
  id: TermId;
  term: string;
}

/** The terms of about the right length that hold one of the fragments, the nearest in length first. */
export function listSimilarTerms(
  queries: Queries,
  {
    fragments,
    lettersMin,
    lettersMax,
    limit,
  }: { fragments: string[]; lettersMin: number; lettersMax: number; limit: number },
): Promise<SimilarTerm[]> {
  const anyFragment = fragments.map((_, i) => `term like :fragment${i} escape '!'`).join(' or ');
  const shape = dynamicStatement<object, SimilarTerm>(`
    select id, term from search_terms
    where length(term) between :lettersMin and :lettersMax and (${anyFragment})
    order by abs(length(term) * 2 - :lettersMin - :lettersMax), id limit :limit`);
  const patterns = fragments.map((text, i) => [`fragment${i}`, `%${escapeLike(text)}%`]);
  return queries.list(shape, { ...Object.fromEntries(patterns), lettersMin, lettersMax, limit });
}
