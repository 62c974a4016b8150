import { m } from '../messages/index.ts';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Screen } from '../parts/display/screen.tsx';
import { Link } from '../router/index.ts';

/** Shown instead of a view of a project that is not there for this person. */
export function MissingProject({ projectKey }: { projectKey: string }) {
  const { project } = m.tickets;
  return (
    <Screen title={project.missing}>
      <EmptyState
        icon="folder"
        title={project.missing}
        text={project.missingText(projectKey)}
        action={<Link to="/">{m.shell.notFound.home}</Link>}
      />
    </Screen>
  );
}
