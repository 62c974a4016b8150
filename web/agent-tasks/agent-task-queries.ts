import { queryOptions } from '@tanstack/react-query';
import { api, dataQuery } from '../api/index.ts';

/** The queries of the first screens; `taskQueries` has the others. All keys begin with `all`. */
export const agentTaskQueries = {
  all: ['agent-tasks'] as const,

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

  /** What waits for the person, in the order in which it frees most. */
  needs: () => dataQuery(['agent-tasks', 'needs'], ({ signal }) => api.listNeeds({ signal })),
};
