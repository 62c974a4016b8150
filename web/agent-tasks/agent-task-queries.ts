import { queryOptions } from '@tanstack/react-query';
import type { AgentTaskItem } from '../../sdk/index.ts';
import { api } from '../api/index.ts';

/** How many ended tasks the board shows, for each kind of end. */
const endedMax = 30;
/** Heartbeats extend a lease without an event. */
const leaseRefreshMs = 10_000;

export const agentTaskQueries = {
  all: ['agent-tasks'] as const,

  /** The tasks of a ticket, newest first. */
  ofTicket: (ticketId: string) =>
    queryOptions({
      queryKey: ['agent-tasks', 'of-ticket', ticketId],
      queryFn: async ({ signal }) =>
        (await api.listTicketAgentTasks({ params: { id: ticketId }, query: { limit: 100 }, signal })).data,
    }),

  /** What agents work on or ask about in a project at present. */
  activeOf: (projectId: string) =>
    queryOptions({
      queryKey: ['agent-tasks', 'active', projectId],
      queryFn: async ({ signal }) => {
        const query = { project: projectId, state: 'in_progress,waiting_for_user', limit: 100 };
        return (await api.listAgentTasks({ query, signal })).data;
      },
    }),

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

  /** A task with its steps and artifacts. */
  task: (id: string) =>
    queryOptions({
      queryKey: ['agent-tasks', 'task', id],
      queryFn: async ({ signal }) => (await api.getAgentTask({ params: { id }, signal })).data,
    }),
};

const isLeased = ({ lease }: AgentTaskItem) => lease !== null;
