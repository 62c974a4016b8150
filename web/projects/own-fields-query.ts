import { api, dataQuery } from '../api/index.ts';
import { projectsKey } from './project-queries.ts';

/** The own fields of a project, in order; archived ones only where asked for. */
export const ownFieldsQuery = (projectId: string, archived = false) =>
  dataQuery([...projectsKey, 'fields', projectId, archived], () =>
    api.listFields({ params: { id: projectId }, query: { archived } }),
  );
