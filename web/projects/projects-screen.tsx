import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { ProjectWithDetails } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { TextInput } from '../parts/controls/text-input.tsx';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Loaded } from '../parts/display/loaded.tsx';
import { Screen } from '../parts/display/screen.tsx';
import { Section } from '../parts/display/section.tsx';
import { ShowMore } from '../parts/display/show-more.tsx';
import { useMe } from '../replica/index.ts';
import { navigate, useSearch } from '../router/index.ts';
import { DeletedProjects } from './deleted-projects.tsx';
import { NewProjectDialog } from './new-project-dialog.tsx';
import { projectsQuery } from './project-queries.ts';
import { ProjectTable } from './project-table.tsx';
import './projects-screen.css';

/** `/projects`; `?new=true` opens the dialog for a new one. */
export function ProjectsScreen() {
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const isNew = useSearch().new === true;
  const mayNotCreate = useMe().role === 'VIEWER' ? m.projects.mayNotCreate : undefined;
  const query = useInfiniteQuery(projectsQuery(search));
  const setNew = (open: boolean) =>
    void navigate({ to: '/projects', search: open ? { new: true } : {}, replace: true });
  const newButton = (
    <Button look="primary" icon="plus" disabled={mayNotCreate ?? false} onClick={() => setNew(true)}>
      {m.projects.newProject}
    </Button>
  );
  return (
    <Screen title={m.words.projects} look="wide" actions={newButton}>
      <div className="projects-search">
        <TextInput
          type="search"
          icon="search"
          aria-label={m.projects.search}
          placeholder={m.projects.search}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <Loaded query={query} rows={6}>
        {({ pages }) => {
          const projects = pages.flatMap(({ data }) => data);
          if (projects.length > 0) return <ProjectGroups projects={projects} />;
          return search ? (
            <EmptyState
              icon="search"
              title={m.projects.noMatch(search)}
              action={<Button onClick={() => setText('')}>{m.projects.clearSearch}</Button>}
            />
          ) : (
            <EmptyState
              icon="folder"
              title={m.projects.none}
              text={m.projects.noneText}
              action={!mayNotCreate && newButton}
            />
          );
        }}
      </Loaded>
      {query.hasNextPage && (
        <div className="table-more">
          <ShowMore query={query} />
        </div>
      )}
      <NewProjectDialog open={isNew && !mayNotCreate} onClose={() => setNew(false)} />
    </Screen>
  );
}

function ProjectGroups({ projects }: { projects: readonly ProjectWithDetails[] }) {
  const active = projects.filter(({ status }) => status === 'active');
  const archived = projects.filter(({ status }) => status === 'archived');
  const deleted = projects.filter(({ status }) => status === 'deleted');
  return (
    <div className="projects-groups">
      {active.length > 0 && <ProjectTable label={m.words.projects} projects={active} />}
      {archived.length > 0 && (
        <Section title={m.projects.archived} text={m.projects.archivedText}>
          <ProjectTable label={m.projects.archived} projects={archived} />
        </Section>
      )}
      {deleted.length > 0 && <DeletedProjects projects={deleted} />}
    </div>
  );
}
