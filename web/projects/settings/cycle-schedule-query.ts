import { api, dataQuery } from '../../api/index.ts';
import { projectsKey } from '../project-queries.ts';

export const cycleScheduleQuery = (id: string) =>
  dataQuery([...projectsKey, 'cycle-schedule', id], () => api.getCycleSchedule({ params: { id } }));
