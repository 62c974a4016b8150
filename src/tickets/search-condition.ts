import { likeEach } from '../platform/db/index.ts';
import { foldCase } from '../platform/fold-case.ts';

const wordsMax = 10;

/** What somebody typed, as the words that must all occur. */
export function searchWords(text: string): string[] {
  return [...new Set(foldCase(text).split(/\s+/).filter(Boolean))].slice(0, wordsMax);
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

/** A condition on the ticket `t` with what is to be bound in it. */
export interface TicketCondition {
  sql: string;
  params: Record<string, string | number | string[]>;
}
