import { useQuery } from '@tanstack/react-query';
import type { BootProject, Landing, LandingBranch } from '../../../sdk/index.ts';
import { ConflictFiles } from '../../agent-tasks/index.ts';
import { m } from '../../messages/index.ts';
import { Badge } from '../../parts/display/badge.tsx';
import { RelativeTime } from '../../parts/display/relative-time.tsx';
import { Section } from '../../parts/display/section.tsx';
import { Link } from '../../router/index.ts';
import { landingQuery } from './overview-queries.ts';
import './project-landing.css';

/** In which order the finished branches of agents merge cleanly; nothing without such branches. */
export function ProjectLanding({ project }: { project: BootProject }) {
  const { data: landings = [] } = useQuery(landingQuery(project.id));
  if (landings.length === 0) return null;
  return (
    <Section title={m.overview.landing.name} text={m.overview.landing.text}>
      {landings.map((landing) => (
        <Repository key={landing.repository} landing={landing} />
      ))}
    </Section>
  );
}

function Repository({ landing }: { landing: Landing }) {
  const text = m.overview.landing;
  const { repository, state, reason, defaultBranch, checkedAt, branches } = landing;
  return (
    <div className="landing">
      <p className="landing-head">
        <strong>{repository}</strong>
        {defaultBranch && <span className="quiet">{text.onto(defaultBranch)}</span>}
        {state === 'checking' && <span className="quiet">{text.checking}</span>}
        {state === 'ready' && checkedAt && <RelativeTime at={checkedAt} className="quiet" />}
      </p>
      {reason && <p className="quiet">{text.reasons[state] ?? reason}</p>}
      <ol aria-label={text.of(repository)}>
        {branches.map((branch) => (
          <Branch key={branch.branch} branch={branch} />
        ))}
      </ol>
    </div>
  );
}

function Branch({
  branch: { position, merges, ticket, branch, commit, conflictsWith, conflictsWithDefault, files },
}: {
  branch: LandingBranch;
}) {
  const text = m.overview.landing;
  const others = [...new Map(conflictsWith.map((other) => [other.id, other])).values()];
  return (
    <li className="landing-branch">
      <span className="landing-position figures">{position ?? '–'}</span>
      <div className="landing-text">
        <TicketLink ticket={ticket} />
        <span className="quiet landing-name">
          {branch} {commit.slice(0, 7)}
        </span>
        {others.length > 0 && (
          <span>
            {text.conflictsWith}{' '}
            {others.map((other, index) => (
              <span key={other.id}>
                {index > 0 && ', '}
                <TicketLink ticket={other} short />
              </span>
            ))}
          </span>
        )}
        {conflictsWithDefault && <span>{text.behind}</span>}
        {merges === 'conflict' && <ConflictFiles files={files} side="other" />}
      </div>
      <Badge look={looks[merges]}>{text.merges[merges]}</Badge>
    </li>
  );
}

const looks = { clean: 'green', conflict: 'amber', unknown: 'outline' } as const;

interface TicketLinkProps {
  ticket: { id: string; key?: string; title: string };
  short?: boolean;
}

const TicketLink = ({ ticket: { id, key, title }, short = false }: TicketLinkProps) => (
  <Link to="." search={(search) => ({ ...search, ticket: key ?? id })}>
    {short ? (key ?? title) : `${key ?? ''} ${title}`.trim()}
  </Link>
);
