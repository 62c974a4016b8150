import { type ReactNode, useDeferredValue } from 'react';
import type { BootProject } from '../../../sdk/index.ts';
import { Screen } from '../../parts/display/screen.tsx';
import { ProjectCrumb } from '../../projects/index.ts';
import { FilterBar } from '../filter/filter-bar.tsx';
import { DisplayMenu } from '../list/display-menu.tsx';
import { NoMatches } from '../list/empty-tickets.tsx';
import { ShareMenu } from '../list/share-menu.tsx';
import { TicketList } from '../list/ticket-list.tsx';
import { useTicketGroups } from '../list/use-ticket-groups.ts';
import { type TicketSearch, toViewQuery, usualOrder, withoutFilters } from '../ticket-search.ts';

interface SearchListProps {
  title: string;
  search: TicketSearch;
  onChange: (search: TicketSearch, options?: { replace?: boolean }) => void;
  scope: string;
  /** Set for a view of one project. */
  project?: BootProject | undefined;
  beside?: ReactNode;
  actions?: ReactNode;
}

/** Tickets of any project by filters, for saved views. */
export function SearchList({ title, search, onChange, scope, project, beside, actions }: SearchListProps) {
  const shown = useDeferredValue(search);
  const groupBy = shown.groupBy ?? 'none';
  const sort = shown.sort ?? 'updatedAt';
  const query = toViewQuery(
    { ...shown, sort, order: shown.order ?? usualOrder(sort) },
    project ? { project: project.id } : {},
  );
  const tickets = useTicketGroups(query, groupBy, shown);
  return (
    <Screen
      title={title}
      before={project && <ProjectCrumb project={project} />}
      beside={beside}
      actions={actions}
      bar={
        <FilterBar search={search} onChange={onChange} projectId={project?.id} count={tickets.count}>
          <DisplayMenu
            search={search}
            onChange={onChange}
            defaults={{ sort: 'updatedAt', groupBy: 'none' }}
            projectId={project?.id}
          />
          <ShareMenu
            search={project ? { ...search, project: project.key } : search}
            name={title}
            projectId={project?.id}
          />
        </FilterBar>
      }
    >
      <TicketList
        tickets={tickets}
        groupBy={groupBy}
        search={shown}
        projectId={project?.may.createTicket ? project.id : undefined}
        scope={scope}
        empty={<NoMatches onClear={() => onChange(withoutFilters(search))} />}
      />
    </Screen>
  );
}
