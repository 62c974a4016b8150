import { useQuery } from '@tanstack/react-query';
import type { ProjectWithDetails } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { IconButton } from '../parts/controls/icon-button.tsx';
import { DataTable } from '../parts/display/data-table.tsx';
import { ProgressBar } from '../parts/display/progress-bar.tsx';
import { RelativeTime } from '../parts/display/relative-time.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { setStarred, useStarred } from '../parts/starred.ts';
import { Link } from '../router/index.ts';
import { lastActivityQuery, projectCountsQuery } from './project-queries.ts';
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
          cell: (project) => <ProjectName project={project} />,
        },
        {
          title: m.words.progress,
          width: '190px',
          cell: ({ id, name }) => <Progress projectId={id} name={name} />,
        },
        {
          title: m.words.members,
          width: '90px',
          align: 'end',
          phone: 'hide',
          cell: ({ _count }) => _count.members,
        },
        {
          title: m.projects.lastActivity,
          width: '130px',
          cell: ({ id }) => <LastActivity projectId={id} projects={projects} />,
        },
        {
          title: m.words.visibility,
          width: '110px',
          phone: 'hide',
          cell: ({ visibility }) => (
            <span className="project-table-visibility">
              <Icon name={visibility === 'private' ? 'lock' : 'globe'} size="small" />
              {m.projects[visibility]}
            </span>
          ),
        },
      ]}
    />
  );
}

function ProjectName({ project: { id, key, name, description } }: { project: ProjectWithDetails }) {
  const isStarred = useStarred().has(id);
  return (
    <div className="project-table-name">
      <IconButton
        icon={isStarred ? 'star-filled' : 'star'}
        label={isStarred ? m.projects.unstar(name) : m.projects.star(name)}
        onClick={() => setStarred(id, !isStarred)}
      />
      <span className="project-table-key">{key}</span>
      <span className="row-texts">
        <Link to="/p/$key/board" params={{ key }} className="row-link">
          {name}
        </Link>
        {description && <span className="project-table-description">{description}</span>}
      </span>
    </div>
  );
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
