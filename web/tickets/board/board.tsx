import { useParams } from '@tanstack/react-router';
import { m } from '../../messages/index.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Screen } from '../../parts/screen.tsx';
import { useProject } from '../../replica/index.ts';
import { ProjectBoard } from './project-board.tsx';

/** The screen `/p/$key/board`. */
export function Board() {
  const { key } = useParams({ strict: false });
  const project = useProject(key);
  if (!project) {
    return (
      <Screen title={m.shell.board}>
        <EmptyState icon="folder" title={m.board.noProject(key ?? '')} />
      </Screen>
    );
  }
  return <ProjectBoard key={project.id} project={project} />;
}
