import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/index.ts';
import { projectsKey } from '../../projects/index.ts';

export const templatesQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...projectsKey, 'templates', projectId],
    queryFn: async () => (await api.listTemplates({ params: { id: projectId } })).data,
  });

export const schedulesQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...projectsKey, 'schedules', projectId],
    queryFn: async () => (await api.listSchedules({ params: { id: projectId } })).data,
  });
