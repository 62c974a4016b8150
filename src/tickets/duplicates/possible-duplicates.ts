import type { Queries } from '../../platform/db/index.ts';
import { similarEnough, similarityTo } from './similarity.ts';
import { listTitlesWith, type OpenTitle } from './title-word-store.ts';
import { titleWords } from './title-words.ts';

export interface PossibleDuplicate extends OpenTitle {
  projectKey: string | null;
  /** From 0.55 to 1. */
  similarity: number;
}

// What bounds the work: so many tickets of each word are looked at, and so many titles are read.
const newestOfEach = 15;
const most = 10;
const shownMax = 5;

/**
 * Open tickets of the same home whose titles resemble this one's, the most similar first. Whoever may create in a home
 * may read all of it.
 */
export async function findPossibleDuplicates(
  queries: Queries,
  { id, homeId, title, projectKey }: { id: string; homeId: string; title: string; projectKey: string | null },
): Promise<PossibleDuplicate[]> {
  const words = titleWords(title);
  if (words.length === 0) return [];
  const candidates = await listTitlesWith(queries, homeId, words, { newestOfEach, most });
  const similarity = similarityTo(title);
  return candidates
    .filter((other) => other.id !== id)
    .map((other) => ({ ...other, projectKey, similarity: similarity(other.titleFolded) }))
    .filter((other) => other.similarity >= similarEnough)
    .sort((a, b) => b.similarity - a.similarity || (a.id < b.id ? 1 : -1))
    .slice(0, shownMax);
}
