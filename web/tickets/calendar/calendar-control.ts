import { TicketDrag } from '../drag/ticket-drag.ts';

export interface CalendarActions {
  open(id: string): void;
  openMenu(id: string, at: Element): void;
  /** Only one ticket at a time is dragged on the calendar. */
  takeAlong(id: string): readonly string[];
  /** Null stands for the tray of tickets without a due date. */
  drop(id: string, day: string | null): void;
}

/** The cell that stands for no due date. */
export const undatedCell = 'undated';

/** What the days and tickets of one calendar share. It stays the same object as long as the calendar is shown. */
export class CalendarControl {
  readonly drag = new TicketDrag();
  /** Set by the calendar on every render. */
  actions: CalendarActions;

  constructor(actions: CalendarActions) {
    this.actions = actions;
  }
}
