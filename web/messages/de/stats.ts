import type { Messages } from '../en/index.ts';

export const stats: Messages['stats'] = {
  open: 'offen',
  inProgress: 'in Arbeit',
  completed: 'erledigt',
  created: 'angelegt',
  overdue: 'überfällig',
  scope: 'Umfang',
  cycleTime: 'Median der Bearbeitungszeit',
  leadTime: 'Median der Durchlaufzeit',
  burnUp: 'Burn-up',
  burnUpText: 'Alle nicht abgebrochene Arbeit, und wie viel davon erledigt ist.',
  burnUpForecast: 'Alle nicht abgebrochene Arbeit, wie viel davon erledigt ist und was kommen kann.',
  forecast: 'Vorhersage',
  atLeast: (percent) => `mindestens, zu ${percent} % sicher`,
  expected: 'erwartet',
  range: 'möglicher Bereich',
  doneBy: (percent) => `erledigt bis, zu ${percent} % sicher`,
  forecastText: (remaining, completed) =>
    `${remaining} offene Tickets, wenn das Team weitermacht wie in der gezeigten Zeit, in der es ${completed} erledigt hat.`,
  notSoon: 'nicht in zwei Jahren',
  pastCheck: (forecasts, days, p50, p85, p95) =>
    `Für ${forecasts} vergangene Wochen wiederholt, je ${days} Tage voraus: Was zu 50, 85 und 95 % sicher war, traf in ${p50}, ${p85} und ${p95} % ein.`,
  flow: 'Kumulativer Fluss',
  flowText: 'Wird ein Band breiter, staut sich dort Arbeit.',
  throughput: 'Durchsatz',
  throughputText: 'Erledigte Tickets je Woche.',
  cycleTimes: 'Bearbeitungszeiten',
  cycleTimesText: 'Ein Punkt je erledigtem Ticket: die Tage vom Beginn bis zum Ende.',
  days: 'Tage',
  percentile: (percent) => `${percent} %`,
};
