import { type Database, likeEach } from '../platform/db/index.ts';
import { fold } from '../platform/fold.ts';

const wordsMax = 10;

/** What somebody typed, as the words that must all occur. */
export function searchWords(text: string): string[] {
  return [...new Set(fold(text).split(/\s+/).filter(Boolean))].slice(0, wordsMax);
}

/** The n-th word occurs in key, title, description or a comment of the ticket `t`. */
export function searchCondition(index: number): string {
  const holds = (text: string) => `${text} like :word${index} escape '!'`;
  return `(${holds('t.title_folded')} or ${holds('t.description_folded')}
    or exists (select 1 from projects k where k.id = t.project_id and ${holds("lower(k.key) || '-' || t.number")})
    or exists (select 1 from comments c where c.ticket_id = t.id and ${holds('c.content_folded')}))`;
}

/** The words as the parameters of their conditions. */
export const searchParams = likeEach;

type Homes = { whole: string[]; guest: string[]; userId: string };

/** A condition on the ticket `t` that says the same of all words at once. */
export interface WordCondition {
  sql: string;
  params: Record<string, string | number | string[]>;
}

/** What the index knows of some words. */
export interface FoundByWords {
  /** Undefined where so many tickets hold them that each may as well be asked itself. */
  condition: WordCondition | undefined;
  /** How many tickets of these homes hold the words. */
  count(homes: Homes): Promise<number>;
  /** The same, with the ids of those that changed last; so many at most. */
  findNewest(homes: Homes, most: number): Promise<{ ids: string[]; total: number }>;
}
type WordIndex = (db: Database, words: string[]) => Promise<FoundByWords | undefined>;

let wordIndex: WordIndex = () => Promise.resolve(undefined);

/** The index lives in a room above this one, which brings it along; without it every ticket is read. */
export function useWordIndex(index: WordIndex): void {
  wordIndex = index;
}

export const findByWords: WordIndex = (db, words) => wordIndex(db, words);
