import type { ComponentType, ReactNode } from 'react';
import type { BootProject } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { Badge } from '../parts/display/badge.tsx';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Screen } from '../parts/display/screen.tsx';
import { tooltipAttributes } from '../parts/popups/tooltip.ts';
import { ProjectCrumb, ProjectTabs } from '../projects/index.ts';
import { useProject } from '../replica/index.ts';
import { Link, useParams } from '../router/index.ts';
import { FilterBar } from './filter/filter-bar.tsx';
import { ShareMenu, type ShareMenuProps } from './list/share-menu.tsx';
import { openNewTicket, type Prefill } from './new-ticket/new-ticket-state.ts';
import type { useTicketSearch } from './use-ticket-search.ts';

interface ProjectScreenProps extends ReturnType<typeof useTicketSearch> {
  project: BootProject;
  layout: NonNullable<ShareMenuProps['layout']>;
  /** The initial fields of a ticket created here. */
  newTicket: Prefill | undefined;
  /** How many tickets match. */
  count: number | undefined;
  /** Beside the filters. */
  tools: ReactNode;
  className?: string;
  children: ReactNode;
}

/** The frame of a view of a project's tickets. */
export function ProjectScreen({
  project,
  layout,
  newTicket,
  search,
  setSearch,
  count,
  tools,
  className,
  children,
}: ProjectScreenProps) {
  return (
    <Screen
      title={m.shell[layout]}
      {...(className && { className })}
      before={<ProjectCrumb project={project} />}
      tabs={<ProjectTabs projectKey={project.key} />}
      beside={
        !newTicket && (
          <span {...tooltipAttributes(project.mayNot.createTicket)}>
            <Badge>{m.tickets.readOnly}</Badge>
          </span>
        )
      }
      actions={
        newTicket && (
          <Button
            icon="plus"
            keys="c"
            tooltip={m.tickets.create.title}
            onClick={() => openNewTicket(newTicket)}
          >
            {m.tickets.create.title}
          </Button>
        )
      }
      bar={
        <FilterBar search={search} onChange={setSearch} projectId={project.id} count={count}>
          {tools}
          <ShareMenu
            search={{ ...search, project: project.key }}
            name={project.name}
            projectId={project.id}
            layout={layout}
          />
        </FilterBar>
      }
    >
      {children}
    </Screen>
  );
}

/** The screen of an address `/p/$key/…`; it begins anew for another project. */
export function ofProject(ProjectView: ComponentType<{ project: BootProject }>) {
  return function OfProject() {
    const { key = '' } = useParams();
    const project = useProject(key);
    if (project) return <ProjectView key={project.id} project={project} />;
    const { missing, missingText } = m.tickets.project;
    return (
      <Screen title={missing}>
        <EmptyState
          icon="folder"
          title={missing}
          text={missingText(key)}
          action={<Link to="/">{m.shell.notFound.home}</Link>}
        />
      </Screen>
    );
  };
}
