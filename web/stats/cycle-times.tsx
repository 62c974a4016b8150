import { useQuery } from '@tanstack/react-query';
import type { ProjectSeries } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { ScatterChart } from '../parts/charts/scatter-chart.tsx';
import { dayOf, locale } from '../parts/dates/dates.ts';
import { navigate } from '../router/index.ts';
import { completedQuery, type Period } from './stats-queries.ts';

const daySeconds = 86_400;
const inDays = (seconds: number) => seconds / daySeconds;

interface CycleTimesProps {
  projectId: string;
  period: Period;
  series: ProjectSeries;
}

/** A point opens its ticket. */
export function CycleTimes({ projectId, period, series: { days, cycleTime } }: CycleTimesProps) {
  const { data: tickets } = useQuery(completedQuery(projectId, period));
  const points = (tickets ?? []).flatMap(({ key, title, completedAt, cycleSeconds }) =>
    cycleSeconds === undefined
      ? []
      : [{ id: key, day: dayOf(completedAt), value: inDays(cycleSeconds), label: `${key} ${title}` }],
  );
  const isKnown = tickets !== undefined;
  const marks = ([50, 75, 90] as const).flatMap((percent) => {
    const seconds = cycleTime[`p${percent}`];
    return seconds === undefined ? [] : [{ name: m.stats.percentile(percent), value: inDays(seconds) }];
  });
  return (
    <ScatterChart
      title={m.stats.cycleTimes}
      text={m.stats.cycleTimesText}
      valueName={m.stats.days}
      first={days[0]?.date ?? ''}
      last={days.at(-1)?.date ?? ''}
      points={points}
      marks={marks}
      empty={
        isKnown && points.length === 0
          ? tickets.length === 0
            ? m.stats.noneCompleted
            : m.stats.noneStarted
          : undefined
      }
      format={(value) => value.toLocaleString(locale(), { maximumFractionDigits: 1 })}
      onOpen={(key) => void navigate({ to: '.', search: (search) => ({ ...search, ticket: key }) })}
    />
  );
}
