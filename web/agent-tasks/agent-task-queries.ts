import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/index.ts';

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

  /** A task with its steps and artifacts. */
  task: (id: string) =>
    queryOptions({
      queryKey: ['agent-tasks', 'task', id],
      queryFn: async ({ signal }) => (await api.getAgentTask({ params: { id }, signal })).data,
    }),
};
