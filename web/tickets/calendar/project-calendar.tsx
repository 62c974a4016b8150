import { useRef, useState } from 'react';
import type { BootProject } from '../../../sdk/index.ts';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { IconButton } from '../../parts/controls/icon-button.tsx';
import {
  addDays,
  addMonths,
  type Day,
  formatDateRange,
  formatMonth,
  today,
} from '../../parts/dates/dates.ts';
import { changeSettings, useSetting } from '../../parts/personal-settings.ts';
import { newTicketFields } from '../board/new-ticket-fields.ts';
import { ofProject, TicketsScreen } from '../project-screen.tsx';
import { toViewQuery } from '../ticket-search.ts';
import { useMedia } from '../use-media.ts';
import { useTicketSearch } from '../use-ticket-search.ts';
import { weeksShown } from './calendar-days.ts';
import { CalendarGrid } from './calendar-grid.tsx';
import { UndatedTray } from './undated-tray.tsx';
import { useCalendar } from './use-calendar.ts';
import { useDueTickets } from './use-due-tickets.ts';
import './project-calendar.css';

/** `/p/$key/calendar` */
export const Calendar = ofProject(ProjectCalendar);

/** The due dates of a project's tickets by month, on a phone by week. */
function ProjectCalendar({ project }: { project: BootProject }) {
  const { search, setSearch } = useTicketSearch();
  const isPhone = useMedia('(max-width: 640px)');
  const [activeDay, setActiveDay] = useState<Day>(today);
  const tray = useSetting('calendarTray');
  // On a phone it is closed at first, whatever the person chose at a desk.
  const [isOpenedHere, setOpenedHere] = useState(false);
  const isTrayOpen = isPhone ? isOpenedHere : tray !== 'closed';
  const root = useRef<HTMLDivElement>(null);

  const span = isPhone ? 'week' : 'month';
  const weeks = weeksShown(activeDay, span);
  const [first = activeDay, last = activeDay] = [weeks[0]?.[0], weeks.at(-1)?.[6]];
  const { dueDate: _, ...query } = toViewQuery(search, {
    project: project.id,
    triage: project.triage,
  }) as Record<string, unknown>;
  const { byDay, undated, total } = useDueTickets(query, first, last);
  const canChange = project.may.createTicket;
  const { control, announcement } = useCalendar(root);
  const newTicket = canChange ? newTicketFields(project.id, search) : undefined;

  const toggleTray = (isOpen: boolean) => {
    if (isPhone) setOpenedHere(isOpen);
    else changeSettings({ calendarTray: isOpen ? 'open' : 'closed' });
  };
  const step = (direction: 1 | -1) =>
    setActiveDay(span === 'month' ? addMonths(activeDay, direction) : addDays(activeDay, 7 * direction));
  const heading = span === 'month' ? formatMonth(activeDay) : formatDateRange(first, last);
  return (
    <TicketsScreen
      project={project}
      layout="calendar"
      newTicket={newTicket}
      search={search}
      setSearch={setSearch}
      count={total}
      tools={
        !isTrayOpen && (
          <Button
            icon="inbox"
            aria-label={m.calendar.showUndated(undated.length)}
            onClick={() => toggleTray(true)}
          >
            {isPhone ? undated.length : m.calendar.showUndated(undated.length)}
          </Button>
        )
      }
      className="calendar-screen"
    >
      <div className="calendar" ref={root}>
        <section className="calendar-main" aria-label={heading}>
          <header className="calendar-head">
            <h2 className="calendar-heading" aria-live="polite">
              {heading}
            </h2>
            <IconButton
              icon="chevron-left"
              label={span === 'month' ? m.calendar.previousMonth : m.calendar.previousWeek}
              onClick={() => step(-1)}
            />
            <IconButton
              icon="chevron-right"
              label={span === 'month' ? m.calendar.nextMonth : m.calendar.nextWeek}
              onClick={() => step(1)}
            />
            <Button onClick={() => setActiveDay(today())}>{m.parts.today}</Button>
          </header>
          <CalendarGrid
            label={heading}
            weeks={weeks}
            span={span}
            activeDay={activeDay}
            onActiveDay={setActiveDay}
            byDay={byDay}
            control={control}
            canChange={canChange}
            newTicket={newTicket}
          />
        </section>
        {isTrayOpen && (
          <UndatedTray
            ids={undated}
            control={control}
            canDrag={canChange}
            onClose={() => toggleTray(false)}
          />
        )}
      </div>
      <div role="status" className="said">
        {announcement}
      </div>
    </TicketsScreen>
  );
}
