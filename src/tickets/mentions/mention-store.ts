import { insertMany, type Queries, sql, statement, type Tx } from '../../platform/db/index.ts';
import type { ProjectRole } from '../../projects/index.ts';
import type { WorkspaceRole } from '../../workspaces/index.ts';

export interface MentionedPerson {
  id: string;
  name: string;
  email: string;
  image: string | null;
}

export interface MentionCandidate extends MentionedPerson {
  role: ProjectRole | null;
  workspaceRole: WorkspaceRole | null;
}

interface CandidateScope {
  ticketId: string;
  projectId: string | null;
  workspaceId: string;
  /** The project or workspace whose members are all candidates, otherwise null. */
  membersOf: string | null;
  workspaceMembersOf: string | null;
}

export const listMentionCandidates = sql.list<CandidateScope, MentionCandidate>(`
  select u.id, u.name, u.email, u.image, pm.role, wm.role as "workspaceRole"
  from users u
  left join project_members pm on pm.project_id = :projectId and pm.user_id = u.id
  left join workspace_members wm on wm.workspace_id = :workspaceId and wm.user_id = u.id
  where u.active = 1 and u.id in (
    select user_id from project_members where project_id = :membersOf
    union select user_id from workspace_members where workspace_id = :workspaceMembersOf
    union select reporter_id from tickets where id = :ticketId
    union select assignee_id from tickets where id = :ticketId
    union select author_id from comments where ticket_id = :ticketId
    union select user_id from ticket_watchers where ticket_id = :ticketId and watching = 1)`);

const ofComments = statement<{ ids: string[] }, MentionedPerson & { commentId: string }>(`
  select m.comment_id as "commentId", u.id, u.name, u.email, u.image
  from comment_mentions m join users u on u.id = m.user_id where m.comment_id in :ids[] order by u.name, u.id`);
export async function listMentionsOf(queries: Queries, commentIds: string[]) {
  return commentIds.length === 0 ? [] : queries.list(ofComments, { ids: commentIds });
}

const forget = statement<{ commentId: string }>('delete from comment_mentions where comment_id = :commentId');
const setCount = statement<{ commentId: string; count: number }>(
  'update comments set mention_count = :count where id = :commentId',
);
export async function replaceMentions(tx: Tx, commentId: string, userIds: string[], before: number) {
  if (before > 0) await tx.run(forget, { commentId });
  if (userIds.length > 0) {
    await insertMany(
      tx,
      'comment_mentions',
      ['comment_id', 'user_id'],
      userIds.map((userId) => [commentId, userId]),
    );
  }
  if (userIds.length > 0 || before > 0) await tx.run(setCount, { commentId, count: userIds.length });
}
