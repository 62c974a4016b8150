import { defineInsert, type Insert, sql } from '../../platform/db/index.ts';
import { openCondition } from '../ticket.ts';
import type { Review, ReviewBy } from './review.ts';

/** Newest first. */
export const listReviewRows = sql.list<{ ticketId: string }, ReviewBy>(`
  select r.id, r.ticket_id as "ticketId", r.author_id as "authorId", r.verdict, r.comment, r.commit_sha as "commit",
    r.disqualified, r.created_at as "createdAt", u.name as "authorName", u.image as "authorImage",
    case when u.agent_owner_id is null then 0 else 1 end as "isAgent"
  from ticket_reviews r left join users u on u.id = r.author_id
  where r.ticket_id = :ticketId order by r.created_at desc, r.id desc`);

export const insertReview: Insert<Review> = defineInsert(
  'ticket_reviews',
  'id ticketId authorId verdict comment disqualified createdAt',
  { commit_sha: ({ commit }) => commit },
);

export interface Reviewer {
  id: string;
  name: string;
  image: string | null;
  /** 1 if it is an agent. */
  isAgent: number;
  askedAt: number;
}

export const listReviewerRows = sql.list<{ ticketId: string }, Reviewer>(`
  select u.id, u.name, u.image, case when u.agent_owner_id is null then 0 else 1 end as "isAgent", v.asked_at as "askedAt"
  from ticket_reviewers v join users u on u.id = v.user_id and u.active = 1
  where v.ticket_id = :ticketId order by u.name, u.id`);

export const insertReviewers: Insert<{ ticketId: string; userId: string; askedAt: number }> = defineInsert(
  'ticket_reviewers',
  'ticketId userId askedAt',
);

export const deleteReviewers = sql.run<{ ticketId: string; userIds: string[] }>(
  'delete from ticket_reviewers where ticket_id = :ticketId and user_id in :userIds[]',
);

/** A new commit asks the reviewers again. */
export const askAgain = sql.run<{ ticketId: string; now: number }>(
  'update ticket_reviewers set asked_at = :now where ticket_id = :ticketId',
);

/** The open tickets whose review the person has not given since they were asked, the longest asked first. */
export const listReviewsAskedOf = sql.list<
  { userId: string; limit: number },
  { ticketId: string; projectId: string | null; askedAt: number }
>(`
  select v.ticket_id as "ticketId", t.project_id as "projectId", v.asked_at as "askedAt" from ticket_reviewers v
  join tickets t on t.id = v.ticket_id and t.deleted_at is null and ${openCondition('t.status')}
  where v.user_id = :userId and not exists (
    select 1 from ticket_reviews r
    where r.author_id = v.user_id and r.ticket_id = v.ticket_id and r.created_at >= v.asked_at)
  order by v.asked_at, v.ticket_id limit :limit`);

/** When the person last reviewed each of the tickets. */
export const listOwnReviewTimes = sql.list<
  { userId: string; ticketIds: string[] },
  { ticketId: string; at: number }
>(`
  select ticket_id as "ticketId", max(created_at) as at from ticket_reviews
  where author_id = :userId and ticket_id in :ticketIds[] group by ticket_id`);
