import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/index.ts';
import { projectsKey } from '../project-queries.ts';

export const cycleScheduleQuery = (id: string) =>
  queryOptions({
    queryKey: [...projectsKey, 'cycle-schedule', id],
    queryFn: async () => (await api.getCycleSchedule({ params: { id } })).data,
  });
