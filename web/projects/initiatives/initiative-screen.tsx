import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Initiative } from '../../../sdk/index.ts';
import { isRefused } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { DatePicker } from '../../parts/controls/date-picker.tsx';
import { IconButton } from '../../parts/controls/icon-button.tsx';
import { formatDate } from '../../parts/dates/dates.ts';
import { Badge } from '../../parts/display/badge.tsx';
import { EmptyState } from '../../parts/display/empty-state.tsx';
import { Facts } from '../../parts/display/facts.tsx';
import { Loaded } from '../../parts/display/loaded.tsx';
import { RelativeTime } from '../../parts/display/relative-time.tsx';
import { Screen } from '../../parts/display/screen.tsx';
import { Section } from '../../parts/display/section.tsx';
import { attempt } from '../../parts/forms/attempt.ts';
import { Markdown } from '../../parts/markdown/markdown.tsx';
import { Picker } from '../../parts/popups/picker.tsx';
import { showToast } from '../../parts/popups/toasts.ts';
import { useProjects } from '../../replica/index.ts';
import { Link, navigate, useParams } from '../../router/index.ts';
import { forecastSentence } from '../forecast-sentence.ts';
import { HealthBadge } from '../overview/health-badge.tsx';
import { InitiativeMenu } from './initiative-menu.tsx';
import { InitiativeProgress } from './initiative-progress.tsx';
import {
  changeInitiative,
  initiativeForecastQuery,
  initiativeQuery,
  setProject,
  workspaceMembersQuery,
} from './initiative-queries.ts';
import '../overview/project-overview.css';

/** `/initiatives/$id`: the goal, its projects with their newest updates, and how far they are together. */
export function InitiativeScreen() {
  const { id = '' } = useParams();
  const query = useQuery(initiativeQuery(id));
  const texts = m.initiatives;
  if (!query.data && isRefused(query.error)) {
    return (
      <Screen title={texts.missing}>
        <EmptyState
          icon="flag"
          title={texts.missing}
          text={texts.missingText}
          action={<Link to="/initiatives">{texts.all}</Link>}
        />
      </Screen>
    );
  }
  const { data } = query;
  return (
    <Screen
      title={data?.name ?? texts.title}
      before={<Link to="/initiatives">{texts.title}</Link>}
      beside={data?.archivedAt && <Badge>{texts.archived}</Badge>}
      actions={
        data && <InitiativeMenu initiative={data} onDeleted={() => void navigate({ to: '/initiatives' })} />
      }
      look="wide"
    >
      <Loaded query={query} rows={8}>
        {(initiative) => (
          <div className="project-overview">
            <div className="project-overview-main">
              {initiative.description ? (
                <Markdown text={initiative.description} topLevel={2} />
              ) : (
                <p className="quiet">{texts.noDescription}</p>
              )}
              <Projects initiative={initiative} />
            </div>
            <div className="project-overview-side">
              <Plan initiative={initiative} />
            </div>
          </div>
        )}
      </Loaded>
    </Screen>
  );
}

interface PartProps {
  initiative: Initiative;
}

function Projects({ initiative: { id, projects, workspaceId, may } }: PartProps) {
  const texts = m.initiatives;
  const [open, setOpen] = useState(false);
  const others = useProjects().filter(
    (project) =>
      project.workspaceId === workspaceId &&
      project.status === 'active' &&
      !projects.some((one) => one.id === project.id),
  );
  return (
    <Section
      title={texts.projects}
      text={texts.projectsHint}
      actions={
        may.edit && (
          <Picker
            label={texts.addProject}
            placeholder={texts.addProject}
            align="end"
            open={open}
            onOpenChange={setOpen}
            trigger={<Button icon="plus">{texts.addProject}</Button>}
            value={null}
            options={others.map((project) => ({ id: project.id, label: project.name, hint: project.key }))}
            onChange={(projectId) => void attempt(() => setProject(id, projectId, true))}
          />
        )
      }
    >
      {projects.length === 0 && <p className="quiet">{texts.noProjects}</p>}
      <ul className="project-overview-list">
        {projects.map((project) => (
          <li key={project.id} className="initiative-project">
            <div className="initiative-project-head">
              <div className="initiative-project-facts">
                <Link to="/p/$key" params={{ key: project.key }}>
                  {project.name}
                </Link>
                {project.health && <HealthBadge health={project.health} />}
                {project.status !== 'active' && <Badge>{texts.archived}</Badge>}
                {project.targetDate && <span className="quiet">{formatDate(project.targetDate)}</span>}
                <InitiativeProgress of={project} />
              </div>
              {may.edit && (
                <IconButton
                  icon="close"
                  label={texts.removeProject(project.name)}
                  onClick={() =>
                    void attempt(async () => {
                      await setProject(id, project.id, false);
                      showToast({ text: texts.removed(project.name) });
                    })
                  }
                />
              )}
            </div>
            {project.update && project.healthAt && (
              <div>
                <span className="quiet">
                  {project.update.author.name} · <RelativeTime at={project.healthAt} />
                </span>
                {project.update.text && <Markdown text={project.update.text} topLevel={4} />}
              </div>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Plan({ initiative }: PartProps) {
  const { id, health, targetDate, owner, may } = initiative;
  const { data: forecast } = useQuery(initiativeForecastQuery(id));
  const [open, setOpen] = useState(false);
  return (
    <Section title={m.overview.plan}>
      <Facts
        facts={[
          [m.overview.health, health ? <HealthBadge health={health} /> : m.overview.noHealth],
          [m.words.progress, <InitiativeProgress key="progress" of={initiative} />],
          [
            m.initiatives.owner,
            may.edit ? <OwnerPicker initiative={initiative} /> : (owner?.name ?? m.overview.noLead),
          ],
          [
            m.overview.targetDate,
            may.edit ? (
              <DatePicker
                label={m.overview.targetDate}
                open={open}
                onOpenChange={setOpen}
                trigger={<Button>{targetDate ? formatDate(targetDate) : m.overview.noTargetDate}</Button>}
                value={targetDate}
                onChange={(day) => void attempt(() => changeInitiative(id, { targetDate: day }))}
              />
            ) : targetDate ? (
              formatDate(targetDate)
            ) : (
              m.overview.noTargetDate
            ),
          ],
          [m.stats.forecast, forecast && forecastSentence(forecast)],
        ]}
      />
    </Section>
  );
}

const nobody = 'nobody';

function OwnerPicker({ initiative: { id, owner, workspaceId } }: PartProps) {
  const [open, setOpen] = useState(false);
  const { data: members = [] } = useQuery({ ...workspaceMembersQuery(workspaceId), enabled: open });
  return (
    <Picker
      label={m.initiatives.owner}
      placeholder={m.initiatives.owner}
      open={open}
      onOpenChange={setOpen}
      trigger={<Button>{owner?.name ?? m.overview.noLead}</Button>}
      value={owner?.id ?? nobody}
      options={[
        { id: nobody, label: m.overview.noLead },
        ...members.map(({ id: person, name, email }) => ({ id: person, label: name, hint: email })),
      ]}
      onChange={(picked) =>
        void attempt(() => changeInitiative(id, { ownerId: picked === nobody ? null : picked }))
      }
    />
  );
}
