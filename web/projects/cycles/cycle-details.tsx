import { useQuery } from '@tanstack/react-query';
import type { BootProject, Group, GroupReport } from '../../../sdk/index.ts';
import { api, dataQuery } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { LineChart } from '../../parts/charts/line-chart.tsx';
import { Facts } from '../../parts/display/facts.tsx';
import { Loaded } from '../../parts/display/loaded.tsx';
import { useStatusLabel } from '../../parts/own-statuses.ts';
import { useBoot } from '../../replica/index.ts';
import { Link } from '../../router/index.ts';
import { toCycleChart } from './cycle-chart.ts';

const ticketsShown = 100;

/** Every change of a ticket makes statistics stale. */
export const groupReportQuery = (id: string) =>
  dataQuery(['stats', 'report', id], () => api.getGroupReport({ params: { id } }));

const cycleTicketsQuery = (group: string) =>
  dataQuery(['stats', 'cycle-tickets', group], () =>
    api.listTickets({ query: { group, limit: ticketsShown, sort: 'status', order: 'asc' } }),
  );

export function CycleDetails({ project, cycle }: { project: BootProject; cycle: Group }) {
  const report = useQuery(groupReportQuery(cycle.id));
  const tickets = useQuery(cycleTicketsQuery(cycle.id));
  return (
    <div className="cycle-details">
      <Loaded query={report}>
        {(data) => (
          <div className="cycle-details-report">
            <CycleChart name={cycle.name} report={data} />
            <CycleFacts report={data} />
          </div>
        )}
      </Loaded>
      <Loaded query={tickets}>
        {(data) => (
          <div className="cycle-details-tickets">
            <CyclePeople cycle={cycle} tickets={data} />
            <CycleTickets project={project} cycle={cycle} tickets={data} />
          </div>
        )}
      </Loaded>
    </div>
  );
}

/** Scope and completed tickets until the end of the cycle, with the target. */
export function CycleChart({ name, report }: { name: string; report: GroupReport }) {
  const texts = m.overview.cycles;
  const { dates, scope, completed, target } = toCycleChart(report);
  const hasStarted = !report.startsAt || Date.parse(report.startsAt) <= Date.now();
  return (
    <LineChart
      title={texts.chart(name)}
      {...(target && { text: texts.chartText })}
      empty={hasStarted ? undefined : texts.notStarted}
      days={dates}
      series={[
        { name: texts.scope, colour: 'accent', values: scope },
        { name: texts.completed, colour: 'green', values: completed },
        ...(target ? [{ name: texts.target, colour: 'muted' as const, values: target, dashed: true }] : []),
      ]}
    />
  );
}

function CycleFacts({ report }: { report: GroupReport }) {
  const texts = m.overview.cycles;
  const { atStart, added, removed, carriedOver, now, completed } = report;
  return (
    <Facts
      facts={[
        [texts.atStart, String(atStart.tickets)],
        [texts.added, String(added.tickets)],
        [texts.removed, String(removed.tickets)],
        [texts.carried, String(carriedOver.tickets)],
        [texts.scope, String(now.tickets)],
        [texts.completed, String(completed.tickets)],
      ]}
    />
  );
}

type Tickets = Awaited<ReturnType<typeof api.listTickets>>['data'];

/** How many tickets of the cycle each person has, and how many of them are done. */
function CyclePeople({ cycle, tickets }: { cycle: Group; tickets: Tickets }) {
  const { people } = useBoot();
  const byPerson = Map.groupBy(
    tickets.filter(({ status }) => status !== 'cancelled'),
    ({ assigneeId }) => assigneeId ?? '',
  );
  const texts = m.overview.cycles;
  return (
    <section aria-label={`${texts.people}: ${cycle.name}`}>
      <h3 className="cycle-details-title">{texts.people}</h3>
      <ul className="cycles-list">
        {[...byPerson].map(([id, own]) => (
          <li key={id} className="cycle-details-row">
            <span>{people.find((person) => person.id === id)?.name ?? texts.nobody}</span>
            <span className="quiet figures">
              {texts.doneOf(own.filter(({ status }) => status === 'done').length, own.length)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface CycleTicketsProps {
  project: BootProject;
  cycle: Group;
  tickets: Tickets;
}

function CycleTickets({ project, cycle, tickets }: CycleTicketsProps) {
  const statusName = useStatusLabel();
  const texts = m.overview.cycles;
  return (
    <section aria-label={`${texts.tickets}: ${cycle.name}`}>
      <h3 className="cycle-details-title">{texts.tickets}</h3>
      {tickets.length === 0 && <p className="quiet">{texts.noTickets}</p>}
      <ul className="cycles-list">
        {tickets.map(({ id, key, title, status }) => (
          <li key={id} className="cycle-details-row">
            <Link to="." search={(search) => ({ ...search, ticket: key ?? id })}>
              {`${key ?? ''} ${title}`}
            </Link>
            <span className="quiet">{statusName(status)}</span>
          </li>
        ))}
      </ul>
      {tickets.length === ticketsShown && (
        <Link to="/p/$key/list" params={{ key: project.key }} search={{ group: cycle.id }}>
          {texts.moreTickets}
        </Link>
      )}
    </section>
  );
}
