import { toIso } from '../platform/instant.ts';
import { type listTickets, type TicketDetails, ticketKey } from '../tickets/index.ts';
import { shorten } from './shorten.ts';
import type { ToolAnswer } from './tool.ts';

type TicketItemRow = Awaited<ReturnType<typeof listTickets>>['rows'][number];

const commentsShown = 20;

/** One line of a list. */
export const describeItem = (row: TicketItemRow) => ({
  ticket: ticketKey(row.projectKey, row.number) ?? row.id,
  type: row.type,
  status: row.status,
  priority: row.priority,
  updatedAt: toIso(row.updatedAt),
});

/** What people wrote of it; their names, too, are what they like. */
export const wordsOf = (row: TicketItemRow) => ({
  title: row.title,
  ...(row.assigneeName !== null && { assignee: row.assigneeName }),
});

/** A ticket with its latest comments. People write them, also people outside: all their text is untrusted. */
export function describeTicket(ticket: TicketDetails): ToolAnswer {
  const { comments } = ticket;
  return {
    data: {
      ...describeItem(ticket),
      id: ticket.id,
      stage: ticket.stage,
      reporterId: ticket.reporterId,
      ...(ticket.assigneeId !== null && { assigneeId: ticket.assigneeId }),
      ...(ticket.dueDate !== null && { dueDate: toIso(ticket.dueDate) }),
      comments: ticket.commentCount,
    },
    untrusted: {
      ...wordsOf(ticket),
      reporter: ticket.reporterName,
      labels: ticket.labels.map(({ name }) => name),
      ...(ticket.description !== null && { description: shorten(ticket.description, 8_000) }),
      comments: comments.slice(-commentsShown).map((comment) => ({
        author: comment.authorName,
        at: toIso(comment.createdAt),
        content: shorten(comment.content, 2_000),
      })),
    },
  };
}
