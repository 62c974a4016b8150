import { queryOptions } from '@tanstack/react-query';
import { api, dataQuery, queryClient } from '../../api/index.ts';
import { projectsKey, refreshProjects } from '../project-queries.ts';

const updatesKey = [...projectsKey, 'updates'] as const;

/** What was reported about a project, newest first. */
export const projectUpdatesQuery = (id: string) =>
  dataQuery([...updatesKey, id], () => api.listProjectUpdates({ params: { id }, query: { limit: 100 } }));

/** The tasks at which agents work now, and those that wait for an answer. */
export const liveTasksQuery = (project: string) =>
  dataQuery(['agent-tasks', 'live', project], () =>
    api.listAgentTasks({ query: { project, state: 'in_progress,waiting_for_user', limit: 100 } }),
  );

// A trial takes some seconds, and no event reports its end; people also merge outside Docket.
const checkingPollMs = 3_000;
const landingPollMs = 30_000;

/** The order in which finished branches merge. In the group of tasks, whose events make it load again. */
export const landingQuery = (id: string) =>
  queryOptions({
    queryKey: ['agent-tasks', 'landing', id],
    queryFn: async ({ signal }) => (await api.listLanding({ params: { id }, signal })).data,
    refetchInterval: ({ state: { data = [] } }) =>
      data.length > 0 && (data.some(({ state }) => state === 'checking') ? checkingPollMs : landingPollMs),
  });

export async function refreshOverview(): Promise<void> {
  await Promise.all([refreshProjects(), queryClient.invalidateQueries({ queryKey: updatesKey })]);
}
