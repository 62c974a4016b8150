import { agentTaskQueries } from '../agent-tasks/index.ts';
import { queryClient } from '../api/index.ts';
import { attachmentQueries } from '../attachments/index.ts';
import { type LiveEvent, subscribeAnswers, subscribeEvents } from '../replica/index.ts';
import { ticketQueries } from '../tickets/index.ts';

type Key = readonly unknown[];

/** Which cold data an event makes stale, by the beginning of its name. What is on screen is loaded again at once. */
const staleAfter: Record<string, (event: LiveEvent) => Key[]> = {
  'ticket.': ofTicket,
  'comment.': ofTicket,
  'reaction.': ofTicket,
  'time_log.': ofTicket,
  'attachment.': (event) => [...ofTicket(event), ...attachmentsOf(event)],
  'agent_task.': (event) => [agentTaskQueries.all, ...ofTicket(event)],
};

/** Called once, after the replica has started. */
export function refreshQueries(): void {
  subscribeEvents((event) => {
    for (const [name, keysOf] of Object.entries(staleAfter)) {
      if (!event.type.startsWith(name)) continue;
      for (const queryKey of keysOf(event)) void queryClient.invalidateQueries({ queryKey });
    }
  });
  // The answer to a change has the texts; without this the old ones would show until they are loaded again.
  subscribeAnswers((ticket) => {
    const { queryKey } = ticketQueries.details(ticket.id);
    queryClient.setQueryData(queryKey, (before) => before && { ...before, ...ticket });
  });
}

function ofTicket(event: LiveEvent): Key[] {
  const id = ticketIdOf(event);
  return id === undefined ? [] : [ticketQueries.ofTicket(id)];
}

function attachmentsOf(event: LiveEvent): Key[] {
  const id = ticketIdOf(event);
  return id === undefined ? [] : [attachmentQueries.ofTicket(id).queryKey];
}

function ticketIdOf({ data }: LiveEvent): string | undefined {
  const { ticket } = data as { ticket?: { id: string } | null };
  return ticket?.id;
}
