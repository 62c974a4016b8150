import { useEffect, useMemo } from 'react';
import { openStatuses } from '../../../sdk/ticket-fields.ts';
import { addDays, type Day } from '../../parts/dates/dates.ts';
import { readRow, type TicketRow, useRowsVersion, useView, type ViewQuery } from '../../replica/index.ts';
import { groupByDay } from './due-day.ts';

/** The maximum number of tickets loaded for one calendar page. */
const ticketsMax = 1_000;

/** The tickets that are due on the shown days, and the open ones without a due date. */
export function useDueTickets(query: ViewQuery, first: Day, last: Day) {
  const due = useView({
    ...query,
    dueAfter: later(first, query.dueAfter),
    dueBefore: earlier(addDays(last, 1), query.dueBefore),
    sort: 'dueDate',
    order: 'asc',
  });
  const statuses = openStatuses.filter((status) => isWanted(query.status, status));
  const open = useView({
    ...query,
    status: statuses.length ? statuses : 'backlog',
    sort: 'priority',
    order: 'desc',
  });
  useLoadAll(due);
  useLoadAll(open);
  const version = useRowsVersion();
  return useMemo(() => {
    const days = groupByDay(rowsOf(due.ids));
    const byDay = new Map([...days].map(([day, rows]) => [day, rows.map(({ id }) => id)]));
    const undated = statuses.length
      ? rowsOf(open.ids).flatMap(({ id, dueDate }) => (dueDate === null ? [id] : []))
      : [];
    return { byDay, undated, total: due.total };
  }, [due, open, version, statuses.length]);
}

/** Loads all pages if the tickets are not cached, because a calendar shows whole days. */
function useLoadAll({ ids, total, state, loadMore }: ReturnType<typeof useView>): void {
  useEffect(() => {
    if (state === 'ready' && ids.length < Math.min(total, ticketsMax)) loadMore();
  }, [ids.length, total, state, loadMore]);
}

const rowsOf = (ids: readonly string[]): TicketRow[] => ids.flatMap((id) => readRow(id) ?? []);
const later = (a: string, b: string | undefined) => (b !== undefined && b > a ? b : a);
const earlier = (a: string, b: string | undefined) => (b !== undefined && b < a ? b : a);
const isWanted = (wanted: ViewQuery['status'], status: string) =>
  wanted === undefined || wanted.length === 0 || wanted === status || wanted.includes(status);
