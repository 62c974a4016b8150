import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '../messages/index.ts';
import { Segmented } from '../parts/controls/segmented.tsx';
import { Section } from '../parts/display/section.tsx';
import { statsQuery } from './user-queries.ts';
import './my-statistics.css';

const periods = ['week', 'month', 'quarter', 'year'] as const;

export function MyStatistics() {
  const [period, setPeriod] = useState<(typeof periods)[number]>('month');
  const { data } = useQuery(statsQuery(period));
  const figures = [
    [m.users.stats.completed, data?.tickets.completed],
    [m.users.stats.created, data?.tickets.created],
    [m.users.stats.assigned, data?.tickets.assigned],
    [m.users.stats.overdue, data?.tickets.overdue],
    [m.users.stats.comments, data?.activity.comments],
  ] as const;
  return (
    <Section
      title={m.users.statistics}
      actions={
        <Segmented
          label={m.users.period}
          value={period}
          onChange={setPeriod}
          options={periods.map((value) => ({ value, label: m.users.periods[value] }))}
        />
      }
    >
      <dl className="my-statistics">
        {figures.map(([name, value]) => (
          <div key={name} className="my-statistics-figure">
            <dt>{name}</dt>
            <dd className="figures">{value ?? '–'}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
