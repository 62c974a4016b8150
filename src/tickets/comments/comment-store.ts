import {
  byCreation,
  defineInsert,
  listPage,
  pagedList,
  type Queries,
  statement,
} from '../../platform/db/index.ts';
import { foldCase } from '../../platform/fold-case.ts';
import type { Page } from '../../platform/paging.ts';

export interface Comment {
  id: string;
  ticketId: string;
  authorId: string;
  content: string;
  version: number;
  mentionCount: number;
  reactionCount: number;
  createdAt: number;
  updatedAt: number;
}

export interface CommentWithAuthor extends Comment {
  authorName: string;
  authorEmail: string;
  authorImage: string | null;
}

const columns = `c.id, c.ticket_id as "ticketId", c.author_id as "authorId", c.content, c.version,
    c.mention_count as "mentionCount", c.reaction_count as "reactionCount",
    c.created_at as "createdAt", c.updated_at as "updatedAt", u.name as "authorName", u.email as "authorEmail",
    u.image as "authorImage"`;
const joins = 'join users u on u.id = c.author_id';
const withAuthor = `select ${columns} from comments c ${joins}`;

const latest = statement<{ ticketId: string; limit: number }, CommentWithAuthor>(
  `${withAuthor} where c.ticket_id = :ticketId order by c.created_at desc, c.id desc limit :limit`,
);
const ofTicket = pagedList<{ ticketId: string }, CommentWithAuthor>({
  columns,
  from: 'comments c',
  joins,
  where: 'c.ticket_id = :ticketId',
  sort: byCreation('c.created_at', 'c.id', 'asc'),
});
const one = statement<{ id: string; ticketId: string }, CommentWithAuthor>(
  `${withAuthor} where c.id = :id and c.ticket_id = :ticketId`,
);
export type NewComment = Omit<Comment, 'version' | 'mentionCount' | 'reactionCount' | 'updatedAt'>;
const update = statement<{ id: string; content: string; contentFolded: string; now: number }>(`
  update comments set content = :content, content_folded = :contentFolded, version = version + 1, updated_at = :now
  where id = :id`);
const present = statement<{ ids: string[] }, { id: string }>('select id from comments where id in :ids[]');
const addImported = statement<{ ticketId: string; count: number }>(`
  update tickets set comment_count = comment_count + :count, updated_at = updated_at + 1 where id = :ticketId`);
const remove = statement<{ id: string }>('delete from comments where id = :id');
const changeCount = statement<{ ticketId: string; change: number; updatedAt: number }>(`
  update tickets set comment_count = comment_count + :change, updated_at = :updatedAt where id = :ticketId`);

/** The newest comments, in ascending order. */
export const listLatestComments = async (queries: Queries, ticketId: string, limit: number) =>
  (await queries.list(latest, { ticketId, limit })).reverse();
export const listComments = (queries: Queries, ticketId: string, page: Page, total: number) =>
  listPage(queries, ofTicket, { ticketId }, page, () => total);
export const findComment = (queries: Queries, ticketId: string, id: string) =>
  queries.find(one, { ticketId, id });
export const insertComments = defineInsert<NewComment>('comments', {
  id: ({ id }) => id,
  ticket_id: ({ ticketId }) => ticketId,
  author_id: ({ authorId }) => authorId,
  content: ({ content }) => content,
  content_folded: ({ content }) => foldCase(content),
  created_at: ({ createdAt }) => createdAt,
  updated_at: ({ createdAt }) => createdAt,
});
export const updateCommentRow = (tx: Queries, id: string, content: string, now: number) =>
  tx.run(update, { id, content, contentFolded: foldCase(content), now });
export const deleteCommentRow = (tx: Queries, id: string) => tx.run(remove, { id });

/** Updates `updatedAt` but not the version, so that a comment does not fail an edit with If-Match. */
export const changeCommentCount = (tx: Queries, ticketId: string, change: -1 | 0 | 1, updatedAt: number) =>
  tx.run(changeCount, { ticketId, change, updatedAt });

/** Of the given ids, those of comments that exist. */
export const listPresentComments = async (queries: Queries, ids: string[]) =>
  (await queries.list(present, { ids })).map(({ id }) => id);
/** `updatedAt` grows by the least step that shows readers a change: the comments are from the past. */
export const addImportedComments = (tx: Queries, ticketId: string, count: number) =>
  tx.run(addImported, { ticketId, count });
