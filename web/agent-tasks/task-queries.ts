import { queryOptions } from '@tanstack/react-query';
import type { AgentTaskItem } from '../../sdk/index.ts';
import { api, dataQuery } from '../api/index.ts';

/** How many ended tasks the board shows, for each kind of end. */
const endedMax = 30;
/** Heartbeats extend a lease without an event. */
const leaseRefreshMs = 10_000;

/** The queries that no first screen needs. */
export const taskQueries = {
  /** The tasks of a ticket, newest first. */
  ofTicket: (ticketId: string) =>
    dataQuery(['agent-tasks', 'of-ticket', ticketId], ({ signal }) =>
      api.listTicketAgentTasks({ params: { id: ticketId }, query: { limit: 100 }, signal }),
    ),

  /** Tasks whose agent waits for an answer. */
  asking: () =>
    dataQuery(['agent-tasks', 'asking'], ({ signal }) =>
      api.listAgentTasks({ query: { state: 'waiting_for_user', limit: 20 }, signal }),
    ),

  /** Every unfinished task, and the latest that ended. */
  board: () =>
    queryOptions({
      queryKey: ['agent-tasks', 'board'],
      queryFn: async ({ signal }) => {
        const list = (state: string, limit: number) =>
          api.listAgentTasks({ query: { state, limit }, signal }).then(({ data }) => data);
        const unfinished = ['in_progress,waiting_for_user', 'queued'].map((state) => list(state, 100));
        const ended = ['completed', 'failed,timed_out,cancelled'].map((state) => list(state, endedMax));
        return (await Promise.all([...unfinished, ...ended])).flat();
      },
      refetchInterval: ({ state: { data = [] } }) => data.some(isLeased) && leaseRefreshMs,
    }),

  /** What people told the agent of a task, oldest first. */
  messages: (id: string) =>
    dataQuery(['agent-tasks', 'messages', id], ({ signal }) =>
      api.listAgentTaskMessages({ params: { id }, query: { limit: 100 }, signal }),
    ),

  /** Which agents a comment with these mentions would wake. */
  wakes: (ticketId: string, mentions: readonly string[]) =>
    dataQuery(['agent-tasks', 'wakes', ticketId, ...mentions], ({ signal }) =>
      api.previewWakes({
        params: { id: ticketId },
        body: { text: mentions.map((name) => `@${name}`).join(' ') },
        signal,
      }),
    ),

  /** What agents may cost on a ticket, and what they did. */
  ticketBudget: (ticketId: string) =>
    dataQuery(['agent-tasks', 'budget', ticketId], ({ signal }) =>
      api.getTicketAgentBudget({ params: { id: ticketId }, signal }),
    ),
};

const isLeased = ({ lease }: AgentTaskItem) => lease !== null;
