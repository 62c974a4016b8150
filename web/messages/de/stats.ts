import type { Messages } from '../en/index.ts';

export const stats: Messages['stats'] = {
  open: 'offen',
  inProgress: 'in Arbeit',
  completed: 'erledigt',
  created: 'angelegt',
  overdue: 'überfällig',
  scope: 'Umfang',
  cycleTime: 'mittlere Bearbeitungszeit',
  leadTime: 'mittlere Durchlaufzeit',
  burnUp: 'Burn-up',
  burnUpText: 'Alle nicht abgebrochene Arbeit, und wie viel davon erledigt ist.',
  flow: 'Kumulativer Fluss',
  flowText: 'Wird ein Band breiter, staut sich dort Arbeit.',
  throughput: 'Durchsatz',
  throughputText: 'Erledigte Tickets je Woche.',
  cycleTimes: 'Bearbeitungszeiten',
  cycleTimesText: 'Ein Punkt je erledigtem Ticket: die Tage vom Beginn bis zum Ende.',
  days: 'Tage',
  percentile: (percent) => `${percent} %`,
};
