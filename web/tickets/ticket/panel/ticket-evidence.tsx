import { useQuery } from '@tanstack/react-query';
import type { TicketLink } from '../../../../sdk/index.ts';
import { m } from '../../../messages/index.ts';
import { Badge, type BadgeProps } from '../../../parts/display/badge.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import type { IconName } from '../../../parts/icons/icon-shapes.ts';
import type { TicketRow } from '../../../replica/index.ts';
import { ticketQueries } from '../ticket-queries.ts';
import './ticket-evidence.css';

const icons = {
  pull_request: 'pull-request',
  commit: 'commit',
  branch: 'branch',
  issue: 'info',
} as const satisfies Record<TicketLink['kind'], IconName>;
const looks = {
  open: 'accent',
  draft: 'muted',
  merged: 'violet',
  closed: 'red',
  deleted: 'muted',
} as const satisfies Record<NonNullable<TicketLink['state']>, BadgeProps['look']>;
const order: TicketLink['kind'][] = ['pull_request', 'branch', 'commit', 'issue'];

/** The evidence of the work: pull requests with their state, branches and commits. A done ticket without any says so. */
export function TicketEvidence({ row }: { row: TicketRow }) {
  const { data: links } = useQuery(ticketQueries.links(row.id));
  if (!links || (links.length === 0 && row.status !== 'done')) return null;
  const text = m.ticket.evidence;
  const sorted = order.flatMap((kind) => links.filter((link) => link.kind === kind));
  return (
    <section className="ticket-evidence" aria-label={text.name}>
      <h3 className="ticket-side-title">{text.name}</h3>
      {links.length === 0 && <p className="ticket-evidence-none">{text.doneWithout}</p>}
      <ul>
        {sorted.map((link) => (
          <li key={link.id} className="ticket-evidence-link">
            <Icon name={icons[link.kind]} />
            <div className="ticket-evidence-text">
              <Title link={link} />
              <span className="ticket-evidence-place">
                {text.kinds[link.kind]} {referenceOf(link)} · {link.repository}
              </span>
              {link.closes && <span className="ticket-evidence-place">{text.closes}</span>}
            </div>
            {link.state && <Badge look={looks[link.state]}>{text.states[link.state]}</Badge>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Title({ link: { url, title } }: { link: TicketLink }) {
  // Code hosts send these URLs: anything but a web page stays text.
  if (url === undefined || !/^https?:\/\//i.test(url)) return <span>{title}</span>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow">
      {title}
    </a>
  );
}

const referenceOf = ({ kind, reference }: TicketLink) =>
  kind === 'commit' ? reference.slice(0, 7) : kind === 'branch' ? reference : `#${reference}`;
