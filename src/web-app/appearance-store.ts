import { type Queries, statement } from '../platform/db/index.ts';
import type { Theme } from '../users/index.ts';

// A user who never changed a preference has no row; `coalesce` gives the defaults.
const ofSession = statement<{ tokenHash: string; now: number }, { theme: Theme; language: string }>(`
  select coalesce(p.theme, 'system') as theme, coalesce(p.language, 'en') as language
  from sessions s join users u on u.id = s.user_id left join preferences p on p.user_id = u.id
  where s.token_hash = :tokenHash and s.expires_at > :now and u.active = 1`);

export const findAppearance = (queries: Queries, tokenHash: string, now: number) =>
  queries.find(ofSession, { tokenHash, now });
