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

export async function refreshOverview(): Promise<void> {
  await Promise.all([refreshProjects(), queryClient.invalidateQueries({ queryKey: updatesKey })]);
}
