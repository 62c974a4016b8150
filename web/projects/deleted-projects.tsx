import type { ProjectWithDetails } from '../../sdk/index.ts';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { DataTable } from '../parts/display/data-table.tsx';
import { Section } from '../parts/display/section.tsx';
import { attempt } from '../parts/forms/attempt.ts';
import { showToast } from '../parts/popups/toasts.ts';
import { refreshProjects } from './project-queries.ts';

/** The server lists deleted projects only for those who may restore them. */
export function DeletedProjects({ projects }: { projects: readonly ProjectWithDetails[] }) {
  const restore = ({ id, name }: ProjectWithDetails) =>
    attempt(async () => {
      await api.restoreProject({ params: { id } });
      await refreshProjects();
      showToast({ text: m.projects.restored(name) });
    });
  return (
    <Section title={m.projects.deleted} text={m.projects.deletedText}>
      <DataTable
        label={m.projects.deleted}
        rows={projects}
        columns={[
          {
            title: m.words.project,
            header: true,
            phone: 'main',
            cell: ({ key, name }) => (
              <span className="project-table-name">
                <span className="project-table-key">{key}</span>
                {name}
              </span>
            ),
          },
          {
            title: m.projects.restore,
            actions: true,
            cell: (project) => (
              <Button
                icon="undo"
                aria-label={`${m.projects.restore}: ${project.name}`}
                onClick={() => void restore(project)}
              >
                {m.projects.restore}
              </Button>
            ),
          },
        ]}
      />
    </Section>
  );
}
