import { dynamicStatement, type Queries } from '../platform/db/index.ts';
import { type Homes, scopeCondition, scopeParams } from '../tickets/index.ts';

/** How many tickets share these three facts. */
export interface FactRow {
  status: string;
  priority: string;
  type: string;
  count: number;
}

export interface Flow {
  created: number;
  completed: number;
  /** Mean time from creation to completion of those completed in the window; null when there are none. */
  completionMs: number | null;
  overdue: number;
}

/** Narrowed to what people are assigned to, if any are named. */
interface Scope {
  homes: Homes;
  assignees?: string[] | undefined;
}

export function countByFacts(queries: Queries, scope: Scope): Promise<FactRow[]> {
  const shape = dynamicStatement<object, FactRow>(`
    select t.status, t.priority, t.type, count(*) as count from tickets t
    where ${conditionsOf(scope)} group by t.status, t.priority, t.type`);
  return queries.list(shape, paramsOf(scope));
}

export async function measureFlow(queries: Queries, scope: Scope, start: number, now: number): Promise<Flow> {
  const where = conditionsOf(scope);
  const shape = dynamicStatement<object, Flow>(`
    select
      (select count(*) from tickets t where ${where} and t.created_at >= :start) as created,
      (select count(*) from tickets t where ${where} and t.completed_at >= :start) as completed,
      (select cast(avg(t.completed_at - t.created_at) as bigint) from tickets t
        where ${where} and t.completed_at >= :start) as "completionMs",
      (select count(*) from tickets t where ${where} and t.due_date < :now
        and t.status not in ('done', 'cancelled')) as overdue`);
  return (await queries.find(shape, { ...paramsOf(scope), start, now })) as Flow;
}

/** Mean age of what is neither done nor cancelled; null when there is nothing. */
export async function findMeanAge(queries: Queries, scope: Scope, now: number): Promise<number | null> {
  const shape = dynamicStatement<object, { ageMs: number | null }>(`
    select :now - cast(avg(t.created_at) as bigint) as "ageMs" from tickets t
    where ${conditionsOf(scope)} and t.status not in ('done', 'cancelled')`);
  return (await queries.find(shape, { ...paramsOf(scope), now }))?.ageMs ?? null;
}

function conditionsOf({ homes, assignees }: Scope): string {
  const conditions = ['t.deleted_at is null', scopeCondition(homes)];
  if (assignees) conditions.push('t.assignee_id in :assignees[]');
  return conditions.join(' and ');
}

const paramsOf = ({ homes, assignees }: Scope) => ({
  ...scopeParams(homes),
  ...(assignees && { assignees }),
});
