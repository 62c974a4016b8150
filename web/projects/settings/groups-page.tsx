import { useQuery } from '@tanstack/react-query';
import type { BootProject, Group } from '../../../sdk/index.ts';
import { api } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { IconButton } from '../../parts/controls/icon-button.tsx';
import { formatDay, formatDayWithin } from '../../parts/dates/dates.ts';
import { Badge, type BadgeProps } from '../../parts/display/badge.tsx';
import { DataTable } from '../../parts/display/data-table.tsx';
import { EmptyState } from '../../parts/display/empty-state.tsx';
import { ProgressBar } from '../../parts/display/progress-bar.tsx';
import { Section } from '../../parts/display/section.tsx';
import { ask } from '../../parts/popups/open-dialog.tsx';
import { showToast } from '../../parts/popups/toasts.ts';
import { useGroups } from '../../replica/index.ts';
import { Link } from '../../router/index.ts';
import { groupCountsQuery, refreshProjects } from '../project-queries.ts';
import { CycleSchedule } from './cycle-schedule.tsx';
import { openGroupDialog } from './group-dialog.tsx';
import { openGroupReport } from './group-report.tsx';
import { type GroupState, stateOfGroup } from './group-state.ts';
import { useSettingsProject } from './use-settings-project.ts';
import '../project-table.css';

export function GroupsPage() {
  const project = useSettingsProject();
  const groups = useGroups(project.id);
  const texts = m.projects.settings.groups;
  const may = project.may.manageGroups;
  const edit = (group?: Group) => openGroupDialog(project.id, group);
  const create = (
    <Button look="primary" icon="plus" onClick={() => edit()}>
      {texts.create}
    </Button>
  );
  return (
    <>
      <Section
        title={m.projects.settings.pages.groups}
        text={may ? texts.text : project.mayNot.manageGroups}
        actions={may && groups.length > 0 && create}
      >
        {groups.length > 0 ? (
          <GroupTable project={project} groups={groups} onEdit={may ? edit : undefined} />
        ) : (
          <EmptyState small icon="group" title={texts.none} text={texts.noneText} action={may && create} />
        )}
      </Section>
      <CycleSchedule project={project} />
    </>
  );
}

const looks: Record<GroupState, NonNullable<BadgeProps['look']>> = {
  upcoming: 'outline',
  running: 'amber',
  over: 'muted',
  open: 'outline',
};

interface GroupTableProps {
  project: BootProject;
  groups: readonly Group[];
  /** Absent for those who may not change groups. */
  onEdit: ((group: Group) => void) | undefined;
}

function GroupTable({ project, groups, onEdit }: GroupTableProps) {
  const texts = m.projects.settings.groups;
  const askToDelete = ({ id, name }: Group) =>
    ask({
      title: texts.question(name),
      text: texts.confirmText,
      confirm: texts.delete,
      danger: true,
      onConfirm: async () => {
        await api.deleteGroup({ params: { id } });
        await refreshProjects();
        showToast({ text: texts.deleted(name) });
      },
    });
  return (
    <DataTable
      label={m.projects.settings.pages.groups}
      rows={groups}
      columns={[
        {
          title: m.words.name,
          header: true,
          phone: 'main',
          cell: ({ id, name, kind, description }) => (
            <span className="row-texts">
              <Link
                to="/p/$key/list"
                params={{ key: project.key }}
                search={kind === 'milestone' ? { milestone: id } : { group: id }}
                className="row-link"
              >
                {name}
              </Link>
              <span className="quiet">{texts.kinds[kind]}</span>
              {description && <span className="quiet">{description}</span>}
            </span>
          ),
        },
        {
          title: m.words.state,
          width: '100px',
          cell: (group) => {
            const state = stateOfGroup(group, Date.now());
            return state !== 'open' && <Badge look={looks[state]}>{texts.states[state]}</Badge>;
          },
        },
        { title: texts.dates, width: '170px', cell: (group) => <Dates group={group} /> },
        {
          title: m.words.progress,
          width: '150px',
          cell: ({ id, name }) => <Progress projectId={project.id} groupId={id} name={name} />,
        },
        {
          title: texts.edit,
          actions: true,
          width: '124px',
          cell: (group) => (
            <span className="settings-row-actions">
              <IconButton
                icon="chart"
                label={m.projects.settings.report.open}
                of={group.name}
                onClick={() => openGroupReport(group, project.may.createTicket)}
              />
              {onEdit && (
                <>
                  <IconButton icon="edit" label={texts.edit} of={group.name} onClick={() => onEdit(group)} />
                  <IconButton
                    icon="trash"
                    label={texts.delete}
                    of={group.name}
                    onClick={() => askToDelete(group)}
                  />
                </>
              )}
            </span>
          ),
        },
      ]}
    />
  );
}

function Dates({ group: { startsAt, endsAt } }: { group: Group }) {
  const texts = m.projects.settings.groups;
  const text =
    startsAt && endsAt
      ? `${formatDay(startsAt)} – ${formatDay(endsAt)}`
      : startsAt
        ? texts.from(formatDayWithin(startsAt))
        : endsAt
          ? texts.until(formatDayWithin(endsAt))
          : texts.noDates;
  return <span className="quiet">{text}</span>;
}

function Progress({ projectId, groupId, name }: { projectId: string; groupId: string; name: string }) {
  const { data } = useQuery(groupCountsQuery(projectId));
  if (!data) return null;
  const all = data.all[groupId] ?? 0;
  const closed = data.closed[groupId] ?? 0;
  if (all === 0) return <span className="quiet">{m.projects.noTickets}</span>;
  return (
    <div className="project-table-progress">
      <ProgressBar look="green" label={`${m.words.progress}: ${name}`} value={closed} max={all} />
      <span className="quiet">{m.projects.settings.groups.closedOf(closed, all)}</span>
    </div>
  );
}
