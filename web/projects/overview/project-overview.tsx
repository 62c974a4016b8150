import { useQuery } from '@tanstack/react-query';
import type { BootProject, ProjectWithPermissions } from '../../../sdk/index.ts';
import { WhoIsHere } from '../../collaboration/index.ts';
import { m } from '../../messages/index.ts';
import { formatDate } from '../../parts/dates/dates.ts';
import { EmptyState } from '../../parts/display/empty-state.tsx';
import { Facts } from '../../parts/display/facts.tsx';
import { Loaded } from '../../parts/display/loaded.tsx';
import { ProgressBar } from '../../parts/display/progress-bar.tsx';
import { RelativeTime } from '../../parts/display/relative-time.tsx';
import { Screen } from '../../parts/display/screen.tsx';
import { Section } from '../../parts/display/section.tsx';
import { Markdown } from '../../parts/markdown/markdown.tsx';
import { useGroups, usePerson, useProject } from '../../replica/index.ts';
import { Link, useParams } from '../../router/index.ts';
import { forecastSentence } from '../forecast-sentence.ts';
import { initiativesOfProjectQuery } from '../initiatives/initiative-queries.ts';
import { PersonOrAgentAvatar } from '../person-or-agent-avatar.tsx';
import { ProjectCrumb } from '../project-crumb.tsx';
import { forecastQuery, groupCountsQuery, projectQuery } from '../project-queries.ts';
import { ProjectTabs } from '../project-tabs.tsx';
import { HealthBadge } from './health-badge.tsx';
import { liveTasksQuery } from './overview-queries.ts';
import { LeadPicker, TargetPicker } from './plan-pickers.tsx';
import { ProjectLanding } from './project-landing.tsx';
import { ProjectUpdates } from './project-updates.tsx';
import './project-overview.css';

/** `/p/$key` */
export function ProjectOverview() {
  const { key = '' } = useParams();
  const project = useProject(key);
  if (!project)
    return (
      <Screen title={m.shell.overview}>
        <EmptyState
          icon="folder"
          title={m.tickets.project.missing}
          text={m.tickets.project.missingText(key)}
        />
      </Screen>
    );
  return <Overview key={project.id} project={project} />;
}

function Overview({ project }: { project: BootProject }) {
  const details = useQuery(projectQuery(project.id));
  return (
    <Screen
      title={m.shell.overview}
      before={<ProjectCrumb project={project} />}
      tabs={<ProjectTabs projectKey={project.key} />}
      actions={<WhoIsHere kind="project" id={project.id} />}
      look="wide"
    >
      <Loaded query={details} rows={8}>
        {(data) => (
          <div className="project-overview">
            <div className="project-overview-main">
              <Section title={project.name}>
                {data.description ? (
                  <Markdown text={data.description} topLevel={3} />
                ) : (
                  <p className="quiet">{m.overview.noDescription}</p>
                )}
              </Section>
              <ProjectUpdates project={project} />
              <Milestones project={project} />
              {project.role && <ProjectLanding project={project} />}
            </div>
            <div className="project-overview-side">
              <Plan project={project} details={data} />
              <Initiatives project={project} />
              <LiveAgents project={project} />
              <Members project={project} details={data} />
            </div>
          </div>
        )}
      </Loaded>
    </Screen>
  );
}

interface PartProps {
  project: BootProject;
  details: ProjectWithPermissions;
}

function Plan({ project, details }: PartProps) {
  const { leadId, targetDate, health, healthAt } = details;
  const { data: forecast } = useQuery(forecastQuery(project.id, 'quarter'));
  const may = project.may.edit;
  return (
    <Section title={m.overview.plan}>
      <Facts
        facts={[
          [
            m.overview.health,
            health && healthAt ? (
              <>
                <HealthBadge health={health} /> <RelativeTime at={healthAt} className="quiet" />
              </>
            ) : (
              m.overview.noHealth
            ),
          ],
          [m.overview.lead, may ? <LeadPicker details={details} /> : <Person id={leadId} />],
          [
            m.overview.targetDate,
            may ? (
              <TargetPicker details={details} />
            ) : targetDate ? (
              formatDate(targetDate)
            ) : (
              m.overview.noTargetDate
            ),
          ],
          [
            m.stats.forecast,
            forecast && (
              <Link to="/p/$key/stats" params={{ key: project.key }}>
                {forecastSentence(forecast)}
              </Link>
            ),
          ],
        ]}
      />
    </Section>
  );
}

function Person({ id }: { id: string | undefined }) {
  const person = usePerson(id);
  return person ? person.name : m.overview.noLead;
}

function Milestones({ project }: { project: BootProject }) {
  const milestones = useGroups(project.id).filter(({ kind }) => kind === 'milestone');
  const { data: counts } = useQuery(groupCountsQuery(project.id));
  return (
    <Section title={m.overview.milestones}>
      {milestones.length === 0 ? (
        <p className="quiet">{m.overview.noMilestones}</p>
      ) : (
        <ul className="project-overview-list">
          {milestones.map(({ id, name, endsAt }) => {
            const [all, closed] = [counts?.all[id] ?? 0, counts?.closed[id] ?? 0];
            return (
              <li key={id}>
                <Link to="/p/$key/list" params={{ key: project.key }} search={{ milestone: id }}>
                  {name}
                </Link>
                <span className="quiet">{endsAt ? formatDate(endsAt) : ''}</span>
                <ProgressBar look="green" label={m.overview.progressOf(name)} value={closed} max={all || 1} />
                <span className="quiet figures">{m.overview.closedOf(closed, all)}</span>
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}

/** What the project serves; nothing if it is in no initiative. */
function Initiatives({ project }: { project: BootProject }) {
  const { data: initiatives = [] } = useQuery(initiativesOfProjectQuery(project.id));
  if (initiatives.length === 0) return null;
  return (
    <Section title={m.initiatives.title}>
      <ul className="project-overview-list">
        {initiatives.map(({ id, name, targetDate }) => (
          <li key={id}>
            <Link to="/initiatives/$id" params={{ id }}>
              {name}
            </Link>
            {targetDate && <span className="quiet">{formatDate(targetDate)}</span>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function LiveAgents({ project }: { project: BootProject }) {
  const { data: tasks } = useQuery(liveTasksQuery(project.id));
  return (
    <Section title={m.overview.agents}>
      {tasks?.length === 0 && <p className="quiet">{m.overview.noAgents}</p>}
      <ul className="project-overview-list">
        {tasks?.map(({ id, title, state, lease, ticket }) => (
          <li key={id}>
            <AgentName id={lease?.userId} />
            {ticket?.key ? (
              <Link to="." search={(search) => ({ ...search, ticket: ticket.key })}>
                {`${ticket.key} ${title}`}
              </Link>
            ) : (
              <span>{title}</span>
            )}
            {state === 'waiting_for_user' && <span className="quiet">{m.overview.waits}</span>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

const AgentName = ({ id }: { id: string | undefined }) => (
  <span>{usePerson(id)?.name ?? m.overview.anAgent}</span>
);

function Members({ project, details: { members = [], _count } }: PartProps) {
  return (
    <Section title={m.words.members}>
      <ul className="project-overview-people">
        {members.map(({ id, name, image, role }) => (
          <li key={id}>
            <PersonOrAgentAvatar id={id} name={name} image={image} />
            <span>{name}</span>
            <span className="quiet">{m.projects.roles[role]}</span>
          </li>
        ))}
      </ul>
      {_count.members > members.length && (
        <Link to="/p/$key/settings/members" params={{ key: project.key }}>
          {m.overview.allMembers(_count.members)}
        </Link>
      )}
    </Section>
  );
}
