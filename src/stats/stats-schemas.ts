import type { TSchema } from 'typebox';
import { calendarDate, choice, id, timestamp } from '../platform/field-schemas.ts';
import { Type } from '../platform/schema.ts';
import { ticketPriorities, ticketStatuses, ticketTypes } from '../tickets/index.ts';
import { forecastVerdicts } from './forecast/forecast-verdict.ts';
import { periods } from './period.ts';

const count = () => Type.Number({ examples: [7] });
const fraction = () => Type.Number({ examples: [0.5] });
const duration = () => Type.String({ examples: ['3 days 4 hours'] });
const countsByValue = (values: readonly string[]) =>
  Type.Object(Object.fromEntries(values.map((value) => [value, count()])));

const window = { period: choice(periods), startDate: timestamp(), endDate: timestamp() };

export const period = Type.Optional(
  choice(periods, { default: 'month', description: 'A time span that ends now' }),
);

export const TicketStats = Type.Object(
  {
    ...window,
    total: count(),
    byStatus: countsByValue(ticketStatuses),
    byPriority: countsByValue(ticketPriorities),
    byType: countsByValue(ticketTypes),
    metrics: Type.Object({
      averageCompletionTime: duration(),
      completionRate: fraction(),
      overdue: count(),
      createdThisPeriod: count(),
      completedThisPeriod: count(),
    }),
  },
  { title: 'TicketStats' },
);

export const ProjectStats = Type.Object(
  {
    ...window,
    tickets: Type.Object({
      total: count(),
      open: count(),
      inProgress: count(),
      completed: count(),
      overdue: count(),
    }),
    estimates: Type.Object(
      { total: count(), open: count(), inProgress: count(), completed: count() },
      { description: 'The sums of the estimates, in the unit of the project' },
    ),
    members: Type.Object({ total: count(), active: count() }),
    activity: Type.Object({ ticketsCreated: count(), ticketsCompleted: count(), comments: count() }),
    progress: Type.Object({ completionRate: fraction(), averageTicketAge: duration(), velocity: fraction() }),
  },
  { title: 'ProjectStats' },
);

const Amount = (example: number) =>
  Type.Object({
    tickets: Type.Integer({ examples: [example] }),
    estimate: Type.Number({
      description: 'The sum of their estimates as they are now',
      examples: [example * 2],
    }),
  });

export const GroupReport = Type.Object(
  {
    timezone: Type.String({ examples: ['Europe/Vienna'] }),
    startsAt: Type.Optional(timestamp()),
    endsAt: Type.Optional(timestamp()),
    atStart: Amount(10),
    added: Amount(3),
    removed: Amount(1),
    carriedOver: Amount(2),
    now: Amount(10),
    completed: Amount(8),
    days: Type.Array(
      Type.Object({
        date: Type.String({ examples: ['2026-11-02'] }),
        scope: Amount(10),
        completed: Amount(4),
        added: Amount(1),
        removed: Amount(0),
      }),
    ),
  },
  { title: 'GroupReport' },
);

export const UserStats = Type.Object(
  {
    ...window,
    tickets: Type.Object({ created: count(), completed: count(), assigned: count(), overdue: count() }),
    projects: Type.Object({ owned: count(), member: count(), active: count() }),
    activity: Type.Object({ comments: count(), commits: count(), reviews: count() }),
    productivity: Type.Object({
      averageCompletionTime: duration(),
      completionRate: fraction(),
      activeHours: count(),
    }),
  },
  { title: 'UserStats' },
);

const seconds = () => Type.Optional(Type.Number({ description: 'Seconds', examples: [273_600] }));
const Percentiles = Type.Object(
  {
    tickets: Type.Number({
      description: 'How many tickets were measured; with none there are no percentiles',
      examples: [7],
    }),
    p50: seconds(),
    p75: seconds(),
    p90: seconds(),
    p95: seconds(),
  },
  { title: 'Percentiles' },
);

