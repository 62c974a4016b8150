import { useDeferredValue } from 'react';
import type { BootProject } from '../../../sdk/index.ts';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Badge } from '../../parts/display/badge.tsx';
import { EmptyState } from '../../parts/display/empty-state.tsx';
import { Screen } from '../../parts/display/screen.tsx';
import { tooltipAttributes } from '../../parts/popups/tooltip.ts';
import { ProjectCrumb, ProjectTabs } from '../../projects/index.ts';
import { FilterBar } from '../filter/filter-bar.tsx';
import { openNewTicket } from '../new-ticket/new-ticket-state.ts';
import { isFiltered, listDefaults, toViewQuery, usualOrder, withoutFilters } from '../ticket-search.ts';
import { useTicketSearch } from '../use-ticket-search.ts';
import { DisplayMenu } from './display-menu.tsx';
import { ShareMenu } from './share-menu.tsx';
import { TicketList } from './ticket-list.tsx';
import { useTicketGroups } from './use-ticket-groups.ts';

/** The tickets of a project as a list. */
export function ProjectList({ project }: { project: BootProject }) {
  const { search, setSearch } = useTicketSearch();
  // Deferred, so that typing a filter stays smooth over many rows.
  const shown = useDeferredValue(search);
  const groupBy = shown.groupBy ?? listDefaults.groupBy;
  const sort = shown.sort ?? listDefaults.sort;
  const query = toViewQuery(
    { ...shown, sort, order: shown.order ?? usualOrder(sort) },
    { project: project.id },
  );
  const tickets = useTicketGroups(query, groupBy);
  const mayCreate = project.may.createTicket;
  return (
    <Screen
      title={m.shell.list}
      before={<ProjectCrumb project={project} />}
      tabs={<ProjectTabs projectKey={project.key} />}
      beside={
        !mayCreate && (
          <span {...tooltipAttributes(project.mayNot.createTicket)}>
            <Badge>{m.tickets.readOnly}</Badge>
          </span>
        )
      }
      actions={
        mayCreate && (
          <Button
            icon="plus"
            keys="c"
            tooltip={m.tickets.create.title}
            onClick={() => openNewTicket({ projectId: project.id })}
          >
            {m.tickets.create.title}
          </Button>
        )
      }
      bar={
        <FilterBar search={search} onChange={setSearch} projectId={project.id} count={tickets.count}>
          <DisplayMenu search={search} onChange={setSearch} />
          <ShareMenu
            search={{ ...search, project: project.key }}
            name={project.name}
            projectId={project.id}
          />
        </FilterBar>
      }
    >
      <TicketList
        tickets={tickets}
        groupBy={groupBy}
        search={shown}
        projectId={mayCreate ? project.id : undefined}
        scope={project.id}
        empty={
          isFiltered(shown) ? (
            <EmptyState
              icon="filter"
              title={m.tickets.empty.filtered}
              action={
                <Button onClick={() => setSearch(withoutFilters(search))}>{m.tickets.empty.clear}</Button>
              }
            />
          ) : (
            <EmptyState
              icon="list"
              title={m.tickets.empty.title}
              text={mayCreate ? m.tickets.empty.text : m.tickets.empty.readOnly}
              action={
                mayCreate && (
                  <Button
                    look="primary"
                    icon="plus"
                    keys="c"
                    onClick={() => openNewTicket({ projectId: project.id })}
                  >
                    {m.tickets.create.title}
                  </Button>
                )
              }
            />
          )
        }
      />
    </Screen>
  );
}
