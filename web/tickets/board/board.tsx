import { useProject } from '../../replica/index.ts';
import { useParams } from '../../router/index.ts';
import { MissingProject } from '../missing-project.tsx';
import { ProjectBoard } from './project-board.tsx';

/** `/p/$key/board` */
export function Board() {
  const { key = '' } = useParams();
  const project = useProject(key);
  if (!project) return <MissingProject projectKey={key} />;
  return <ProjectBoard key={project.id} project={project} />;
}
