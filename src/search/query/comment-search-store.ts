import { dynamicStatement, likeParams, type Queries } from '../../platform/db/index.ts';

const commentsMax = 100;

/** The newest comments on these tickets that contain any of the words. */
export function listMatchingComments(queries: Queries, ids: string[], words: string[]) {
  const anyWord = words.map((_, i) => `content_folded like :word${i} escape '!'`).join(' or ');
  const shape = dynamicStatement<object, { ticketId: string; content: string }>(`
    select ticket_id as "ticketId", content from comments where ticket_id in :ids[] and (${anyWord})
    order by created_at desc limit ${commentsMax}`);
  return queries.list(shape, { ids, ...likeParams(words) });
}
