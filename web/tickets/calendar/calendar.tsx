import { useProject } from '../../replica/index.ts';
import { useParams } from '../../router/index.ts';
import { MissingProject } from '../missing-project.tsx';
import { ProjectCalendar } from './project-calendar.tsx';

/** `/p/$key/calendar` */
export function Calendar() {
  const { key = '' } = useParams();
  const project = useProject(key);
  if (!project) return <MissingProject projectKey={key} />;
  return <ProjectCalendar key={project.id} project={project} />;
}
