import { m } from '../messages/index.ts';
import { Tabs } from '../parts/controls/tabs.tsx';
import { Link } from '../router/index.ts';
import './project-tabs.css';

/** The views of a project, for the bar of its screens. */
export function ProjectTabs({ projectKey }: { projectKey: string }) {
  const to = { params: { key: projectKey }, search: keepFilters } as const;
  return (
    <div className="project-tabs">
      <Tabs label={m.tickets.project.tabs}>
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

/** Keeps the filters, because these views show the same tickets, but neither the open ticket nor the display. */
const keepFilters = ({
  ticket: _,
  groupBy: __,
  columns: ___,
  zoom: ____,
  at: _____,
  ...filters
}: Record<string, unknown>) => filters;
