import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BootProject, Group } from '../../../sdk/index.ts';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { dayOf, formatDateRange, formatDayWithin } from '../../parts/dates/dates.ts';
import { EmptyState } from '../../parts/display/empty-state.tsx';
import { ProgressBar } from '../../parts/display/progress-bar.tsx';
import { Screen } from '../../parts/display/screen.tsx';
import { Section } from '../../parts/display/section.tsx';
import { useGroups, useProject } from '../../replica/index.ts';
import { Link, useParams } from '../../router/index.ts';
import { openGroupDialog } from '../open-group-dialog.ts';
import { ProjectCrumb } from '../project-crumb.tsx';
import { groupCountsQuery } from '../project-queries.ts';
import { ProjectTabs } from '../project-tabs.tsx';
import { arrangeCycles } from './cycle-chart.ts';
import { CycleDetails } from './cycle-details.tsx';
import './cycles-screen.css';

/** `/p/$key/cycles` */
export function CyclesScreen() {
  const { key = '' } = useParams();
  const project = useProject(key);
  if (!project)
    return (
      <Screen title={m.shell.cycles}>
        <EmptyState
          icon="folder"
          title={m.tickets.project.missing}
          text={m.tickets.project.missingText(key)}
        />
      </Screen>
    );
  return <Cycles key={project.id} project={project} />;
}

function Cycles({ project }: { project: BootProject }) {
  const cycles = useGroups(project.id).filter(({ kind }) => kind === 'cycle');
  const { current, next, later, past, undated } = arrangeCycles(cycles, Date.now());
  const texts = m.overview.cycles;
  const create = project.may.manageGroups && (
    <Button icon="plus" look="primary" onClick={() => openGroupDialog(project.id, 'cycle')}>
      {texts.create}
    </Button>
  );
  const list = (title: string, listed: readonly Group[]) =>
    listed.length > 0 && (
      <Section title={title}>
        <ul className="cycles-list">
          {listed.map((cycle) => (
            <li key={cycle.id}>
              <CycleRow project={project} cycle={cycle} />
            </li>
          ))}
        </ul>
      </Section>
    );
  return (
    <Screen
      title={m.shell.cycles}
      before={<ProjectCrumb project={project} />}
      tabs={<ProjectTabs projectKey={project.key} />}
      actions={cycles.length > 0 && create}
      look="wide"
    >
      {cycles.length === 0 ? (
        <EmptyState icon="group" title={texts.none} text={texts.noneText} action={create} />
      ) : (
        <div className="cycles-screen">
          <Section title={texts.current}>
            {current.length === 0 && <p className="quiet">{texts.noCurrent}</p>}
            {current.map((cycle) => (
              <div key={cycle.id} className="cycles-current">
                <CycleHead project={project} cycle={cycle} />
                <CycleDetails project={project} cycle={cycle} />
              </div>
            ))}
          </Section>
          {list(texts.next, next)}
          {list(texts.later, later)}
          {list(texts.past, past)}
          {list(texts.undated, undated)}
        </div>
      )}
    </Screen>
  );
}

interface CycleProps {
  project: BootProject;
  cycle: Group;
}

/** A cycle in a list; its details open below it. */
function CycleRow({ project, cycle }: CycleProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <CycleHead project={project} cycle={cycle}>
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {m.overview.cycles.details}
          <span className="said"> {cycle.name}</span>
        </Button>
      </CycleHead>
      {isOpen && <CycleDetails project={project} cycle={cycle} />}
    </>
  );
}

function CycleHead({ project, cycle, children }: CycleProps & { children?: React.ReactNode }) {
  const { id, name, startsAt, endsAt } = cycle;
  const { data: counts } = useQuery(groupCountsQuery(project.id));
  const [all, closed] = [counts?.all[id] ?? 0, counts?.closed[id] ?? 0];
  return (
    <div className="cycles-head">
      <Link to="/p/$key/list" params={{ key: project.key }} search={{ group: id }} className="cycles-name">
        {name}
      </Link>
      <span className="quiet">
        {startsAt && endsAt
          ? formatDateRange(dayOf(startsAt), dayOf(endsAt))
          : endsAt && m.overview.cycles.ends(formatDayWithin(endsAt))}
      </span>
      <ProgressBar look="green" label={m.overview.progressOf(name)} value={closed} max={all || 1} />
      <span className="quiet figures">{m.overview.cycles.doneOf(closed, all)}</span>
      {children}
    </div>
  );
}
