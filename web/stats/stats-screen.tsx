import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BootProject, Forecast, ProjectSeries, ProjectStats } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { AreaChart } from '../parts/charts/area-chart.tsx';
import { BarChart } from '../parts/charts/bar-chart.tsx';
import type { ChartColour } from '../parts/charts/chart-colour.ts';
import { LineChart } from '../parts/charts/line-chart.tsx';
import { Segmented } from '../parts/controls/segmented.tsx';
import { formatDuration } from '../parts/dates/dates.ts';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Failure } from '../parts/display/failure.tsx';
import { Screen } from '../parts/display/screen.tsx';
import { Skeleton } from '../parts/display/skeleton.tsx';
import { useStatusLabel } from '../parts/own-statuses.ts';
import { ProjectCrumb, ProjectTabs } from '../projects/index.ts';
import { useProject } from '../replica/index.ts';
import { useParams } from '../router/index.ts';
import { toBurnUp, toFlow, withForecast } from './chart-series.ts';
import { CycleTimes } from './cycle-times.tsx';
import { ForecastFigures } from './forecast-figures.tsx';
import { forecastQuery, type Period, projectStatsQuery, seriesQuery } from './stats-queries.ts';
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
  const [period, setPeriod] = useState<Period>('quarter');
  const { data: series, error, refetch } = useQuery(seriesQuery(project.id, period));
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
          onChange={setPeriod}
          options={periods.map((value) => ({ value, label: m.users.periods[value] }))}
        />
      }
    >
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!series && !error && <Skeleton rows={10} />}
      {series && (
        <div className="stats-screen">
          <Figures series={series} stats={stats} />
          {forecast && <ForecastFigures forecast={forecast} />}
          <div className="stats-screen-charts">
            <BurnUp series={series} forecast={forecast} />
            <CumulativeFlow series={series} />
            <CycleTimes projectId={project.id} period={period} series={series} />
            <Throughput series={series} />
          </div>
        </div>
      )}
    </Screen>
  );
}

function Figures({ series, stats }: { series: ProjectSeries; stats: ProjectStats | undefined }) {
  const { leadTime, cycleTime } = series;
  const figures = [
    [m.stats.open, stats?.tickets.open],
    [m.stats.inProgress, stats?.tickets.inProgress],
    [m.stats.completed, stats?.activity.ticketsCompleted],
    [m.stats.created, stats?.activity.ticketsCreated],
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

function BurnUp({ series: { days }, forecast }: { series: ProjectSeries; forecast: Forecast | undefined }) {
  const { dates, scope, done, expected, likely, nearlySure } = withForecast(days, toBurnUp(days), forecast);
  const hasForecast = expected.some((value) => value !== null);
  const band = (percent: number, low: (number | null)[]) => ({
    name: m.stats.atLeast(percent),
    low,
    high: expected,
  });
  return (
    <LineChart
      title={m.stats.burnUp}
      text={hasForecast ? m.stats.burnUpForecast : m.stats.burnUpText}
      days={dates}
      series={[
        { name: m.stats.scope, colour: 'muted', values: scope },
        { name: m.stats.completed, colour: 'green', values: done },
        ...(hasForecast
          ? [{ name: m.stats.expected, colour: 'green' as const, values: expected, dashed: true }]
          : []),
      ]}
      {...(hasForecast && {
        fan: { name: m.stats.range, colour: 'green', bands: [band(85, likely), band(95, nearlySure)] },
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
      days={throughput.map(({ weekStart }) => weekStart)}
      layers={[
        { name: m.stats.completed, colour: 'green', values: throughput.map(({ completed }) => completed) },
      ]}
    />
  );
}
