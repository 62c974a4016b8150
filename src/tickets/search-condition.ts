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

export function searchParams(words: string[]): Record<string, string> {
  return Object.fromEntries(words.map((word, i) => [`word${i}`, `%${word.replace(/[%_!]/g, '!$&')}%`]));
}
