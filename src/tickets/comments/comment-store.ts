import {
  byCreation,
  defineInsert,
  type Insert,
  listPage,
  pagedList,
  type Queries,
  sql,
  statement,
  type Tx,
} from '../../platform/db/index.ts';
import { foldCase } from '../../platform/fold-case.ts';
import type { Page } from '../../platform/paging.ts';

export interface Comment {
  id: string;
  ticketId: string;
  authorId: string;
  content: string;
  /** The person who imported it from a file; null for a comment written here. */
  importedBy: string | null;
  /** The first comment of its thread, which may be deleted; null for a first comment. */
  parentId: string | null;
  /** When its thread was resolved; null while it is open. */
  resolvedAt: number | null;
  resolvedBy: string | null;
  replyCount: number;
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

const columns = `c.id, c.ticket_id as "ticketId", c.author_id as "authorId", c.content, c.imported_by as "importedBy", c.version,
    c.parent_id as "parentId", c.resolved_at as "resolvedAt", c.resolved_by as "resolvedBy", c.reply_count as "replyCount",
    c.mention_count as "mentionCount", c.reaction_count as "reactionCount",
    c.created_at as "createdAt", c.updated_at as "updatedAt", u.name as "authorName", u.email as "authorEmail",
    u.image as "authorImage"`;
const joins = 'join users u on u.id = c.author_id';
const withAuthor = `select ${columns} from comments c ${joins}`;

const ofTicket = pagedList<{ ticketId: string }, CommentWithAuthor>({
  columns,
  from: 'comments c',
  joins,
  where: 'c.ticket_id = :ticketId',
  sort: byCreation('c.created_at', 'c.id', 'asc'),
});
export type NewComment = Pick<Comment, 'id' | 'ticketId' | 'authorId' | 'content' | 'createdAt'> & {
  parentId?: string | null;
  importedBy?: string | null;
};

const listLatestCommentsSql = statement<{ ticketId: string; limit: number }, CommentWithAuthor>(
  `${withAuthor} where c.ticket_id = :ticketId order by c.created_at desc, c.id desc limit :limit`,
);
/** The newest comments, in ascending order. */
export const listLatestComments = async (queries: Queries, ticketId: string, limit: number) =>
  (await queries.list(listLatestCommentsSql, { ticketId, limit })).reverse();
export const listComments = (queries: Queries, ticketId: string, page: Page, total: number) =>
  listPage(queries, ofTicket, { ticketId }, page, () => total);
/** The first comment of a thread and its replies. */
export const listThread = sql.page<{ ticketId: string; threadId: string }, CommentWithAuthor>({
  columns,
  from: 'comments c',
  joins,
  where: 'c.ticket_id = :ticketId and (c.id = :threadId or c.parent_id = :threadId)',
  sort: byCreation('c.created_at', 'c.id', 'asc'),
});
/** Finds a thread whose first comment is deleted, by one of its replies. */
export const findThreadByReply = sql.find<
  { ticketId: string; threadId: string },
  Pick<Comment, 'resolvedAt'>
>(`
  select c.resolved_at as "resolvedAt" from comments c
  where c.ticket_id = :ticketId and c.parent_id = :threadId limit 1`);
export const listThreadAuthors = sql.listValues<{ threadId: string }, { authorId: string }>(`
  select distinct c.author_id as "authorId" from comments c where c.id = :threadId or c.parent_id = :threadId`);
export const setThreadResolved = sql.run<{
  threadId: string;
  ticketId: string;
  at: number | null;
  by: string | null;
}>(`
  update comments set resolved_at = :at, resolved_by = :by
  where ticket_id = :ticketId and (id = :threadId or parent_id = :threadId)`);
export const changeReplyCount = sql.run<{ id: string; change: -1 | 1 }>(
  'update comments set reply_count = reply_count + :change where id = :id',
);
export const findComment = sql.find<{ id: string; ticketId: string }, CommentWithAuthor>(
  `${withAuthor} where c.id = :id and c.ticket_id = :ticketId`,
);
export const insertComments: Insert<NewComment> = defineInsert(
  'comments',
  'id ticketId authorId content createdAt',
  {
    content_folded: ({ content }) => foldCase(content),
    parent_id: ({ parentId }) => parentId ?? null,
    imported_by: ({ importedBy }) => importedBy ?? null,
    updated_at: ({ createdAt }) => createdAt,
  },
);

const updateCommentRowSql = statement<{ id: string; content: string; contentFolded: string; now: number }>(`
  update comments set content = :content, content_folded = :contentFolded, version = version + 1, updated_at = :now
  where id = :id`);
export const updateCommentRow = (tx: Queries, id: string, content: string, now: number) =>
  tx.run(updateCommentRowSql, { id, content, contentFolded: foldCase(content), now });
export const deleteCommentRow = sql.run<{ id: string }>('delete from comments where id = :id');

/** Updates `updatedAt` but not the version, so that a comment does not fail an edit with If-Match. */
export const changeCommentCount = sql.run<{ ticketId: string; change: -1 | 0 | 1; updatedAt: number }>(`
  update tickets set comment_count = comment_count + :change, updated_at = :updatedAt where id = :ticketId`);

/** Lists those of the ids that belong to existing comments. */
export const listPresentComments = sql.listValues<{ ids: string[] }, { id: string }>(
  'select id from comments where id in :ids[]',
);
/** `updatedAt` grows by the smallest step that shows readers a change, because the comments are from the past. */
const addImportedComments = sql.run<{ ticketId: string; count: number }>(`
  update tickets set comment_count = comment_count + :count, updated_at = updated_at + 1 where id = :ticketId`);

/** Inserts past comments of existing tickets. Nobody is notified of them. */
export async function insertImportedComments(tx: Tx, comments: NewComment[]): Promise<void> {
  await insertComments(tx, comments);
  for (const [ticketId, ofTicket] of Map.groupBy(comments, (comment) => comment.ticketId))
    await addImportedComments(tx, { ticketId, count: ofTicket.length });
}
