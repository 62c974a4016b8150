import { type ComponentType, type ReactNode, useMemo } from 'react';
import type { BootProject } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { Badge } from '../parts/display/badge.tsx';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Screen } from '../parts/display/screen.tsx';
import { tooltipAttributes } from '../parts/popups/tooltip.ts';
import { AllTicketsTabs, ProjectCrumb, ProjectTabs } from '../projects/index.ts';
import { useProject } from '../replica/index.ts';
import { Link, useParams } from '../router/index.ts';
import { FilterBar } from './filter/filter-bar.tsx';
import { lateList } from './list/late-list.ts';
import { ShareMenu, type ShareMenuProps } from './list/share-menu.tsx';
import { openNewTicket, type Prefill } from './new-ticket/new-ticket-state.ts';
import type { useTicketSearch } from './use-ticket-search.ts';

interface TicketsScreenProps extends ReturnType<typeof useTicketSearch> {
  /** Undefined for the tickets of all projects. */
  project: BootProject | undefined;
  layout: NonNullable<ShareMenuProps['layout']>;
  /** The initial fields of a ticket created here. */
  newTicket: Prefill | undefined;
  /** How many tickets match. */
  count: number | undefined;
  /** Beside the filters; the same element as long as it shows the same. */
  tools: ReactNode;
  className?: string;
  children: ReactNode;
}

/** The frame of a view of the tickets of a project, or of all. */
export function TicketsScreen({
  project,
  layout,
  newTicket,
  search,
  setSearch,
  count,
  tools,
  className,
  children,
}: TicketsScreenProps) {
  const lateParts = lateList.use(search.view !== undefined);
  // A moved card changes none of these: the same elements are not drawn again.
  const before = useMemo(
    () =>
      project ? (
        <ProjectCrumb project={project} />
      ) : (
        // The tabs hide the heading, which is only said.
        <span className="project-crumb" aria-hidden="true">
          {m.shell.allTickets}
        </span>
      ),
    [project],
  );
  const tabs = useMemo(
    () => (project ? <ProjectTabs projectKey={project.key} /> : <AllTicketsTabs />),
    [project?.key],
  );
  const bar = useMemo(
    () => (
      <FilterBar
        search={search}
        onChange={setSearch}
        projectId={project?.id}
        count={count}
        save={
          lateParts && (
            <lateParts.SaveView
              search={search}
              layout={layout}
              projectId={project?.id}
              projectKey={project?.key}
              onSaved={(view) => setSearch({ ...search, view }, { replace: true })}
            />
          )
        }
      >
        {tools}
        <ShareMenu
          search={project ? { ...search, project: project.key } : search}
          name={project?.name ?? m.shell.allTickets}
          projectId={project?.id}
          layout={layout}
        />
      </FilterBar>
    ),
    [search, setSearch, project, count, lateParts, layout, tools],
  );
  return (
    <Screen
      title={project ? m.shell[layout] : m.shell.allTickets}
      {...(className && { className })}
      before={before}
      tabs={tabs}
      beside={
        project &&
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
      bar={bar}
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
