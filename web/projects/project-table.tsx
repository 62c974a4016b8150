import { useQuery } from '@tanstack/react-query';
import type { ProjectWithDetails } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { IconButton } from '../parts/controls/icon-button.tsx';
import { formatDate } from '../parts/dates/dates.ts';
import { DataTable } from '../parts/display/data-table.tsx';
import { ProgressBar } from '../parts/display/progress-bar.tsx';
import { RelativeTime } from '../parts/display/relative-time.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { useProjectPath } from '../parts/personal-settings.ts';
import { setStarred, useStarred } from '../parts/starred.ts';
import { usePerson } from '../replica/index.ts';
import { Link } from '../router/index.ts';
import { forecastSentence } from './forecast-sentence.ts';
import { HealthBadge } from './overview/health-badge.tsx';
import { forecastsQuery, lastActivityQuery, projectCountsQuery } from './project-queries.ts';
import './project-table.css';

export function ProjectTable({
  label,
  projects,
}: {
  label: string;
  projects: readonly ProjectWithDetails[];
}) {
  return (
    <DataTable
      label={label}
      className="project-table"
      rows={projects}
      columns={[
        {
          title: m.words.project,
          header: true,
          phone: 'main',
          width: '26%',
          cell: (project) => <ProjectName project={project} />,
        },
        {
          title: m.words.progress,
          width: '28%',
          cell: ({ id, name, status }) => (
            <>
              <Progress projectId={id} name={name} />
              {status === 'active' && <ProjectForecast projectId={id} projects={projects} />}
            </>
          ),
        },
        {
          title: m.overview.health,
          width: '14%',
          cell: ({ health, targetDate }) => (
            <span className="project-table-health">
              {health && <HealthBadge health={health} />}
              {targetDate && <span className="quiet">{formatDate(targetDate)}</span>}
            </span>
          ),
        },
        {
          title: m.overview.lead,
          width: '12%',
          phone: 'hide',
          cell: ({ leadId }) => <Lead id={leadId} />,
        },
        {
          title: m.words.members,
          width: '8%',
          align: 'end',
          phone: 'hide',
          cell: ({ _count, visibility }) => (
            <span className="project-table-members" title={m.projects[visibility]}>
              {_count.members}
              <Icon name={visibility === 'private' ? 'lock' : 'globe'} size="small" />
              <span className="said">{m.projects[visibility]}</span>
            </span>
          ),
        },
        {
          title: m.projects.lastActivity,
          width: '12%',
          cell: ({ id }) => <LastActivity projectId={id} projects={projects} />,
        },
      ]}
    />
  );
}

function ProjectName({ project: { id, key, name, description } }: { project: ProjectWithDetails }) {
  const isStarred = useStarred().has(id);
  const pathOf = useProjectPath();
  return (
    <div className="project-table-name">
      <IconButton
        icon={isStarred ? 'star-filled' : 'star'}
        label={isStarred ? m.projects.unstar(name) : m.projects.star(name)}
        onClick={() => setStarred(id, !isStarred)}
      />
      <span className="project-table-key">{key}</span>
      <span className="row-texts">
        <Link to={pathOf({ id, key })} className="row-link">
          {name}
        </Link>
        {description && <span className="project-table-description">{description}</span>}
      </span>
    </div>
  );
}

function Lead({ id }: { id: string | undefined }) {
  return usePerson(id)?.name ?? null;
}

function ProjectForecast({
  projectId,
  projects,
}: {
  projectId: string;
  projects: readonly ProjectWithDetails[];
}) {
  const { data } = useQuery(forecastsQuery(projects.map(({ id }) => id)));
  const forecast = data?.get(projectId);
  return forecast ? <span className="project-table-forecast">{forecastSentence(forecast)}</span> : null;
}

function Progress({ projectId, name }: { projectId: string; name: string }) {
  const { data } = useQuery(projectCountsQuery());
  if (!data) return null;
  const open = data.open[projectId] ?? 0;
  const done = data.done[projectId] ?? 0;
  if (open + done === 0) return <span className="quiet">{m.projects.noTickets}</span>;
  return (
    <div className="project-table-progress">
      <ProgressBar look="green" label={`${m.words.progress}: ${name}`} value={done} max={open + done} />
      <span className="quiet figures">{m.projects.openAndDone(open, done)}</span>
    </div>
  );
}

function LastActivity({
  projectId,
  projects,
}: {
  projectId: string;
  projects: readonly ProjectWithDetails[];
}) {
  const { data } = useQuery(lastActivityQuery(projects.map(({ id }) => id)));
  const at = data?.[projectId];
  return at ? <RelativeTime at={at} className="quiet" /> : null;
}
