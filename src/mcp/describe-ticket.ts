import { toIso } from '../platform/instant.ts';
import { type listTickets, type TicketDetails, ticketKey } from '../tickets/index.ts';
import { pickChoices } from './choice-fields.ts';
import { shorten } from './shorten.ts';
import type { ToolOutput } from './tool.ts';

type TicketItemRow = Awaited<ReturnType<typeof listTickets>>['rows'][number];

const commentsShown = 20;

/** A ticket in a list: one object with its key. The titles are untrusted, so all of it is. */
export const describeTicketRow = (row: TicketItemRow) => ({
  ...describeTicketItem(row),
  ...untrustedTicketFields(row),
});

const describeTicketItem = (row: TicketItemRow) => ({
  ticket: ticketKey(row.projectKey, row.number) ?? row.id,
  ...pickChoices(row),
  updatedAt: toIso(row.updatedAt),
});

/** The untrusted fields of a ticket in a list. Users choose their own names, so these are untrusted too. */
const untrustedTicketFields = (row: TicketItemRow) => ({
  title: row.title,
  ...(row.assigneeName !== null && { assignee: row.assigneeName }),
});

/** A ticket after a change: what the agent may not know yet, without texts that it has read or written itself. */
export const describeChange = (ticket: TicketDetails): ToolOutput => ({
  data: trustedFields(ticket),
  untrusted: untrustedTicketFields(ticket),
});

/** A ticket with its latest comments. Anybody may have written its texts, so all of them are untrusted. */
export function describeTicket(ticket: TicketDetails): ToolOutput {
  const { comments } = ticket;
  return {
    data: trustedFields(ticket),
    untrusted: {
      ...untrustedTicketFields(ticket),
      reporter: ticket.reporterName,
      labels: ticket.labels.map(({ name }) => name),
      ...(ticket.fieldValues.length > 0 && {
        fields: Object.fromEntries(
          ticket.fieldValues.map(({ name, value, text }) => [
            name,
            typeof value === 'number' || typeof value === 'boolean' ? value : shorten(text, 2_000),
          ]),
        ),
      }),
      ...(ticket.description !== null && { description: shorten(ticket.description, 8_000) }),
      ...(ticket.checklist.length > 0 && {
        checklist: ticket.checklist.map(({ text, done }) => `[${done ? 'x' : ' '}] ${text}`),
      }),
      comments: comments.slice(-commentsShown).map((comment) => ({
        author: comment.authorName,
        at: toIso(comment.createdAt),
        content: shorten(comment.content, 2_000),
      })),
    },
  };
}

const trustedFields = (ticket: TicketDetails) => ({
  ...describeTicketItem(ticket),
  id: ticket.id,
  stage: ticket.stage,
  reporterId: ticket.reporterId,
  ...(ticket.assigneeId !== null && { assigneeId: ticket.assigneeId }),
  ...(ticket.dueDate !== null && { dueDate: toIso(ticket.dueDate) }),
  ...(ticket.descendants.total > 0 && { children: ticket.children, descendants: ticket.descendants }),
  ...(ticket.estimate !== null && { estimate: ticket.estimate }),
  comments: ticket.commentCount,
});
