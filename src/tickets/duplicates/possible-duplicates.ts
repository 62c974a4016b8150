import type { Queries } from '../../platform/db/index.ts';
import { similarityMin, similarityTo } from './similarity.ts';
import { listTitlesSharingWords, type OpenTitle } from './title-word-store.ts';
import { titleWords } from './title-words.ts';

export interface PossibleDuplicate extends OpenTitle {
  projectKey: string | null;
  /** From 0.55 to 1. */
  similarity: number;
}

// Limits of the work: candidates per word, compared titles, and results.
const candidatesPerWord = 15;
const comparedMax = 10;
const resultsMax = 5;

/**
 * Finds open tickets of the same home with similar titles, the most similar first. No access check is needed: everybody
 * who may create a ticket in a home may read all its tickets.
 */
export async function findPossibleDuplicates(
  queries: Queries,
  { id, homeId, title, projectKey }: { id: string; homeId: string; title: string; projectKey: string | null },
): Promise<PossibleDuplicate[]> {
  const words = titleWords(title);
  if (words.length === 0) return [];
  const candidates = await listTitlesSharingWords(queries, homeId, words, { candidatesPerWord, comparedMax });
  const similarity = similarityTo(title);
  return candidates
    .filter((other) => other.id !== id)
    .map((other) => ({ ...other, projectKey, similarity: similarity(other.titleFolded) }))
    .filter((other) => other.similarity >= similarityMin)
    .sort((a, b) => b.similarity - a.similarity || (a.id < b.id ? 1 : -1))
    .slice(0, resultsMax);
}
