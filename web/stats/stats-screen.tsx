import { useQuery } from '@tanstack/react-query';
import type { BootProject, Forecast, ProjectSeries, ProjectStats } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { AreaChart } from '../parts/charts/area-chart.tsx';
import { BarChart } from '../parts/charts/bar-chart.tsx';
import type { ChartColour } from '../parts/charts/chart-colour.ts';
import { LineChart } from '../parts/charts/line-chart.tsx';
import { Segmented } from '../parts/controls/segmented.tsx';
import { dayOf, formatDate, formatDuration } from '../parts/dates/dates.ts';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Failure } from '../parts/display/failure.tsx';
import { Screen } from '../parts/display/screen.tsx';
import { Skeleton } from '../parts/display/skeleton.tsx';
import { useStatusLabel } from '../parts/own-statuses.ts';
import { forecastQuery, ProjectCrumb, ProjectTabs } from '../projects/index.ts';
import { useProject } from '../replica/index.ts';
import { navigate, useParams, useSearch } from '../router/index.ts';
import { AgentCosts } from './agent-costs.tsx';
import { sinceBirth, toBurnUp, toFlow, withForecast } from './chart-series.ts';
import { CycleTimes } from './cycle-times.tsx';
import { ForecastFigures } from './forecast-figures.tsx';
import { type Period, projectStatsQuery, seriesQuery } from './stats-queries.ts';
import './stats-screen.css';

const periods: Period[] = ['week', 'month', 'quarter', 'year'];

export function StatsScreen() {
  const { key = '' } = useParams();
  const project = useProject(key);
  if (!project)
    return (
      <Screen title={m.shell.statistics}>
        <EmptyState
          icon="folder"
          title={m.tickets.project.missing}
          text={m.tickets.project.missingText(key)}
        />
      </Screen>
    );
  return <ProjectStatistics key={project.id} project={project} />;
}

function ProjectStatistics({ project }: { project: BootProject }) {
  const wanted = useSearch().period;
  const period = periods.find((each) => each === wanted) ?? 'quarter';
  const { data: whole, error, refetch } = useQuery(seriesQuery(project.id, period));
  const series = whole && trimSeries(whole, dayOf(project.createdAt));
  const { data: forecast } = useQuery(forecastQuery(project.id, period));
  const { data: stats } = useQuery(projectStatsQuery(project.id, period));
  return (
    <Screen
      title={m.shell.statistics}
      before={<ProjectCrumb project={project} />}
      tabs={<ProjectTabs projectKey={project.key} />}
      look="wide"
      actions={
        <Segmented
          label={m.users.period}
          value={period}
          onChange={(next) =>
            void navigate({ to: '.', replace: true, search: (search) => ({ ...search, period: next }) })
          }
          options={periods.map((value) => ({ value, label: m.users.periods[value] }))}
        />
      }
    >
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!series && !error && <Skeleton rows={10} />}
      {series && stats?.tickets.total === 0 && (
        <EmptyState icon="chart" title={m.stats.nothingYet} text={m.stats.nothingYetText} />
      )}
      {series && stats?.tickets.total !== 0 && (
        <div className="stats-screen">
          <Figures series={series} stats={stats} />
          {whole.days[0]?.date !== series.days[0]?.date && (
            <p className="quiet">{m.stats.began(formatDate(series.days[0]?.date ?? ''))}</p>
          )}
          {forecast && <ForecastFigures forecast={forecast} projectKey={project.key} />}
          <div className="stats-screen-charts">
            <BurnUp series={series} forecast={forecast} />
            <CumulativeFlow series={series} />
            <CycleTimes projectId={project.id} period={period} series={series} />
            <Throughput series={series} />
          </div>
          <AgentCosts projectId={project.id} days={series.days} />
        </div>
      )}
    </Screen>
  );
}

/** Without the days and weeks before the project began. */
function trimSeries(series: ProjectSeries, createdOn: string): ProjectSeries {
  const days = sinceBirth(series.days, createdOn);
  const first = days[0]?.date ?? '';
  const left = series.throughput.findLastIndex(({ weekStart }) => weekStart <= first);
  return { ...series, days, throughput: series.throughput.slice(Math.max(0, left)) };
}

