import { m } from '../../messages/index.ts';
import { EmptyState } from '../../parts/display/empty-state.tsx';
import { Screen } from '../../parts/display/screen.tsx';
import { useProject } from '../../replica/index.ts';
import { Link, useParams } from '../../router/index.ts';
import { ProjectList } from './project-list.tsx';

/** `/p/$key/list` */
export function ListScreen() {
  const { key = '' } = useParams();
  const project = useProject(key);
  if (project) return <ProjectList key={project.id} project={project} />;
  return (
    <Screen title={m.tickets.project.missing}>
      <EmptyState
        icon="folder"
        title={m.tickets.project.missing}
        text={m.tickets.project.missingText(key)}
        action={<Link to="/">{m.shell.notFound.home}</Link>}
      />
    </Screen>
  );
}
