import type { Messages } from '../en/index.ts';
import { plural } from '../index.ts';

export const timeline: Messages['timeline'] = {
  empty: 'Keine offenen Tickets zu planen.',
  emptyText: 'Hier erscheinen Tickets als Balken von der Erstellung bis zur Fälligkeit.',
  zoom: 'Zoom',
  zooms: { week: 'Woche', month: 'Monat', quarter: 'Quartal' },
  created: (day) => `erstellt ${day}`,
  due: (day) => `fällig ${day}`,
  overdueSince: (day) => `überfällig seit ${day}`,
  noDueDate: 'ohne Fälligkeit',
  closed: (day) => `geschlossen ${day}`,
  progress: (closed, all) =>
    `${closed} von ${plural(all, { one: '1 Ticket', other: `${all} Tickets` })} geschlossen`,
  showBar: (name) => `Zeitraum von ${name} zeigen`,
  openGroup: 'In der Liste öffnen',
  editDates: 'Gruppe bearbeiten…',
  weekEarlier: 'Eine Woche früher',
  weekLater: 'Eine Woche später',
  groupMoved: (name, days) => `${name} läuft ${days}`,
  groupEnds: (name, day) => `${name} endet am ${day}`,
  groupStarts: (name, day) => `${name} beginnt am ${day}`,
  keys: {
    earlier: 'Frühere Tage',
    later: 'Spätere Tage',
    zoomIn: 'Vergrößern',
    zoomOut: 'Verkleinern',
    dayEarlier: 'Einen Tag früher fällig',
    dayLater: 'Einen Tag später fällig',
    weekEarlier: 'Eine Woche früher fällig',
    weekLater: 'Eine Woche später fällig',
    endEarlier: 'Ende einer Gruppe einen Tag früher',
    endLater: 'Ende einer Gruppe einen Tag später',
  },
};
