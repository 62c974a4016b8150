import { plural } from '../index.ts';

export const calendar = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousWeek: 'Previous week',
  nextWeek: 'Next week',
  day: (day: string, count: number) =>
    `${day}, ${plural(count, { one: '1 ticket', other: `${count} tickets` })}`,
  addOn: (day: string) => `Add a ticket due on ${day}`,
  more: (count: number) => `+${count}`,
  moreTickets: (count: number) => plural(count, { one: '+1 ticket', other: `+${count} tickets` }),
  overdueEntry: (name: string) => `${name}, overdue`,
  undated: 'No due date',
  noneUndated: 'Every open ticket has a due date.',
  showUndated: (count: number) => `No due date: ${count}`,
  hideUndated: 'Hide tickets without a due date',
  movedTo: (what: string, day: string) => `${what} is due on ${day}`,
  dateRemoved: (what: string) => `${what} has no due date any more`,
};
