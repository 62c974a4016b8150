import type { Queries } from '../../platform/db/index.ts';
import { canReadProject } from '../../projects/index.ts';
import type { CommentWithAuthor } from '../comments/comment-store.ts';
import { canReadTicket, isNotDeleted } from '../ticket-access.ts';
import { findTicket, type TicketRow } from '../ticket-store.ts';
import { matchMentions, parseMentions } from './mention.ts';
import { listMentionCandidates, listMentionsOf, type MentionedPerson } from './mention-store.ts';

export interface CommentWithMentions extends CommentWithAuthor {
  mentions: MentionedPerson[];
}

/**
 * Finds the users whom a text on the ticket mentions. `ticket` has the roles of the author: a name only matches users
 * whom the author can see anyway and who may read the ticket, so that guessing names reveals nobody.
 */
export async function findMentioned(queries: Queries, ticket: TicketRow, text: string) {
  const names = parseMentions(text);
  if (names.length === 0) return [];
  const { id, projectId, workspaceId, role, workspaceRole, workspaceKind } = ticket;
  const visibility = ticket.visibility ?? 'private';
  const seesMembers =
    projectId !== null &&
    canReadProject(undefined, { projectId, role, workspaceRole, workspaceKind, visibility });
  const people = await listMentionCandidates(queries, {
    ticketId: id,
    projectId,
    workspaceId,
    membersOf: seesMembers ? projectId : null,
    workspaceMembersOf: workspaceRole === null ? null : workspaceId,
  });
  const readers = people.filter((person) =>
    canReadTicket(
      { userId: person.id },
      { ...ticket, role: person.role, workspaceRole: person.workspaceRole },
    ),
  );
  return matchMentions(names, readers).map(({ id: userId, name, email, image }) => ({
    id: userId,
    name,
    email,
    image,
  }));
}

export async function withMentions(queries: Queries, comments: CommentWithAuthor[]) {
  const mentions = await listMentionsOf(
    queries,
    comments.filter(({ mentionCount }) => mentionCount > 0).map(({ id }) => id),
  );
  return comments.map(
    (comment): CommentWithMentions => ({
      ...comment,
      mentions: mentions
        .filter(({ commentId }) => commentId === comment.id)
        .map(({ id, name, email, image }) => ({ id, name, email, image })),
    }),
  );
}

/** For readers of events: finds who is mentioned, by present access rights. Nobody is if the ticket is deleted. */
export async function findMentionedBy(queries: Queries, authorId: string, ticketId: string, text: string) {
  if (parseMentions(text).length === 0) return [];
  const ticket = await findTicket(queries, ticketId, { userId: authorId });
  return ticket && isNotDeleted(ticket)
    ? (await findMentioned(queries, ticket, text)).map(({ id }) => id)
    : [];
}

/** The names of those whom a text mentions, by what is written after the @, by present access rights. */
export async function nameMentions(queries: Queries, authorId: string, ticketId: string, text: string) {
  const written = parseMentions(text);
  const ticket = written.length === 0 ? undefined : await findTicket(queries, ticketId, { userId: authorId });
  if (!ticket || !isNotDeleted(ticket)) return [];
  const people = await findMentioned(queries, ticket, text);
  return written.flatMap((one) => {
    const [person] = matchMentions([one], people);
    return person ? [{ written: one, name: person.name }] : [];
  });
}
