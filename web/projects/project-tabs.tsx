import { m } from '../messages/index.ts';
import { Tabs } from '../parts/controls/tabs.tsx';
import { useProject, useView } from '../replica/index.ts';
import { Link } from '../router/index.ts';
import './project-tabs.css';

/** The views of a project, for the bar of its screens. */
export function ProjectTabs({ projectKey }: { projectKey: string }) {
  const to = { params: { key: projectKey }, search: keepFilters } as const;
  return (
    <div className="project-tabs">
      <Tabs label={m.tickets.project.tabs}>
        <Link to="/p/$key" params={{ key: projectKey }} activeOptions={{ exact: true }}>
          {m.shell.overview}
        </Link>
        <Link to="/p/$key/list" {...to}>
          {m.shell.list}
        </Link>
        <Link to="/p/$key/board" {...to}>
          {m.shell.board}
        </Link>
        <Link to="/p/$key/calendar" {...to}>
          {m.shell.calendar}
        </Link>
        <Link to="/p/$key/timeline" {...to}>
          {m.shell.timeline}
        </Link>
        <TriageLink projectKey={projectKey} />
        <Link to="/p/$key/cycles" params={{ key: projectKey }}>
          {m.shell.cycles}
        </Link>
        <Link to="/p/$key/stats" params={{ key: projectKey }}>
          {m.shell.statistics}
        </Link>
        <Link to="/p/$key/docs" params={{ key: projectKey }}>
          {m.shell.docs}
        </Link>
        <Link to="/p/$key/settings" params={{ key: projectKey }}>
          {m.shell.settings}
        </Link>
      </Tabs>
    </div>
  );
}

/** The views of the tickets of all projects. */
export function AllTicketsTabs() {
  return (
    <div className="project-tabs">
      <Tabs label={m.shell.allTickets}>
        <Link to="/tickets" search={keepFilters} activeOptions={{ exact: true }}>
          {m.shell.list}
        </Link>
        <Link to="/tickets/board" search={keepFilters}>
          {m.shell.board}
        </Link>
      </Tabs>
    </div>
  );
}

/** Only where triage is on, with how many tickets wait. */
function TriageLink({ projectKey }: { projectKey: string }) {
  const project = useProject(projectKey);
  return project?.triage ? <CountedLink project={project} /> : null;
}

function CountedLink({ project: { id, key } }: { project: { id: string; key: string } }) {
  const { total } = useView({ project: id, triage: 'waiting', sort: 'createdAt', order: 'asc' });
  return (
    <Link to="/p/$key/triage" params={{ key }}>
      {m.shell.triage}
      {total > 0 && (
        <span className="project-tab-count figures">
          {total}
          <span className="said"> {m.shell.triageWaiting(total)}</span>
        </span>
      )}
    </Link>
  );
}

/**
 * Keeps the filters between the views that show the same tickets, but neither the open ticket nor the display. Other
 * screens have parameters of their own, which mean nothing there.
 */
const keepFilters = ({
  ticket: _,
  groupBy: __,
  columns: ___,
  subGroupBy: _s,
  boardBy: _b,
  cards: _c,
  showEmpty: _e,
  zoom: ____,
  display: _d,
  at: _____,
  period: ______,
  ...filters
}: Record<string, unknown>) =>
  /\/(?:tickets|list|board|calendar|timeline)\/?$/.test(location.pathname) ? filters : {};
