import type { Messages } from '../en/index.ts';
import { plural } from '../index.ts';

export const calendar: Messages['calendar'] = {
  previousMonth: 'Voriger Monat',
  nextMonth: 'Nächster Monat',
  previousWeek: 'Vorige Woche',
  nextWeek: 'Nächste Woche',
  day: (day, count) => `${day}, ${plural(count, { one: '1 Ticket', other: `${count} Tickets` })}`,
  addOn: (day) => `Ticket mit Fälligkeit am ${day} anlegen`,
  more: (count) => `+${count}`,
  moreTickets: (count) => plural(count, { one: '+1 Ticket', other: `+${count} Tickets` }),
  overdueEntry: (name) => `${name}, überfällig`,
  undated: 'Ohne Fälligkeit',
  noneUndated: 'Jedes offene Ticket hat eine Fälligkeit.',
  showUndated: (count) => `Ohne Fälligkeit: ${count}`,
  hideUndated: 'Tickets ohne Fälligkeit ausblenden',
  movedTo: (what, day) => `${what} ist am ${day} fällig`,
  dateRemoved: (what) => `${what} hat keine Fälligkeit mehr`,
};
