import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/index.ts';
import { projectsKey } from './project-queries.ts';

/** The own fields of a project, in order; archived ones only where asked for. */
export const ownFieldsQuery = (projectId: string, archived = false) =>
  queryOptions({
    queryKey: [...projectsKey, 'fields', projectId, archived],
    queryFn: async () => (await api.listFields({ params: { id: projectId }, query: { archived } })).data,
  });