export const SeriesQuery = Type.Object({
  period: Type.Optional(
    choice(periods, { default: 'month', description: 'A number of days that ends today' }),
  ),
  from: Type.Optional(calendarDate({ description: 'The first day; replaces the period' })),
  to: Type.Optional(calendarDate({ description: 'The last day; defaults to today' })),
  timezone: Type.Optional(
    Type.String({ description: 'An IANA time zone; defaults to yours', examples: ['Europe/Vienna'] }),
  ),
});

export const ForecastQuery = Type.Object({
  tickets: Type.Optional(
    Type.Integer({
      ...{ minimum: 1, maximum: 100_000, examples: [20] },
      description: 'How many tickets are to be completed; defaults to the open tickets of the project',
    }),
  ),
  group: Type.Optional(id({ description: 'The open tickets of this group instead' })),
  by: Type.Optional(
    calendarDate({ description: 'How many tickets will be completed by the end of this day?' }),
  ),
  period: Type.Optional(
    choice(periods, {
      default: 'quarter',
      description: 'The past days, until yesterday, from which is concluded',
    }),
  ),
  timezone: SeriesQuery.properties.timezone,
});

const certainties = <Value extends TSchema>(value: () => Value) => ({
  p50: value(),
  p85: value(),
  p95: value(),
});
const PastCheck = (description: string) =>
  Type.Object(
    {
      forecasts: Type.Number({ description: 'How many forecasts were repeated', examples: [12] }),
      days: Type.Number({ description: 'How many days each looked ahead', examples: [14] }),
      cameTrue: Type.Object(
        certainties(() => Type.Number({ examples: [83] })),
        {
          description: 'The percentage that came true: near 50, 85 and 95 if the forecast can be relied on',
        },
      ),
    },
    { description },
  );
const dateOrNone = () => Type.Optional(calendarDate({ description: 'Absent: not within two years' }));

const range = (description: string) =>
  Type.Object({ low: count(), p50: count(), high: count() }, { description });

const ForecastFlow = Type.Object(
  {
    verdict: choice(forecastVerdicts, {
      description:
        '`ends`: at some day no ticket is open. `growing`: as many tickets arrive as are done, or more: not at this rate. `slow`: more is done than arrives, but most runs need longer than two years. `nothing_open`: no ticket is open. `nothing_done`: none was completed in the period. `too_young`: less than two weeks are known.',
    }),
    history: Type.Object(
      {
        from: calendarDate(),
        to: calendarDate(),
        arrived: Type.Number({
          description: 'Tickets that became open, less those that were cancelled, deleted or moved away',
          examples: [56],
        }),
        completed: count(),
        arrivedPerWeek: fraction(),
        completedPerWeek: fraction(),
      },
      { description: 'The past days that are repeated, without the day that filled a new project' },
    ),
    endingRuns: Type.Number({
      description: 'The percentage of the runs in which no ticket is open on some day within two years',
      examples: [97],
    }),
    done: Type.Object(certainties(dateOrNone), {
      description: 'The first day on which no ticket is open, with a certainty of 50, 85 and 95 %',
    }),
    days: Type.Array(
      Type.Object({
        date: calendarDate(),
        arrived: range(
          'Tickets that arrive from today to this day: nine of ten runs are between low and high',
        ),
        completed: range('Tickets that are completed from today to this day'),
        open: Type.Object(certainties(count), { description: 'How many tickets at most are open then' }),
      }),
      { description: 'For today and each day to come, for a chart' },
    ),
    pastCheck: Type.Optional(
      PastCheck(
        'How many tickets at most would be open, as it would have been said in past weeks, compared with what happened. Absent if too little is known.',
      ),
    ),
  },
  {
    title: 'ForecastFlow',
    description:
      'The whole project with arrivals: whole past weeks are repeated at random, each with what arrived and what was completed in it. Absent with `tickets` or `group`.',
  },
);

