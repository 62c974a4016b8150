import { dayMs } from '../platform/clock.ts';
import { dynamicStatement, type Queries } from '../platform/db/index.ts';
import { buildTicketQuery, type Homes, noValue, openCondition, type TicketFilter } from '../tickets/index.ts';
import type { Window } from './period.ts';

/**
 * Open tickets are counted for each due day and again for each 32 days, so that few rows add up to all days before a
 * date.
 */
export const dueSpanDays = [1, 32] as const;

/**
 * The number of the span that contains a time. Rounded as SQL divides, because migration 0069 counted the first
 * tickets that way.
 */
export const dueSpan = (at: number, days: (typeof dueSpanDays)[number]) => Math.trunc(at / (days * dayMs));

/** The spans that add up to all overdue tickets: whole 32 days, the days since, and the part of today. */
function overdueSpans(now: number) {
  const today = dueSpan(now, 1);
  const longSpan = dueSpan(now, 32);
  return { longSpan, firstDueDay: longSpan * 32, today, todayStartMs: today * dayMs };
}

/** How many tickets have one value of a field. */
export interface FieldCount {
  field: 'status' | 'priority' | 'type';
  value: string;
  count: number;
}

export interface Flow {
  created: number;
  completed: number;
  /** Mean time from creation to completion of those completed in the window; null when there are none. */
  completionMs: number | null;
  overdue: number;
}

/** Which tickets are counted; with `assignee` only theirs, and with a filter only those that match it. */
export interface StatsScope {
  homes: Homes;
  assignee?: string[] | undefined;
  filter?: TicketFilter | undefined;
}

/** Counters exist for whole homes only. */
const usesCounters = ({ assignee, filter }: StatsScope) => !assignee && !filter;

/**
 * Homes that are wholly visible are read from `ticket_counts` and the changes not yet rolled up. Single tickets in other
 * homes, those of assignees and those of a filter are scanned.
 */
export function countByField(queries: Queries, scope: StatsScope): Promise<FieldCount[]> {
  const scanned = uncountedConditions(scope).map(
    (where) => `select t.status, t.priority, t.type, count(*) from tickets t where ${where}
      group by t.status, t.priority, t.type`,
  );
  const waiting = `select status, priority, type, change from ticket_count_changes
    where home_id in :homes[] and status is not null`;
  const counted = 'select fact, word, tickets from ticket_counts where home_id in :homes[]';
  const shape = dynamicStatement<object, FieldCount>(`
    with uncounted (status, priority, type, tickets) as (
      ${(usesCounters(scope) ? [waiting, ...scanned] : scanned).join(' union all ')}),
    counts (field, value, tickets) as (
      select 'status', status, tickets from uncounted union all
      select 'priority', priority, tickets from uncounted union all
      select 'type', type, tickets from uncounted ${usesCounters(scope) ? `union all ${counted}` : ''})
    select field, value, cast(sum(tickets) as bigint) as count from counts group by field, value`);
  return queries.list(shape, scopeParams(scope));
}

/**
 * Reads whole UTC days from `ticket_days`, the hours before the first of them from `ticket_hours`, and due days
 * before today from `ticket_due_counts`. Only the partial hour at the start, and what is due today, is scanned.
 */
export async function measureFlow(queries: Queries, scope: StatsScope, window: Window): Promise<Flow> {
  const parts = [
    ...(usesCounters(scope) ? countedFlow : []),
    ...uncountedConditions(scope).flatMap(flowSelects),
  ];
  const shape = dynamicStatement<object, Flow>(`
    with parts (created, completed, completion_ms, overdue) as (${parts.join(' union all ')})
    select cast(coalesce(sum(created), 0) as bigint) as created,
      cast(coalesce(sum(completed), 0) as bigint) as completed,
      cast(sum(completion_ms) as bigint) / nullif(cast(sum(completed) as bigint), 0) as "completionMs",
      cast(coalesce(sum(overdue), 0) as bigint) as overdue
    from parts`);
  const { start, end: now, firstDay, firstHour, firstHourStartMs } = window;
  const counted = usesCounters(scope) && { firstDay, firstHour, firstHourStartMs, ...overdueSpans(now) };
  return (await queries.find(shape, { ...scopeParams(scope), start, now, ...counted })) as Flow;
}

