import type { ProjectWithDetails } from '../../sdk/index.ts';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { attempt } from '../parts/attempt.ts';
import { Button } from '../parts/button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Section } from '../parts/section.tsx';
import { showToast } from '../parts/toasts.ts';
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
        rowKey={({ id }) => id}
        columns={[
          {
            title: m.projects.project,
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
            titleHidden: true,
            align: 'end',
            phone: 'end',
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
