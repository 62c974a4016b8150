import type { BootProject } from '../../../sdk/index.ts';
import { m } from '../../messages/index.ts';
import { today } from '../../parts/dates/dates.ts';
import { Skeleton } from '../../parts/display/skeleton.tsx';
import { newTicketFields } from '../board/new-ticket-fields.ts';
import { DefaultDisplayItems } from '../list/default-display-items.tsx';
import { NoMatches, NoTickets } from '../list/empty-tickets.tsx';
import { ListFailure } from '../list/list-failure.tsx';
import { ofProject, TicketsScreen } from '../project-screen.tsx';
import { isFiltered, toViewQuery, withoutFilters } from '../ticket-search.ts';
import { useTicketSearch } from '../use-ticket-search.ts';
import { TimelineDisplay } from './timeline-display.tsx';
import { TimelineGrid } from './timeline-grid.tsx';
import { type TimelineGrouping, timelineGroupings, useTimelineGroups } from './use-timeline-groups.ts';
import './project-timeline.css';

/** `/p/$key/timeline` */
export const Timeline = ofProject(ProjectTimeline);

/** The tickets and groups of a project as bars over time. */
function ProjectTimeline({ project }: { project: BootProject }) {
  const { search, setSearch } = useTicketSearch({ projectId: project.id, layout: 'timeline' });
  const groupBy = timelineGroupings.find((value) => value === search.groupBy) ?? 'group';
  const zoom = search.zoom ?? 'month';
  const query = toViewQuery(search, { project: project.id, triage: project.triage });
  const tickets = useTimelineGroups(project.id, query, groupBy, isFiltered(search));
  const newTicket = project.may.createTicket ? newTicketFields(project.id, search) : undefined;
  const changeGrouping = (next: TimelineGrouping) => {
    const { groupBy: _, ...rest } = search;
    setSearch(next === 'group' ? rest : { ...rest, groupBy: next });
  };
  return (
    <TicketsScreen
      project={project}
      layout="timeline"
      newTicket={newTicket}
      search={search}
      setSearch={setSearch}
      count={tickets.total}
      tools={
        <TimelineDisplay groupBy={groupBy} onChange={changeGrouping}>
          <DefaultDisplayItems
            place={{ projectId: project.id, layout: 'timeline' }}
            search={search}
            onChange={setSearch}
          />
        </TimelineDisplay>
      }
      className="timeline-screen"
    >
      {tickets.state === 'failed' ? (
        <ListFailure retry={tickets.retry} />
      ) : tickets.groups.length > 0 ? (
        <TimelineGrid
          project={project}
          groups={tickets.groups}
          total={tickets.total}
          groupBy={groupBy}
          zoom={zoom}
          at={search.at ?? today()}
          onChange={({ zoom: nextZoom, at }, options) =>
            setSearch({ ...withoutPlace(search), ...placeOf(nextZoom, at) }, options)
          }
        />
      ) : tickets.state === 'loading' ? (
        <Skeleton rows={12} />
      ) : isFiltered(search) ? (
        <NoMatches onClear={() => setSearch(withoutFilters(search))} />
      ) : (
        <NoTickets
          icon="timeline"
          title={m.timeline.empty}
          text={m.timeline.emptyText}
          newTicket={newTicket}
        />
      )}
    </TicketsScreen>
  );
}

type Search = ReturnType<typeof useTicketSearch>['search'];

function withoutPlace({ zoom: _, at: __, ...search }: Search): Search {
  return search;
}

/** The defaults are not written into the address. */
const placeOf = (zoom: Search['zoom'], at: Search['at']): Search => ({
  ...(zoom && zoom !== 'month' && { zoom }),
  ...(at && at !== today() && { at }),
});
