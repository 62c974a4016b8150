import type { Group } from '../../../sdk/index.ts';
import { dayOf, today } from '../../parts/dates/dates.ts';
import { isClosed } from '../../parts/ticket-words.ts';
import type { TicketRow } from '../../replica/index.ts';
import { type DayNumber, numberOfDay } from './time-scale.ts';

/** The days of a ticket or a group on the timeline. */
export interface Bar {
  start: DayNumber;
  /** The last day. */
  end: DayNumber;
  /** True if nobody set this end, which is drawn faded. */
  isStartOpen: boolean;
  isEndOpen: boolean;
  /** The first day after the due date of an overdue ticket; from there the bar has a tail until today. */
  overdueFrom?: DayNumber;
}

export type Edge = 'start' | 'end' | 'both';

/**
 * The bar from the creation of a ticket to its due date. A closed ticket ends on the day it was closed; an open one
 * without a due date reaches until today.
 */
export function barOfTicket(
  row: Pick<TicketRow, 'createdAt' | 'dueDate' | 'completedAt' | 'status'>,
  now: DayNumber = numberOfDay(today()),
): Bar {
  const created = numberOfDay(dayOf(row.createdAt));
  const due = row.dueDate === null ? undefined : numberOfDay(dayOf(row.dueDate));
  const isDone = isClosed(row);
  const closed = isDone && row.completedAt !== null ? numberOfDay(dayOf(row.completedAt)) : undefined;
  const end = closed ?? due ?? Math.max(created, now);
  return {
    // An imported ticket may be created here after its due date.
    start: Math.min(created, end),
    end,
    isStartOpen: false,
    isEndOpen: closed === undefined && due === undefined,
    ...(!isDone && due !== undefined && due < now && { overdueFrom: due + 1 }),
  };
}

/** Returns undefined for a group without dates. A group with one date is a milestone on that day. */
export function barOfGroup({ startsAt, endsAt }: Pick<Group, 'startsAt' | 'endsAt'>): Bar | undefined {
  const start = startsAt && numberOfDay(dayOf(startsAt));
  const end = endsAt && numberOfDay(dayOf(endsAt));
  if (!start && !end) return undefined;
  return {
    start: start || end || 0,
    end: end || start || 0,
    isStartOpen: !start,
    isEndOpen: !end,
  };
}

/** The bar while one of its ends, or all of it, is moved. An end never passes the other one. */
export function moveBar(bar: Bar, edge: Edge, days: number): Bar {
  if (edge === 'both') return { ...bar, start: bar.start + days, end: bar.end + days };
  if (edge === 'start') return { ...bar, start: Math.min(bar.end, bar.start + days), isStartOpen: false };
  return { ...bar, end: Math.max(bar.start, bar.end + days), isEndOpen: false };
}

/** The bar of a ticket while it is dragged: its start stays, unless the due date moves before it. */
export function moveDueOfBar({ overdueFrom: _, ...bar }: Bar, days: number): Bar {
  const end = bar.end + days;
  return { ...bar, start: Math.min(bar.start, end), end, isEndOpen: false };
}
