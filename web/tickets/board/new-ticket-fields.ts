import type { NewTicket, TicketPriority, TicketType } from '../../replica/index.ts';
import { type TicketSearch, valuesOfFilter } from '../ticket-search.ts';

/** What a ticket that is added to a filtered board gets, so that it is seen there: each filter with exactly one value. */
export function newTicketFields(
  projectId: string,
  search: TicketSearch,
): Omit<NewTicket, 'title' | 'status'> {
  const only = (name: 'assignee' | 'priority' | 'type' | 'label' | 'group') => {
    const values = valuesOfFilter(search, name);
    return values.length === 1 && values[0] !== 'none' ? values[0] : undefined;
  };
  const [assigneeId, priority, type, label, groupId] = [
    only('assignee'),
    only('priority') as TicketPriority | undefined,
    only('type') as TicketType | undefined,
    only('label'),
    only('group'),
  ];
  return {
    projectId,
    ...(assigneeId && { assigneeId }),
    ...(priority && { priority }),
    ...(type && { type }),
    ...(label && { labelIds: [label] }),
    ...(groupId && { groupId }),
  };
}
