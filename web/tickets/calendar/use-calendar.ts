import { type RefObject, useLayoutEffect, useState } from 'react';
import { m } from '../../messages/index.ts';
import { dayOf, formatLongDate } from '../../parts/dates/dates.ts';
import { changeTickets, readRow, useBoot } from '../../replica/index.ts';
import { openTicketMenu, whatOf } from '../fields/index.ts';
import { openInDrawer } from '../open-in-drawer.ts';
import { useVerbKeys } from '../verbs/index.ts';
import { type CalendarActions, CalendarControl } from './calendar-control.ts';
import { moveDue } from './due-day.ts';
import { useDayDrag } from './use-day-drag.ts';

/** The actions on a calendar, by mouse, touch, keys and menu. */
export function useCalendar(root: RefObject<HTMLElement | null>) {
  const zone = useBoot().preferences?.timezone ?? 'UTC';
  const [announcement, announce] = useState('');

  const actions: CalendarActions = {
    open: (id) => openInDrawer(readRow(id)?.key ?? id),
    openMenu: (id, at) => openTicketMenu([id], at),
    takeAlong: (id) => [id],
    drop: (id, day) => {
      const row = readRow(id);
      if (!row || (row.dueDate === null ? day === null : day === dayOf(row.dueDate))) return;
      const what = whatOf([row]);
      const sentence =
        day === null ? m.calendar.dateRemoved(what) : m.calendar.movedTo(what, formatLongDate(day));
      changeTickets([id], { dueDate: day === null ? null : moveDue(row.dueDate, day, zone) }, sentence);
      announce(sentence);
    },
  };
  const [control] = useState(() => new CalendarControl(actions));
  useLayoutEffect(() => {
    control.actions = actions;
  });
  useDayDrag(root, control);
  useVerbKeys((wanted) => {
    if (wanted !== undefined) return undefined;
    const at = document.activeElement?.closest('[data-ticket]');
    const id = at?.getAttribute('data-ticket');
    return at && id ? { ids: [id], at } : undefined;
  }, 'lists');
  return { control, announcement };
}