/** Open is every ticket that is neither done nor cancelled, as in the forecast and the lists. */
function Figures({ series, stats }: { series: ProjectSeries; stats: ProjectStats | undefined }) {
  const { days, leadTime, cycleTime } = series;
  // From the days that the charts show: the statistics of the period begin at another hour and would differ by some.
  const sumOf = (name: 'created' | 'completed') => days.reduce((sum, day) => sum + day[name], 0);
  const figures = [
    [m.stats.open, stats && stats.tickets.open + stats.tickets.inProgress],
    [m.stats.inProgress, stats?.tickets.inProgress],
    [m.stats.completed, sumOf('completed')],
    [m.stats.created, sumOf('created')],
    [m.stats.overdue, stats?.tickets.overdue],
    [m.stats.cycleTime, inWords(cycleTime.p50)],
    [m.stats.leadTime, inWords(leadTime.p50)],
  ] as const;
  return (
    <dl className="stats-screen-figures">
      {figures.map(([name, value]) => (
        <div key={name} className="stats-screen-figure">
          <dt>{name}</dt>
          <dd className="figures">{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}

const inWords = (seconds: number | undefined) => seconds && formatDuration(seconds * 1_000);

/** Why a chart over days has nothing to draw. */
function emptyReason(days: ProjectSeries['days']): string | undefined {
  if (days.length < 2) return m.stats.firstDay;
  const hasTickets = days.some(({ byStatus }) => Object.values(byStatus).some((tickets) => tickets > 0));
  return hasTickets ? undefined : m.stats.noTickets;
}

function BurnUp({ series: { days }, forecast }: { series: ProjectSeries; forecast: Forecast | undefined }) {
  const chart = withForecast(days, toBurnUp(days), forecast);
  const { dates, scope, done, expectedScope, expected, scopeRange, doneRange } = chart;
  const hasForecast = expected.some((value) => value !== null);
  const dashed = (name: string, colour: ChartColour, values: (number | null)[]) =>
    hasForecast ? [{ name, colour, values, dashed: true }] : [];
  const fan = (name: string, colour: ChartColour, line: string, range: typeof doneRange) => ({
    ...{ name, colour },
    bands: [{ name: line, ...range }],
  });
  return (
    <LineChart
      title={m.stats.burnUp}
      text={hasForecast ? m.stats.burnUpForecast : m.stats.burnUpText}
      empty={emptyReason(days)}
      days={dates}
      series={[
        { name: m.stats.scope, colour: 'muted', values: scope },
        { name: m.stats.completed, colour: 'green', values: done },
        ...dashed(m.stats.expectedScope, 'muted', expectedScope),
        ...dashed(m.stats.expected, 'green', expected),
      ]}
      {...(hasForecast && {
        fans: [
          fan(m.stats.scopeRange, 'muted', m.stats.scope, scopeRange),
          fan(m.stats.range, 'green', m.stats.completed, doneRange),
        ],
      })}
    />
  );
}

const colours = {
  done: 'green',
  in_review: 'violet',
  in_progress: 'amber',
  todo: 'accent',
  backlog: 'muted',
} as const satisfies Record<string, ChartColour>;

function CumulativeFlow({ series: { days } }: { series: ProjectSeries }) {
  const statusName = useStatusLabel();
  return (
    <AreaChart
      title={m.stats.flow}
      text={m.stats.flowText}
      empty={emptyReason(days)}
      days={days.map(({ date }) => date)}
      layers={toFlow(days).map(({ status, values }) => ({
        name: statusName(status),
        colour: colours[status],
        values,
      }))}
    />
  );
}

function Throughput({ series: { throughput } }: { series: ProjectSeries }) {
  return (
    <BarChart
      title={m.stats.throughput}
      text={m.stats.throughputText}
      empty={throughput.some(({ completed }) => completed > 0) ? undefined : m.stats.noneCompleted}
      days={throughput.map(({ weekStart }) => weekStart)}
      layers={[
        { name: m.stats.completed, colour: 'green', values: throughput.map(({ completed }) => completed) },
      ]}
    />
  );
}
