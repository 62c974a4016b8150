import { useDeferredValue, useMemo } from 'react';
import type { BootProject } from '../../../sdk/index.ts';
import { m } from '../../messages/index.ts';
import { ofProject, TicketsScreen } from '../project-screen.tsx';
import { isFiltered, listDefaults, toViewQuery, usualOrder, withoutFilters } from '../ticket-search.ts';
import { useTicketSearch } from '../use-ticket-search.ts';
import { DisplayMenu } from './display-menu.tsx';
import { NoMatches, NoTickets } from './empty-tickets.tsx';
import { TicketList } from './ticket-list.tsx';
import { useTicketGroups } from './use-ticket-groups.ts';

/** `/p/$key/list` */
export const List = ofProject(ListOfTickets);

/** `/tickets` */
export const AllTickets = () => <ListOfTickets />;

/** The tickets of a project, or of all, as a list. */
function ListOfTickets({ project }: { project?: BootProject }) {
  const { search, setSearch } = useTicketSearch({ projectId: project?.id, layout: 'list' });
  // Deferred, so that typing a filter stays smooth over many rows.
  const shown = useDeferredValue(search);
  const groupBy = shown.groupBy ?? listDefaults.groupBy;
  const sort = shown.sort ?? listDefaults.sort;
  const query = toViewQuery(
    { ...shown, sort, order: shown.order ?? usualOrder(sort) },
    project ? { project: project.id, triage: project.triage } : { triage: true },
  );
  const tickets = useTicketGroups(query, groupBy, shown);
  const newTicket = !project ? {} : project.may.createTicket ? { projectId: project.id } : undefined;
  const tools = useMemo(
    () => <DisplayMenu isPlace search={search} onChange={setSearch} projectId={project?.id} />,
    [search, setSearch, project?.id],
  );
  return (
    <TicketsScreen
      project={project}
      layout="list"
      newTicket={newTicket}
      search={search}
      setSearch={setSearch}
      count={tickets.count}
      tools={tools}
    >
      <TicketList
        tickets={tickets}
        groupBy={groupBy}
        search={shown}
        projectId={project && newTicket && project.id}
        scope={project?.id ?? 'all'}
        empty={
          isFiltered(shown) ? (
            <NoMatches onClear={() => setSearch(withoutFilters(search))} />
          ) : (
            <NoTickets
              icon="list"
              title={m.tickets.empty.title}
              text={m.tickets.empty.text}
              newTicket={newTicket}
            />
          )
        }
      />
    </TicketsScreen>
  );
}
