import { useProject } from '../../replica/index.ts';
import { useParams } from '../../router/index.ts';
import { MissingProject } from '../missing-project.tsx';
import { ProjectTimeline } from './project-timeline.tsx';

/** `/p/$key/timeline` */
export function Timeline() {
  const { key = '' } = useParams();
  const project = useProject(key);
  if (!project) return <MissingProject projectKey={key} />;
  return <ProjectTimeline key={project.id} project={project} />;
}