const isOverdue = `t.due_date < :now and ${openCondition('t.status')}`;
const wholeHomes = 't.deleted_at is null and t.home_id in :homes[]';
const countedFlow = [
  `select created, completed, completion_ms, 0 from ticket_days
    where home_id in :homes[] and day >= :firstDay`,
  `select created, completed, completion_ms, 0 from ticket_hours
    where home_id in :homes[] and hour >= :firstHour and hour < :firstDay * 24`,
  `select 0, 0, 0, tickets from ticket_due_counts
    where home_id in :homes[] and span_days = 32 and span < :longSpan`,
  `select 0, 0, 0, tickets from ticket_due_counts
    where home_id in :homes[] and span_days = 1 and span >= :firstDueDay and span < :today`,
  `select case when created_at >= :firstHourStartMs then change else 0 end,
      case when completed_at >= :firstHourStartMs then change else 0 end,
      case when completed_at >= :firstHourStartMs then change * (completed_at - created_at) else 0 end,
      case when due_date < :todayStartMs and ${openCondition('status')} then change else 0 end
    from ticket_count_changes where home_id in :homes[] and status is not null`,
  `select count(*), 0, 0, 0 from tickets t
    where ${wholeHomes} and t.created_at >= :start and t.created_at < :firstHourStartMs`,
  `select 0, count(*), sum(t.completed_at - t.created_at), 0 from tickets t
    where ${wholeHomes} and t.completed_at >= :start and t.completed_at < :firstHourStartMs`,
  `select 0, 0, 0, count(*) from tickets t where ${wholeHomes} and t.due_date >= :todayStartMs and ${isOverdue}`,
];

/** A ticket created or completed in the window was also updated in it, and the indexes by person are sorted by updated_at. */
const flowSelects = (where: string) => [
  `select count(*), 0, 0, 0 from tickets t where ${where} and t.updated_at >= :start and t.created_at >= :start`,
  `select 0, count(*), sum(t.completed_at - t.created_at), 0 from tickets t
    where ${where} and t.updated_at >= :start and t.completed_at >= :start`,
  `select 0, 0, 0, count(*) from tickets t where ${where} and ${isOverdue}`,
];

/**
 * Conditions, each excluding the others, that select the tickets without counters: those of the filter or assignees, or
 * the caller's own in homes where they are a guest. `home_id || ''` keeps the engine from the index by home, which
 * contains all tickets of the home; the index by person is smaller.
 */
function uncountedConditions({ homes, assignee, filter }: StatsScope): string[] {
  if (filter) return [matching(homes, filter)];
  if (assignee) return ofAssignees(homes, assignee);
  if (homes.guest.length === 0) return [];
  const ofGuest = `t.deleted_at is null and ${homeWithoutIndex} in :guestHomes[]`;
  return [
    `${ofGuest} and t.reporter_id = :me`,
    `${ofGuest} and t.assignee_id = :me and t.reporter_id <> :me`,
  ];
}

function matching(homes: Homes, filter: TicketFilter): string {
  const { condition, wordConditions } = buildTicketQuery({ homes, filter });
  return [condition.sql, ':running(t.rowid)', ...wordConditions].join(' and ');
}

/** Unassigned tickets are found by home: by person, the index would yield the unassigned tickets of the whole instance. */
const ofAssignees = (homes: Homes, values: string[]) => [
  ...(values.some((value) => value !== noValue) || values.length === 0
    ? [`${buildTicketQuery({ homes, avoidHomeIndex: true }).condition.sql} and t.assignee_id in :assignee[]`]
    : []),
  ...(values.includes(noValue)
    ? [`${buildTicketQuery({ homes }).condition.sql} and t.assignee_id is null`]
    : []),
];

const homeWithoutIndex = "t.home_id || ''";

const scopeParams = ({ homes, assignee, filter = {} }: StatsScope) => ({
  ...buildTicketQuery({ homes, filter }).condition.params,
  ...(assignee && { assignee }),
});
