import { queryClient } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { attempt } from '../../parts/forms/attempt.ts';
import { isClosed } from '../../parts/ticket-words.ts';
import { createTicket, type TicketRow } from '../../replica/index.ts';
import { ticketQueries } from '../ticket/ticket-queries.ts';
import { whatOf } from './change-field.ts';

/** Creates a ticket with the same texts and fields. Comments, files, checklist and sub-tickets stay with the first. */
export const duplicateTicket = (row: TicketRow): Promise<unknown> =>
  attempt(async () => {
    const { description, estimate } = await queryClient.fetchQuery(ticketQueries.details(row.id));
    const {
      status,
      ownStatusId,
      priority,
      type,
      assigneeId,
      labelIds,
      groupId,
      milestoneId,
      parentId,
      dueDate,
    } = row;
    const { projectId, workspaceId } = row;
    createTicket(
      {
        ...{ priority, type, assigneeId, labelIds, groupId, milestoneId, parentId, dueDate, workspaceId },
        title: m.ticket.copyOf(row.title).slice(0, 500),
        ...(isClosed(row) ? { status: 'backlog' } : { status, ownStatusId }),
        ...(projectId !== null && { projectId }),
        ...(description && { description }),
        ...(typeof estimate === 'number' && { estimate }),
      },
      m.ticket.duplicated(whatOf([row])),
    );
  });
