import { useQuery } from '@tanstack/react-query';
import type { ProjectAgentUsage, ProjectSeries, TicketAgentUsage } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { BarChart } from '../parts/charts/bar-chart.tsx';
import type { ChartColour } from '../parts/charts/chart-colour.ts';
import { ScatterChart } from '../parts/charts/scatter-chart.tsx';
import { dayOf } from '../parts/dates/dates.ts';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Loaded } from '../parts/display/loaded.tsx';
import { Section } from '../parts/display/section.tsx';
import { formatMoney, formatShortMoney } from '../parts/money.ts';
import { navigate } from '../router/index.ts';
import { type CostSeries, toCostSeries } from './agent-cost-series.ts';
import { agentUsageQuery, ticketUsageQuery } from './stats-queries.ts';

const colours: ChartColour[] = ['teal', 'violet', 'accent', 'amber', 'green', 'muted'];

/** What agents cost: by agent and week, and for each closed ticket. Each currency has charts of its own. */
export function AgentCosts({ projectId, days }: { projectId: string; days: ProjectSeries['days'] }) {
  const [from, to] = [days[0]?.date ?? '', days.at(-1)?.date ?? ''];
  const usage = useQuery(agentUsageQuery(projectId, from, to));
  const { data: tickets = [] } = useQuery(ticketUsageQuery(projectId, from, to));
  return (
    <Section title={m.stats.agentCosts} text={m.stats.agentCostsText}>
      <Loaded query={usage}>
        {(found) => {
          const series = toCostSeries(found.weeks, from, to);
          return series.length === 0 ? (
            <NoCosts weeks={found.weeks} />
          ) : (
            <div className="stats-screen-charts">
              {series.flatMap((one) => [
                <AgentWeeks key={`weeks ${one.currency}`} series={one} />,
                <ClosedTickets
                  key={`tickets ${one.currency}`}
                  currency={one.currency}
                  {...{ from, to, tickets }}
                  perTicket={found.closedTickets.find(({ currency }) => currency === one.currency)?.perTicket}
                />,
              ])}
            </div>
          );
        }}
      </Loaded>
    </Section>
  );
}

/** Says why there is nothing to draw. */
function NoCosts({ weeks }: Pick<ProjectAgentUsage, 'weeks'>) {
  const tasks = weeks.reduce((total, week) => total + week.tasks, 0);
  return (
    <EmptyState
      small
      icon="chart"
      title={tasks === 0 ? m.stats.noAgentWork : m.stats.noCosts(tasks)}
      text={tasks === 0 ? m.stats.noAgentWorkText : m.stats.noCostsText}
    />
  );
}

function AgentWeeks({ series: { currency, weeks, layers } }: { series: CostSeries }) {
  return (
    <BarChart
      title={m.stats.costByWeek(currency)}
      text={m.stats.costByWeekText}
      days={weeks}
      format={(amount) => formatMoney({ amount, currency })}
      formatTick={(amount) => formatShortMoney({ amount, currency })}
      layers={layers.map(({ agent, values }, index) => ({
        name: agent?.name ?? m.stats.otherAgents,
        colour: colours[index] ?? 'muted',
        values,
      }))}
    />
  );
}

interface ClosedTicketsProps {
  currency: string;
  from: string;
  to: string;
  tickets: readonly TicketAgentUsage[];
  perTicket: number | undefined;
}

/** A point opens its ticket. */
function ClosedTickets({ currency, from, to, tickets, perTicket }: ClosedTicketsProps) {
  const points = tickets.flatMap(({ id, key, title, completedAt, costs }) => {
    const cost = costs.find((one) => one.currency === currency);
    if (!cost) return [];
    return [
      { id: key ?? id, day: dayOf(completedAt), value: cost.amount, label: `${key ?? ''} ${title}`.trim() },
    ];
  });
  if (points.length === 0)
    return (
      <EmptyState small icon="chart" title={m.stats.costPerTicket(currency)} text={m.stats.noClosedTickets} />
    );
  return (
    <ScatterChart
      title={m.stats.costPerTicket(currency)}
      text={m.stats.costPerTicketText}
      valueName={m.stats.cost}
      first={from}
      last={to}
      points={points}
      marks={perTicket === undefined ? [] : [{ name: m.stats.average, value: perTicket }]}
      format={(amount) => formatMoney({ amount, currency })}
      formatTick={(amount) => formatShortMoney({ amount, currency })}
      onOpen={(key) => void navigate({ to: '.', search: (search) => ({ ...search, ticket: key }) })}
    />
  );
}
