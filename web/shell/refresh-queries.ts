import { agentTaskQueries } from '../agent-tasks/index.ts';
import { agentQueries } from '../agents/index.ts';
import { queryClient, reloadStale } from '../api/index.ts';
import { attachmentQueries } from '../attachments/index.ts';
import { notificationsKey, showBrowserNotifications, takeOverSnoozed } from '../notifications/index.ts';
import { projectsKey, projectTicketsKey } from '../projects/index.ts';
import {
  type LiveEvent,
  onLive,
  readBoot,
  reloadBoot,
  subscribeAnswers,
  subscribeComments,
  subscribeEvents,
} from '../replica/index.ts';
import { statsKey } from '../stats/index.ts';
import { ticketQueries } from '../tickets/index.ts';
import { staleViews } from '../views/index.ts';
import { syncSettings } from './sync-settings.ts';
import { watchAgents } from './watch-agents.ts';

type Key = readonly unknown[];

/** The data outside of the replica that an event makes stale, by the beginning of its name. Visible data is reloaded. */
const staleAfter: Record<string, (event: LiveEvent) => Key[]> = {
  'ticket.': (event) => [...ofTicket(event), ...detailsOfParent(event), statsKey, projectTicketsKey],
  'project.': () => [projectsKey],
  'project_update.': () => [projectsKey],
  // Initiatives have counts over the tickets of their projects.
  'initiative.': () => [projectTicketsKey],
  'member.': () => [projectsKey],
  'field.': () => [projectsKey],
  'template.': () => [projectsKey],
  'schedule.': () => [projectsKey],
  'note.': () => [projectsKey],
  'notification.': () => [notificationsKey],
  'comment.': ofTicket,
  'reaction.': ofTicket,
  'criterion.': ofTicket,
  'evidence.': ofTicket,
  'review.': ofTicket,
  'gate.': ofTicket,
  'time_log.': ofTicket,
  'attachment.': (event) => [...ofTicket(event), ...attachmentKeys(event)],
  'view.': ({ type }) => [staleViews(type)],
  'agent.': () => [agentQueries.all],
  'agent_task.': (event) => [agentTaskQueries.all, ...ofTicket(event)],
};

/** Related events arrive together; their data is then loaded once. */
const togetherMs = 30;
let stale: Key[] = [];
let isCountStale = false;
/** The data of deleted tickets is not loaded again, because the server no longer has it. */
const deleted = new Set<unknown>();

/** Called once, after the replica has started. */
export function refreshQueries(): void {
  syncSettings();
  watchAgents();
  showBrowserNotifications();
  void takeOverSnoozed().catch(() => {});
  subscribeEvents((event) => {
    if (event.type === 'reset') return reloadStale();
    noteDeletion(event);
    const keys = Object.entries(staleAfter).flatMap(([name, keysOf]) =>
      event.type.startsWith(name) ? keysOf(event) : [],
    );
    if (event.type.startsWith('notification.')) isCountStale = true;
    if (stale.length === 0 && keys.length > 0) setTimeout(refresh, togetherMs);
    stale.push(...keys);
  });
  // The answer to a change has the texts; without this the old ones would show until they are loaded again.
  subscribeAnswers((ticket) => {
    const { queryKey } = ticketQueries.details(ticket.id);
    const isLoading = queryClient.isFetching({ queryKey, exact: true }) > 0;
    // A request in flight may have been answered before the change, and would show the old texts again.
    if (isLoading) void queryClient.cancelQueries({ queryKey, exact: true });
    queryClient.setQueryData(queryKey, (before) => before && { ...before, ...ticket });
    if (isLoading) void queryClient.invalidateQueries({ queryKey, exact: true });
  });
  // Until the ticket is loaded again, which also brings the mentions and the history.
  subscribeComments((comment) => {
    const { queryKey } = ticketQueries.details(comment.ticketId);
    queryClient.setQueryData(queryKey, (before) => {
      if (!before || before.comments.some(({ id }) => id === comment.id)) return before;
      return { ...before, comments: [...before.comments, comment] };
    });
    void queryClient.invalidateQueries({ queryKey: ticketQueries.ofTicket(comment.ticketId) });
  });
  // Data that was loaded before the stream began may lack changes made in between. Requests on their way are not repeated: a
  // page would ask for everything twice when it opens.
  onLive(async () => {
    void queryClient.invalidateQueries();
    const { unreadRows } = readBoot();
    await reloadBoot();
    // What came before the stream began may be missing in an answer on its way, beside a number that counts it.
    if (readBoot().unreadRows !== unreadRows) reloadStale({ queryKey: notificationsKey });
  });
}

function refresh(): void {
  const keys = new Map(stale.map((key) => [JSON.stringify(key), key]));
  stale = [];
  // The number beside the inbox is part of the boot data.
  if (isCountStale) void reloadBoot();
  isCountStale = false;
  for (const queryKey of keys.values()) {
    const predicate = ({ queryKey: parts }: { queryKey: Key }) => !parts.some((part) => deleted.has(part));
    reloadStale({ queryKey, predicate });
  }
}

function noteDeletion(event: LiveEvent): void {
  const id = findTicketId(event);
  if (id === undefined) return;
  if (event.type === 'ticket.deleted') deleted.add(id);
  // A restored ticket is changed again.
  else if (event.type === 'ticket.updated') deleted.delete(id);
}

function ofTicket(event: LiveEvent): Key[] {
  const id = findTicketId(event);
  return id === undefined ? [] : [ticketQueries.ofTicket(id)];
}

/** The details of a parent have the number of tickets below it. */
function detailsOfParent({ data }: LiveEvent): Key[] {
  const { row } = data as { row?: { parentId: string | null } };
  return row?.parentId ? [ticketQueries.details(row.parentId).queryKey] : [];
}

function attachmentKeys(event: LiveEvent): Key[] {
  const id = findTicketId(event);
  return id === undefined ? [] : [attachmentQueries.ofTicket(id).queryKey];
}

function findTicketId({ data }: LiveEvent): string | undefined {
  const { ticket } = data as { ticket?: { id: string } | null };
  return ticket?.id;
}
