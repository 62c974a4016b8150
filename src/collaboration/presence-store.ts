import { sql } from '../platform/db/index.ts';

/** One tab of a person: what it shows, until it expires. */
export interface Presence {
  userId: string;
  tab: string;
  ticketId: string | null;
  projectId: string | null;
  writing: Writing | null;
  isShown: number;
  seenAt: number;
  expiresAt: number;
}
export const writingPlaces = ['description', 'comment'] as const;
export type Writing = (typeof writingPlaces)[number];

/** Somebody else at the same place, once for each of their tabs. */
export interface Present {
  id: string;
  name: string;
  image: string | null;
  tab: string;
  writing: Writing | null;
}

type OfTab = { userId: string; tab: string };

export const findPresence = sql.find<OfTab, Presence>(`
  select user_id as "userId", tab, ticket_id as "ticketId", project_id as "projectId", writing,
    is_shown as "isShown", seen_at as "seenAt", expires_at as "expiresAt"
  from presences where user_id = :userId and tab = :tab`);

export const savePresence = sql.run<Presence>(`
  insert into presences (user_id, tab, ticket_id, project_id, writing, is_shown, seen_at, expires_at)
  values (:userId, :tab, :ticketId, :projectId, :writing, :isShown, :seenAt, :expiresAt)
  on conflict (user_id, tab) do update set ticket_id = excluded.ticket_id, project_id = excluded.project_id,
    writing = excluded.writing, is_shown = excluded.is_shown, seen_at = excluded.seen_at,
    expires_at = excluded.expires_at`);

export const deletePresence = sql.change<OfTab>(
  'delete from presences where user_id = :userId and tab = :tab',
);
export const deleteExpiredOf = sql.run<{ userId: string; now: number }>(
  'delete from presences where user_id = :userId and expires_at <= :now',
);
export const countTabs = sql.count<{ userId: string }, { total: number }>(
  'select count(*) as total from presences where user_id = :userId',
);

const others = `select p.user_id as "id", u.name, u.image, p.tab, p.writing
  from presences p join users u on u.id = p.user_id
  where p.user_id <> :userId and p.is_shown = 1 and p.expires_at > :now`;
type AtSubject = { subjectId: string; userId: string; now: number };
export const listOthersAtTicket = sql.list<AtSubject, Present>(
  `${others} and p.ticket_id = :subjectId order by u.name, p.tab limit 100`,
);
export const listOthersAtProject = sql.list<AtSubject, Present>(
  `${others} and p.project_id = :subjectId order by u.name, p.tab limit 100`,
);

/** Whether anybody else, shown or not, is there to hear of a change. */
export const hasOtherTabs = sql.exists<{ subjectId: string; tab: string; now: number }, { tab: string }>(`
  select tab from presences
  where (ticket_id = :subjectId or project_id = :subjectId) and tab <> :tab and expires_at > :now limit 1`);
export const hasWriters = sql.exists<{ ticketId: string; writing: string; now: number }, { tab: string }>(`
  select tab from presences
  where ticket_id = :ticketId and writing = :writing and expires_at > :now limit 1`);

export const deleteExpired = sql.run<{ now: number }>('delete from presences where expires_at <= :now');
