import { dynamicStatement, type Queries, statement } from '../platform/db/index.ts';
import { type Homes, type PeopleFilter, scopeCondition, scopeParams } from '../tickets/index.ts';
import type { Window } from './period.ts';

/** So many tickets have the status, priority or type. */
export interface FactRow {
  fact: 'status' | 'priority' | 'type';
  word: string;
  count: number;
}

export interface Flow {
  created: number;
  completed: number;
  /** Mean time from creation to completion of those completed in the window; null when there are none. */
  completionMs: number | null;
  overdue: number;
}

/** Narrowed to what people, or nobody, are assigned to, if any are named. */
interface Scope {
  homes: Homes;
  assignees?: PeopleFilter | undefined;
}

/** Of homes that are visible as a whole from their counts, and from what is not counted yet; of all else by looking. */
export function countFacts(queries: Queries, scope: Scope): Promise<FactRow[]> {
  const looked = lookedAt(scope).map(
    (where) => `select t.status, t.priority, t.type, count(*) from tickets t where ${where}
      group by t.status, t.priority, t.type`,
  );
  const uncounted = `select status, priority, type, change from ticket_count_changes
    where home_id in :homes[] and status is not null`;
  const counted = 'select fact, word, tickets from ticket_counts where home_id in :homes[]';
  const shape = dynamicStatement<object, FactRow>(`
    with beside (status, priority, type, tickets) as (
      ${(scope.assignees ? looked : [uncounted, ...looked]).join(' union all ')}),
    counts (fact, word, tickets) as (
      select 'status', status, tickets from beside union all
      select 'priority', priority, tickets from beside union all
      select 'type', type, tickets from beside ${scope.assignees ? '' : `union all ${counted}`})
    select fact, word, cast(sum(tickets) as bigint) as count from counts group by fact, word`);
  return queries.list(shape, paramsOf(scope));
}

/** Whole days from the counts, the hours before the first of them by looking. */
export async function measureFlow(queries: Queries, scope: Scope, window: Window): Promise<Flow> {
  const parts = [...(scope.assignees ? [] : countedFlow), ...lookedAt(scope).flatMap(flowOf)];
  const shape = dynamicStatement<object, Flow>(`
    with happened (created, completed, completion_ms, overdue) as (${parts.join(' union all ')})
    select cast(coalesce(sum(created), 0) as bigint) as created,
      cast(coalesce(sum(completed), 0) as bigint) as completed,
      cast(sum(completion_ms) as bigint) / nullif(cast(sum(completed) as bigint), 0) as "completionMs",
      cast(coalesce(sum(overdue), 0) as bigint) as overdue
    from happened`);
  const { start, end: now, firstDay, firstDayStart } = window;
  return (await queries.find(shape, { ...paramsOf(scope), start, now, firstDay, firstDayStart })) as Flow;
}

const isOverdue = `t.due_date < :now and t.status not in ('done', 'cancelled')`;
const wholeHomes = 't.deleted_at is null and t.home_id in :homes[]';
const countedFlow = [
  `select created, completed, completion_ms, 0 from ticket_days
    where home_id in :homes[] and day >= :firstDay`,
  `select case when created_at >= :firstDayStart then change else 0 end,
      case when completed_at >= :firstDayStart then change else 0 end,
      case when completed_at >= :firstDayStart then change * (completed_at - created_at) else 0 end, 0
    from ticket_count_changes where home_id in :homes[] and status is not null`,
  `select count(*), 0, 0, 0 from tickets t
    where ${wholeHomes} and t.created_at >= :start and t.created_at < :firstDayStart`,
  `select 0, count(*), sum(t.completed_at - t.created_at), 0 from tickets t
    where ${wholeHomes} and t.completed_at >= :start and t.completed_at < :firstDayStart`,
  `select 0, 0, 0, count(*) from tickets t where ${wholeHomes} and ${isOverdue}`,
];

/** What was created or completed since was also changed since, which is what people's indexes are sorted by. */
const flowOf = (where: string) => [
  `select count(*), 0, 0, 0 from tickets t where ${where} and t.updated_at >= :start and t.created_at >= :start`,
  `select 0, count(*), sum(t.completed_at - t.created_at), 0 from tickets t
    where ${where} and t.updated_at >= :start and t.completed_at >= :start`,
  `select 0, 0, 0, count(*) from tickets t where ${where} and ${isOverdue}`,
];

const meanAge = statement<{ homeId: string; now: number }, { ageMs: number | null }>(`
  with open (tickets, created_at_sum) as (
    select tickets, created_at_sum from ticket_counts
    where home_id = :homeId and fact = 'status' and word not in ('done', 'cancelled')
    union all
    select change, change * created_at from ticket_count_changes
    where home_id = :homeId and status not in ('done', 'cancelled'))
  select :now - cast(sum(created_at_sum) as bigint) / nullif(cast(sum(tickets) as bigint), 0) as "ageMs" from open`);

/** Mean age of what is neither done nor cancelled; null when there is nothing. */
export const findMeanAge = async (queries: Queries, homeId: string, now: number): Promise<number | null> =>
  (await queries.find(meanAge, { homeId, now }))?.ageMs ?? null;

/**
 * The tickets that no count is kept of, by conditions that exclude each other: those of the people asked for, or one's own
 * in homes of others. They are found by the people; the index of the homes, which holds all of them, is hidden.
 */
function lookedAt({ homes, assignees }: Scope): string[] {
  if (assignees) return ofAssignees(homes, assignees);
  if (homes.guest.length === 0) return [];
  const ofGuest = `t.deleted_at is null and ${hiddenHome} in :guestHomes[]`;
  return [
    `${ofGuest} and t.reporter_id = :me`,
    `${ofGuest} and t.assignee_id = :me and t.reporter_id <> :me`,
  ];
}

/** What nobody has would be found among that of everybody; so that is looked for in its homes. */
const ofAssignees = (homes: Homes, { ids, none }: PeopleFilter) => [
  ...(ids.length > 0 || !none
    ? [`t.deleted_at is null and t.assignee_id in :assignees[] and ${scopeCondition(homes, hiddenHome)}`]
    : []),
  ...(none ? [`t.deleted_at is null and t.assignee_id is null and ${scopeCondition(homes)}`] : []),
];

const hiddenHome = "t.home_id || ''";

const paramsOf = ({ homes, assignees }: Scope) => ({
  ...scopeParams(homes),
  ...(assignees && { assignees: assignees.ids }),
});
