import { api, dataQuery, queryClient } from '../../../api/index.ts';
import { projectsKey } from '../../project-queries.ts';

export const notesQuery = (id: string) =>
  dataQuery([...projectsKey, 'memory', id], () => api.listNotes({ params: { id } }));

export const refreshNotes = (id: string) => queryClient.invalidateQueries(notesQuery(id));

export const limitsQuery = (id: string) =>
  dataQuery([...projectsKey, 'agent-limits', id], () => api.getAgentLimits({ params: { id } }));

export const workflowQuery = (id: string) =>
  dataQuery([...projectsKey, 'agent-workflow', id], () => api.getAgentWorkflow({ params: { id } }));

export const branchesQuery = (id: string) =>
  dataQuery([...projectsKey, 'agent-branches', id], () => api.getAgentBranches({ params: { id } }));

export const gatesQuery = (id: string) =>
  dataQuery([...projectsKey, 'gates', id], () => api.getGates({ params: { id } }));
