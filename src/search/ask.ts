import { type Homes, scopeCondition, scopeParams, searchCondition } from '../tickets/index.ts';
import type { Looking, Wanted } from './asked.ts';

export const wantedIn = (words: string[]): Wanted => ({
  words,
  holds: words.map((_, i) => searchCondition(i)),
});

export const lookingAmong = (homes: Homes, statuses: string[] | undefined): Looking => ({
  homes,
  statuses,
  seen: {
    sql: `t.deleted_at is null and ${scopeCondition(homes)}${statuses ? ' and t.status in :statuses[]' : ''}`,
    params: { ...scopeParams(homes), ...(statuses && { statuses }) },
  },
});