export const Forecast = Type.Object(
  {
    timezone: Type.String({ examples: ['UTC'] }),
    history: Type.Object(
      { from: calendarDate(), to: calendarDate(), completed: count() },
      { description: 'The past days from which is concluded, and how many tickets were completed in them' },
    ),
    remaining: Type.Number({ description: 'The tickets that are to be completed', examples: [20] }),
    done: Type.Object(certainties(dateOrNone), {
      description: 'The day by whose end they are completed, with a certainty of 50, 85 and 95 %',
    }),
    by: Type.Optional(
      Type.Object(
        { date: calendarDate(), ...certainties(count) },
        { description: 'How many tickets at least will be completed by the end of the given day' },
      ),
    ),
    days: Type.Array(Type.Object({ date: calendarDate(), ...certainties(count) }), {
      description: 'The same for today and each day to come, for a chart',
    }),
    pastCheck: Type.Optional(
      PastCheck(
        'The forecast as it would have been in past weeks, compared with what happened. Absent if too little is known.',
      ),
    ),
    flow: Type.Optional(ForecastFlow),
  },
  { title: 'Forecast' },
);

const { period: forecastPeriod, timezone: forecastZone } = ForecastQuery.properties;
export const ProjectsForecastQuery = Type.Object({ period: forecastPeriod, timezone: forecastZone });

export const ProjectsForecast = Type.Object(
  {
    timezone: Type.String({ examples: ['UTC'] }),
    remaining: Type.Number({ description: 'The tickets that are open', examples: [20] }),
    flow: ForecastFlow,
  },
  { title: 'ProjectsForecast' },
);

const { verdict, history, done } = ForecastFlow.properties;
export const ForecastsQuery = Type.Object({
  ids: Type.String({
    description: 'Up to 100 ids of projects, separated by commas',
    maxLength: 5_000,
    examples: ['018f3c5e-7a7b-7c1d-8e2f-3a4b5c6d7e8f'],
  }),
  ...ProjectsForecastQuery.properties,
});
export const Forecasts = Type.Object(
  {
    timezone: Type.String({ examples: ['UTC'] }),
    forecasts: Type.Array(
      Type.Object({
        projectId: id(),
        remaining: Type.Number({ description: 'The tickets that are open', examples: [20] }),
        flow: Type.Object(
          { verdict, history, done },
          { description: 'As `flow` of the forecast of the project; `done` only if the verdict is `ends`' },
        ),
      }),
      { description: 'Of the active projects among them that you may read' },
    ),
  },
  { title: 'Forecasts' },
);

export const CompletedTicket = Type.Object(
  {
    id: id(),
    key: Type.String({ examples: ['PAY-12'] }),
    title: Type.String({ examples: ['The invoice shows yesterday’s rate'] }),
    type: choice(ticketTypes),
    assigneeId: Type.Optional(id()),
    createdAt: timestamp(),
    startedAt: Type.Optional(timestamp({ description: 'When work began first (`in_progress`)' })),
    completedAt: timestamp(),
    cycleSeconds: Type.Optional(
      Type.Number({ description: 'From the start of work to completion', examples: [86_400] }),
    ),
    leadSeconds: Type.Number({ description: 'From creation to completion', examples: [273_600] }),
  },
  { title: 'CompletedTicket' },
);

export const GroupSeries = Type.Object(
  {
    timezone: Type.String({ examples: ['UTC'] }),
    startsAt: Type.Optional(timestamp()),
    endsAt: Type.Optional(timestamp()),
    days: Type.Array(
      Type.Object({
        date: calendarDate(),
        total: count(),
        started: count(),
        completed: count(),
      }),
      { description: 'Until today, or the end of the group' },
    ),
  },
  { title: 'GroupSeries' },
);

export const ProjectSeries = Type.Object(
  {
    timezone: Type.String({ examples: ['UTC'] }),
    days: Type.Array(
      Type.Object({
        date: calendarDate(),
        created: count(),
        completed: count(),
        byStatus: countsByValue(ticketStatuses),
      }),
    ),
    throughput: Type.Array(
      Type.Object({
        weekStart: calendarDate({ description: 'A Monday' }),
        days: Type.Number({ description: 'How many days of the week are in the series', examples: [7] }),
        completed: count(),
      }),
    ),
    leadTime: Percentiles,
    cycleTime: Percentiles,
  },
  { title: 'ProjectSeries' },
);
